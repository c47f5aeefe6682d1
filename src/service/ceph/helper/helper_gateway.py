"""Keeps the gateway daemon of a folder. helper_host.py starts this as a separate program, as root, once for each order.

The input is, after this text, a line of JSON: the order, and its arguments. The output is a line of JSON: its result, or
`errno` and `message`. The daemon outlives this program, and the connection over which the order came.
"""

import base64
import errno
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

# The environment variable that marks the daemon of a folder.
MARK = "STOREDECK_DAEMON"
USUAL_FOLDERS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SYSTEMD = "/run/systemd/system"
UNITS = "/etc/systemd/system"
MEMORY = "memory.json"
POLL_SECONDS = 0.05
STOPPING_SECONDS = 10
ANSWER_SECONDS = 8
# A larger log is renamed at the next start of its daemon.
MAX_LOG_BYTES = 8 << 20
# The most of a log that is returned.
SHOWN_BYTES = 1 << 16


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def require_free(host, port):
    """Fails if the daemon cannot listen there: some daemons then silently listen elsewhere."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as failure:
            if failure.errno == errno.EADDRINUSE:
                message = f"another program listens on port {port} of {host}: stop it, or use another port"
                raise OSError(errno.EADDRINUSE, message) from failure
            raise OSError(failure.errno, f"the gateway cannot listen on {host}: {failure.strerror}") from failure


def systemctl(*arguments):
    return subprocess.run(["systemctl", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


class Gateway:
    def __init__(self, folder, name):
        self._folder = folder
        self._log = os.path.join(folder, f"{name}.log")
        self._unit = f"storedeck-{name}.service"
        self._has_systemd = os.path.isdir(SYSTEMD)

    def look(self):
        """Returns whether the daemon runs, what was remembered of it, and whether that was in this run of it.

        Systemd may have started it again since then, with the same files.
        """
        run = self._run_of(self._process())
        try:
            memory = json.loads(read(self._path(MEMORY)))
        except ValueError:
            memory = {}
        return {"running": bool(run), "memory": memory.get("text"), "sameRun": bool(run) and memory.get("run") == run}

    def remember(self, text):
        """Keeps a text until the files of the daemon are changed."""
        run = self._run_of(self._process())
        self._write(MEMORY, json.dumps({"run": run, "text": text}))

    def start(self, files, argv, environment, listens, until, seconds):
        """Starts the daemon with these files, instead of a present one. Returns what it logs, up to one of the texts `until`."""
        program = shutil.which(argv[0], path=USUAL_FOLDERS)
        if program is None:
            raise OSError(errno.ENOENT, f"{argv[0]} is not installed")
        self._end()
        require_free(*listens)
        self._make_folder()
        self._write_all(files)
        if os.path.exists(self._log) and os.path.getsize(self._log) > MAX_LOG_BYTES:
            os.replace(self._log, f"{self._log}.old")
        start = len(read(self._log))
        self._spawn([program, *argv[1:]], {"PATH": USUAL_FOLDERS, "LC_ALL": "C.UTF-8", **environment, MARK: self._folder})
        return self._logged(start, until, seconds)

    def reload(self, files, until, seconds):
        """Makes the daemon read changed files. Returns what it logs, up to one of the texts `until`."""
        process = self._process()
        if process is None:
            raise OSError(errno.ESRCH, "the gateway does not run")
        self._write_all(files)
        start = len(read(self._log))
        os.kill(process, signal.SIGHUP)
        return self._logged(start, until, seconds)

    def exchange(self, address, data):
        """Sends data to a socket of the daemon and returns the answer, both in base64."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(ANSWER_SECONDS)
            connection.connect(self._path(address))
            connection.sendall(base64.b64decode(data))
            parts = list(iter(lambda: connection.recv(1 << 16), b""))
        return base64.b64encode(b"".join(parts)).decode()

    def stop(self):
        """Stops the daemon for good, and deletes the files with its access to the cluster."""
        if self._has_systemd:
            systemctl("disable", self._unit)
        self._end()
        unit = os.path.join(UNITS, self._unit)
        if os.path.exists(unit):
            os.remove(unit)
            systemctl("daemon-reload")
        for name in os.listdir(self._folder) if os.path.isdir(self._folder) else []:
            path = self._path(name)
            if path != self._log and not os.path.isdir(path):
                os.remove(path)

    def _path(self, name):
        return os.path.join(self._folder, name)

    def _process(self):
        """Returns the process id of the daemon; the environment of a process that has ended is empty."""
        mark = f"{MARK}={self._folder}".encode()
        for name in os.listdir("/proc"):
            if name.isdigit() and mark in read(f"/proc/{name}/environ").split(b"\0"):
                return int(name)
        return None

    @staticmethod
    def _run_of(process):
        """Returns a text that identifies a process for ever: its id, and the time of its start."""
        state = process and read(f"/proc/{process}/stat").rpartition(b")")[2].split()
        return f"{process} {state[19].decode()}" if state else None

    def _make_folder(self):
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        os.chmod(self._folder, 0o700)

    def _write_all(self, files):
        if os.path.exists(self._path(MEMORY)):
            os.remove(self._path(MEMORY))
        for name, text in files.items():
            self._write(name, text)

    def _write(self, name, text):
        path = self._path(name)
        with open(os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(f"{path}.new", path)

    def _spawn(self, argv, environment):
        if self._has_systemd:
            self._start_unit(argv, environment)
            return
        with open(os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="utf-8") as log:
            subprocess.Popen(
                argv,
                cwd=self._folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _start_unit(self, argv, environment):
        """Starts the daemon through systemd, which starts it again when it ends, and at each boot."""
        quoted = lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%") + '"'
        lines = [
            "[Unit]",
            f"Description=Gateway of storedeck in {self._folder}",
            "After=network-online.target",
            "[Service]",
            *(f"Environment={quoted(f'{name}={value}')}" for name, value in environment.items()),
            f"WorkingDirectory={self._folder}",
            f"ExecStart={' '.join(map(quoted, argv))}",
            f"StandardOutput=append:{self._log}",
            f"StandardError=append:{self._log}",
            "Restart=always",
            "RestartSec=2",
            # tgtd does not end while it has targets, and would delay a reboot.
            f"TimeoutStopSec={STOPPING_SECONDS}",
            "[Install]",
            "WantedBy=multi-user.target",
            "",
        ]
        with open(os.path.join(UNITS, self._unit), "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        for arguments in (["daemon-reload"], ["enable", self._unit], ["restart", self._unit]):
            ran = systemctl(*arguments)
            if ran.returncode != 0:
                raise OSError(errno.EIO, ran.stderr.decode(errors="replace").strip() or f"systemctl {arguments[0]} failed")

    def _end(self):
        process = self._process()
        if self._has_systemd:
            systemctl("stop", self._unit)
        elif process is not None:
            os.kill(process, signal.SIGTERM)
        deadline = time.monotonic() + STOPPING_SECONDS
        process = self._process()
        while process is not None:
            if time.monotonic() > deadline:
                os.kill(process, signal.SIGKILL)
            time.sleep(POLL_SECONDS)
            process = self._process()

    def _logged(self, start, until, seconds):
        deadline = time.monotonic() + seconds
        missed = 0
        while True:
            # A process that has just been started has no environment for a moment.
            missed = 0 if self._process() else missed + 1
            log = read(self._log)[start:][-SHOWN_BYTES:].decode(errors="replace")
            if missed > 1 or any(text in log for text in until) or time.monotonic() > deadline:
                return {"running": missed == 0, "log": log}
            time.sleep(POLL_SECONDS)


def main():
    order = json.loads(sys.stdin.buffer.readline())
    gateway = Gateway(order.pop("folder"), order.pop("name"))
    try:
        result = {"result": getattr(gateway, order.pop("order"))(**order)}
    except OSError as failure:
        about = f": {failure.filename}" if failure.filename else ""
        result = {"errno": failure.errno or errno.EIO, "message": f"{failure.strerror or failure}{about}"}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
