"""The machine on which the helper runs: the part for calls named `host.…`. It needs no cluster.

Programs run as root and without a shell: directly, or through sudo, which must not ask for a password.
"""

import contextlib
import errno
import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import time

from helper_daemons import processes_of, processes_with
from helper_disks import Disks
from helper_observe import Observer
from helper_raw import RawOsds
from helper_scripts import LOAD, Scripts, input_of

USUAL_FOLDERS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
STOPPING_SECONDS = 90
FIND_SECONDS = 10
SYSTEMD = "/run/systemd/system"
# Debian and its derivatives create this file when a reboot is needed; others have the program.
REBOOT_REQUIRED = "/run/reboot-required"
NEEDS_RESTARTING = "needs-restarting"
# The name of the timer, or the argument of the process, that starts daemons later.
START_LATER = "storedeck-start-later"


def osd_processes(run, osd, data):
    """Returns the processes of an OSD that use this data directory: OSDs of other clusters may have the same id."""
    inside = glob.escape(os.path.realpath(data)) + "/*"
    # Only root may list the open files of other users' processes.
    is_inside = lambda pid: run(["find", f"/proc/{pid}/fd", "-lname", inside], FIND_SECONDS)["out"]
    return [pid for pid in processes_of("osd", str(osd)) if is_inside(pid)]


class Part:
    def __init__(self, _cluster):
        folders = f"{os.environ.get('PATH', '')}:{USUAL_FOLDERS}".lstrip(":")
        self._environment = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": folders}
        self._as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        self._disks = Disks(self._run)
        self._observer = Observer(self._run, self._disks.latest_smart)
        self._raw = RawOsds(self._run)
        self._scripts = Scripts(self._as_root, self._environment)

    def call(self, name, arguments):
        calls = {
            "run": self._run,
            "read": self._read,
            "observe": self._observer.observe,
            "disks": self._disks.all,
            "divide_disk": self._disks.divide,
            "start_osd": self._start_osd,
            "start_raw_osd": self._start_raw_osd,
            "stop_osd": self._stop_osd,
            "start_mds": self._start_mds,
            "start_later": self._start_later,
            "stop_mds": self._stop_mds,
            "boot": self._boot,
            "runs": self._runs,
            "listens": self._listens,
            "script": self._scripts.run,
            "end_script": self._scripts.end,
            "gateway": self._gateway,
        }
        return calls[name](**arguments)

    def _run(self, argv, seconds, text=None):
        """Runs a program, with a text as its input. Returns its exit status and its output."""
        try:
            process = subprocess.Popen(
                [*self._as_root, *argv],
                # The input of this process carries requests.
                stdin=subprocess.DEVNULL if text is None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._environment,
            )
            out, err = process.communicate(None if text is None else text.encode(), timeout=seconds)
        except FileNotFoundError as failure:
            raise OSError(errno.ENOENT, f"{failure.filename} does not exist") from failure
        except subprocess.TimeoutExpired as failure:
            # Do not wait for its end: it may hang on a disk, and a process of sudo cannot be killed by this user.
            with contextlib.suppress(PermissionError):
                process.kill()
            raise OSError(errno.ETIMEDOUT, f"{argv[0]} did not finish within {seconds} s") from failure
        return {
            "status": process.returncode,
            "out": out.decode(errors="replace"),
            "err": err.decode(errors="replace"),
        }

    @staticmethod
    def _read(paths):
        """Returns the texts of small files, such as those in /proc."""
        texts = []
        for path in paths:
            with open(path, "rb") as file:
                texts.append(file.read(1 << 20).decode(errors="replace"))
        return texts

    @staticmethod
    def _runs(kind, identity):
        """Returns whether a daemon runs here."""
        return bool(processes_of(kind, identity))

    @staticmethod
    def _listens(host, port, seconds):
        """Returns whether something listens at an address; None if that cannot be determined."""
        try:
            socket.create_connection((host, port), seconds).close()
            return True
        except ConnectionRefusedError:
            return False
        except OSError:
            return None

    def _boot(self):
        """Returns the id of the machine's present boot, and the reason why it needs a reboot; None if it needs none."""
        boot, first = self._read(["/proc/sys/kernel/random/boot_id", "/proc/1/stat"])
        # A container shares the boot id of its host, so the start time of its first process is added.
        started = first.rpartition(")")[2].split()[19]
        return {"id": f"{boot.strip()} {started}", "wanted": self._reboot_wanted()}

    def _reboot_wanted(self):
        if os.path.exists(REBOOT_REQUIRED):
            try:
                names = sorted(set(self._read([f"{REBOOT_REQUIRED}.pkgs"])[0].split()))
            except OSError:
                names = []
            return " ".join(["installed packages require a reboot", *(names and [f"({', '.join(names)})"])])
        if shutil.which(NEEDS_RESTARTING, path=self._environment["PATH"]):
            out = self._run([NEEDS_RESTARTING, "-r"], STOPPING_SECONDS)["out"]
            return next((line.strip() for line in out.splitlines() if "Reboot is required" in line), None)
        return None

    def _start_osd(self, osd):
        """Starts the daemon of an OSD, through systemd if it runs."""
        return self._start("osd", int(osd))

    def _start_raw_osd(self, osd):
        """Starts the daemon of an OSD that ceph-volume has made in its raw mode, now and at each boot."""
        self._raw.keep(int(osd))
        if os.path.isdir(SYSTEMD):
            self._raw.own_at_boot(int(osd))
        return self._start_osd(osd)

    def _start_mds(self, name):
        """Starts a metadata server, through systemd if it runs."""
        return self._start("mds", name)

    def _start(self, kind, identity):
        if os.path.isdir(SYSTEMD):
            return self._run(["systemctl", "enable", "--now", f"ceph-{kind}@{identity}"], STOPPING_SECONDS)
        return self._run([f"ceph-{kind}", "-i", str(identity)], STOPPING_SECONDS)

    def _start_later(self, daemons, seconds):
        """Starts those of the daemons that run now after a time, even if this process has ended by then.

        Replaces the previous call.
        """
        running = [daemon for daemon in daemons if processes_of(*daemon.split(".", 1))]
        if os.path.isdir(SYSTEMD):
            self._start_by_timer([f"ceph-{daemon.replace('.', '@', 1)}" for daemon in running], seconds)
            return
        for pid in processes_with(lambda arguments: START_LATER in arguments):
            self._run(["kill", pid], FIND_SECONDS)
        if running:
            program = subprocess.Popen(
                [*self._as_root, sys.executable, "-I", "-c", LOAD, START_LATER, str(seconds), *running],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=self._environment,
                start_new_session=True,
            )
            with program.stdin as source:
                source.write(input_of("helper_daemons"))

    def _start_by_timer(self, units, seconds):
        self._run(["systemctl", "stop", f"{START_LATER}.timer"], FIND_SECONDS)
        self._run(["systemctl", "reset-failed", f"{START_LATER}.service"], FIND_SECONDS)
        if units:
            timer = ["systemd-run", f"--unit={START_LATER}", f"--on-active={seconds}"]
            ran = self._run([*timer, "systemctl", "start", *units], FIND_SECONDS)
            if ran["status"] != 0:
                raise OSError(errno.EIO, ran["err"].strip() or f"systemd-run ended with status {ran['status']}")

    def _stop_osd(self, osd, data, forever):
        """Stops the daemon of an OSD. With `forever`, it is not started at the next boot either.

        Fails if the daemon does not run, or does not end.
        """
        osd = int(osd)
        if not osd_processes(self._run, osd, data):
            raise OSError(errno.ESRCH, f"no daemon of osd.{osd} with the folder {data} runs here")
        verb = ["disable", "--now"] if forever else ["stop"]
        self._stop("osd", osd, verb, lambda: osd_processes(self._run, osd, data))
        if forever:
            self._raw.forget(osd)

    def _stop_mds(self, name):
        """Stops a metadata server until it is started again, at the latest by the next boot."""
        found = processes_of("mds", name)
        if len(found) != 1:
            raise OSError(errno.ESRCH, f"{len(found)} daemons mds.{name} run here")
        self._stop("mds", name, ["stop"], lambda: [pid for pid in found if pid in processes_of("mds", name)])

    def _stop(self, kind, identity, verb, processes):
        if os.path.isdir(SYSTEMD):
            self._run(["systemctl", *verb, f"ceph-{kind}@{identity}"], STOPPING_SECONDS)
        for pid in processes():
            self._run(["kill", "-TERM", pid], STOPPING_SECONDS)
        deadline = time.monotonic() + STOPPING_SECONDS
        while processes():
            if time.monotonic() > deadline:
                raise OSError(errno.ETIMEDOUT, f"the daemon {kind}.{identity} does not stop")
            time.sleep(0.2)

    def _gateway(self, **order):
        """Carries out an order to a gateway's daemon of this server (helper_gateway.py)."""
        program = subprocess.run(
            [*self._as_root, sys.executable, "-I", "-c", LOAD],
            input=b"%s%s\n" % (input_of("helper_gateway"), json.dumps(order).encode()),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self._environment,
            check=False,
        )
        try:
            answer = json.loads(program.stdout)
        except ValueError as failure:
            lines = program.stderr.decode(errors="replace").strip().splitlines()
            raise OSError(errno.EIO, lines[-1] if lines else "the order to the gateway has failed") from failure
        if "errno" in answer:
            raise OSError(answer["errno"], answer["message"])
        return answer["result"]

    def end(self):
        pass  # the programs that it runs end by themselves
