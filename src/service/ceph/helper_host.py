"""The machine on which the helper runs: the part that answers calls named `host.…`. It needs no cluster.

Programs are run without a shell, by root: directly, or by a sudo that asks for no password.
"""

import errno
import os
import shutil
import subprocess
import time

from helper_disks import Disks
from helper_scripts import Scripts

USUAL_FOLDERS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
STOPPING_SECONDS = 90
SYSTEMD = "/run/systemd/system"
# Of Debian and its kin, and the program of the others.
REBOOT_REQUIRED = "/run/reboot-required"
NEEDS_RESTARTING = "needs-restarting"


def osd_of(arguments):
    """The number of the OSD that a process with these arguments is."""
    if os.path.basename(arguments[0]) != "ceph-osd":
        return None
    for flag, value in zip(arguments, arguments[1:]):
        if flag in ("-i", "--id") and value.isdigit():
            return int(value)
    return None


def has_open(pid, folder):
    """Whether a process has a file of a folder open."""
    try:
        handles = os.listdir(f"/proc/{pid}/fd")
        return any(os.readlink(f"/proc/{pid}/fd/{one}").startswith(f"{folder}/") for one in handles)
    except OSError:
        return False  # it has just ended


def osd_processes(osd, data):
    """The daemon of an OSD by its number and its folder: several clusters may have one of that number on a machine."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    arguments = file.read().decode(errors="replace").split("\0")
            except OSError:
                continue
            if osd_of(arguments) == osd and has_open(name, os.path.realpath(data)):
                found.append(name)
    return found


class Part:
    def __init__(self, _cluster):
        folders = f"{os.environ.get('PATH', '')}:{USUAL_FOLDERS}".lstrip(":")
        self._environment = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": folders}
        self._as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        self._disks = Disks(self._run)
        self._scripts = Scripts(self._as_root, self._environment)

    def call(self, name, arguments):
        calls = {
            "run": self._run,
            "read": self._read,
            "disks": self._disks.all,
            "start_osd": self._start_osd,
            "stop_osd": self._stop_osd,
            "boot": self._boot,
            "script": self._scripts.run,
            "end_script": self._scripts.end,
        }
        return calls[name](**arguments)

    def _run(self, argv, seconds):
        """How a program ended, and what it wrote."""
        try:
            done = subprocess.run(
                [*self._as_root, *argv],
                stdin=subprocess.DEVNULL,  # that of this process is for requests
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=seconds,
                env=self._environment,
            )
        except FileNotFoundError as failure:
            raise OSError(errno.ENOENT, f"{failure.filename} is not there") from failure
        except subprocess.TimeoutExpired as failure:
            raise OSError(errno.ETIMEDOUT, f"{argv[0]} did not end within {seconds} s") from failure
        return {
            "status": done.returncode,
            "out": done.stdout.decode(errors="replace"),
            "err": done.stderr.decode(errors="replace"),
        }

    @staticmethod
    def _read(paths):
        """The texts of small files, such as those of /proc."""
        texts = []
        for path in paths:
            with open(path, "rb") as file:
                texts.append(file.read(1 << 20).decode(errors="replace"))
        return texts

    def _boot(self):
        """The start of the machine that it runs since, and what asks for another one; None where nothing is known to."""
        boot, first = self._read(["/proc/sys/kernel/random/boot_id", "/proc/1/stat"])
        # A container has the machine's id; its first process has a start of its own.
        started = first.rpartition(")")[2].split()[19]
        return {"id": f"{boot.strip()} {started}", "wanted": self._reboot_wanted()}

    def _reboot_wanted(self):
        if os.path.exists(REBOOT_REQUIRED):
            try:
                names = sorted(set(self._read([f"{REBOOT_REQUIRED}.pkgs"])[0].split()))
            except OSError:
                names = []
            return " ".join(["packages that were installed ask for a reboot", *(names and [f"({', '.join(names)})"])])
        if shutil.which(NEEDS_RESTARTING, path=self._environment["PATH"]):
            said = self._run([NEEDS_RESTARTING, "-r"], STOPPING_SECONDS)["out"]
            return next((line.strip() for line in said.splitlines() if "Reboot is required" in line), None)
        return None

    def _start_osd(self, osd):
        """Starts the daemon of an OSD, by systemd where that runs."""
        osd = int(osd)
        if os.path.isdir(SYSTEMD):
            return self._run(["systemctl", "enable", "--now", f"ceph-osd@{osd}"], STOPPING_SECONDS)
        return self._run(["ceph-osd", "-i", str(osd)], STOPPING_SECONDS)

    def _stop_osd(self, osd, data, forever):
        """Stops the daemon of an OSD, `forever` so that it is not started with the machine either. Fails where it is not found or does not end."""
        osd = int(osd)
        running = osd_processes(osd, data)
        if not running:
            raise OSError(errno.ESRCH, f"no daemon of osd.{osd} with the folder {data} runs here")
        if os.path.isdir(SYSTEMD):
            verb = ["disable", "--now"] if forever else ["stop"]
            self._run(["systemctl", *verb, f"ceph-osd@{osd}"], STOPPING_SECONDS)
        for pid in osd_processes(osd, data):
            self._run(["kill", "-TERM", pid], STOPPING_SECONDS)
        deadline = time.monotonic() + STOPPING_SECONDS
        while osd_processes(osd, data):
            if time.monotonic() > deadline:
                raise OSError(errno.ETIMEDOUT, f"the daemon of osd.{osd} does not end")
            time.sleep(0.2)

    def end(self):
        pass  # what it runs ends by itself
