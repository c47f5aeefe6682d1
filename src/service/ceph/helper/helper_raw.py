"""Makes an OSD that ceph-volume has made in its raw mode (without LVM) start after a reboot, too.

Ceph-volume keeps the files of such an OSD in memory, and its devices belong to root again after a boot. For OSDs on LVM, Ceph
has units that prepare both at each boot; for these it has none.
"""

import errno
import os

OSDS = "/var/lib/ceph/osd"
UNITS = "/etc/systemd/system"
# The folders with names of devices that outlive a reboot, best first.
NAMES = ("/dev/disk/by-partuuid", "/dev/disk/by-id", "/dev/disk/by-path")
LINKS = ("block", "block.db", "block.wal")
SECONDS = 30


def lasting_name(device):
    """Returns a name of a device that outlives a reboot, or the present one if it has none."""
    for folder in NAMES:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            path = os.path.join(folder, name)
            if os.path.realpath(path) == device:
                return path
    return device


class RawOsds:
    def __init__(self, run):
        self._run = run

    def keep(self, osd):
        """Moves the files of an OSD from memory into its data directory."""
        folder = f"{OSDS}/ceph-{osd}"
        copy = f"{folder}.new"
        if not self._is_mount(folder):
            return
        self._must("rm", "-rf", copy)
        self._must("cp", "-a", folder, copy)
        for link in (f"{copy}/{name}" for name in LINKS):
            device = self._run(["readlink", "-e", link], SECONDS)["out"].strip()
            if device:
                self._must("ln", "-sfn", lasting_name(device), link)
        # A former OSD with this id may have left its own below.
        while self._is_mount(folder):
            self._must("umount", folder)
        self._must("find", folder, "-mindepth", "1", "-delete")
        self._must("cp", "-a", f"{copy}/.", folder)
        self._must("rm", "-rf", copy)

    def own_at_boot(self, osd):
        """Has systemd give the devices of an OSD to its daemon before each start."""
        links = " ".join(f"{OSDS}/ceph-{osd}/{name}" for name in LINKS)
        path = self._drop_in(osd)
        self._must("mkdir", "-p", os.path.dirname(path))
        self._must("tee", path, text=f"[Service]\nExecStartPre=-+/bin/chown ceph:ceph {links}\n")
        self._must("systemctl", "daemon-reload")

    def forget(self, osd):
        """Undoes own_at_boot."""
        self._run(["rm", "-f", self._drop_in(osd)], SECONDS)

    def _is_mount(self, folder):
        return self._run(["mountpoint", "-q", folder], SECONDS)["status"] == 0

    @staticmethod
    def _drop_in(osd):
        return f"{UNITS}/ceph-osd@{osd}.service.d/storedeck.conf"

    def _must(self, *argv, text=None):
        ran = self._run(list(argv), SECONDS, text)
        if ran["status"] != 0:
            raise OSError(errno.EIO, ran["err"].strip() or f"{argv[0]} ended with status {ran['status']}")
