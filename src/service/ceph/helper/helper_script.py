"""Runs one script and leaves no process or file of it behind. helper_scripts.py starts this as a separate program, as root.

The input is, after this text, a line of JSON (`name`, `environment`, `seconds`, `most` is the maximum size of the output,
`bytes` is the size of the script), then the script. The output is a line of JSON with the result and the script's output.
When the input ends, the script is killed.
"""

import ctypes
import errno
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Makes orphaned descendants children of this process (prctl(2)), whatever process group or session they have created.
PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 0.05
KILLING_SECONDS = 5


def children():
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    _state, parent, *_ = file.read().rpartition(b")")[2].split()
            except OSError:
                continue  # the process has just ended
            if int(parent) == os.getpid():
                found.append(int(name))
    return found


def kill_all():
    """Kills all descendants, one generation per round: the children of killed processes become children of this one."""
    deadline = time.monotonic() + KILLING_SECONDS
    while time.monotonic() < deadline:
        for pid in children():
            os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(POLL_SECONDS / 10)


class Output:
    """Keeps the first bytes of a script's output; the rest is read and dropped."""

    def __init__(self, stream, most):
        self.stream = stream
        self.ended = False
        self._most = most
        self._kept = bytearray()
        os.set_blocking(stream.fileno(), False)

    def take(self):
        """Reads the output that is available."""
        while not self.ended:
            try:
                chunk = os.read(self.stream.fileno(), 1 << 16)
            except BlockingIOError:
                return
            self.ended = not chunk
            # Keeps one byte more than the limit, which shows the reader that the output was longer.
            self._kept += chunk[: self._most + 1 - len(self._kept)]

    def text(self):
        return self._kept.decode(errors="replace")


def watch(child, output, seconds):
    """Waits for the script. Returns the reason why it has to be killed; None if it has ended."""
    deadline = time.monotonic() + seconds
    while child.poll() is None:
        streams = [0] if output.ended else [0, output.stream]
        ready, _, _ = select.select(streams, [], [], POLL_SECONDS)
        if output.stream in ready:
            output.take()
        if 0 in ready and os.read(0, 1) == b"":
            return "request"
        if time.monotonic() > deadline:
            return "time"
    return None


def run(path, folder, order):
    try:
        child = subprocess.Popen(
            [path],
            cwd=folder,
            env={**order["environment"], "HOME": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as failure:
        name = errno.errorcode.get(failure.errno, str(failure))
        return {"ending": {"kind": "unstarted", "error": name}, "output": ""}
    output = Output(child.stdout, order["most"])
    stopped = watch(child, output, order["seconds"])
    if stopped:
        child.kill()
    status = child.wait()
    kill_all()
    output.take()
    ending = {"kind": "exited", "code": status}
    if status < 0:
        ending = {"kind": "killed", "signal": signal.Signals(-status).name}
    return {"ending": ending, "stopped": stopped, "output": output.text()}


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    order = json.loads(sys.stdin.buffer.readline())
    script = sys.stdin.buffer.read(order["bytes"])
    if len(script) < order["bytes"]:
        return  # the sender has ended
    folder = tempfile.mkdtemp(prefix="storedeck-hook-")
    try:
        path = os.path.join(folder, order["name"])
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o700), "wb") as file:
            file.write(script)
        print(json.dumps(run(path, folder, order)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
