"""The disks of a machine and what is on them, for helper_host.py."""

import concurrent.futures
import json
import os
import time

COLUMNS = "NAME,PATH,TYPE,SIZE,MODEL,SERIAL,WWN,ROTA,RO,RM,FSTYPE,MOUNTPOINT"
LISTING_SECONDS = 20
# Those that hang are told of, without what cannot be had of them.
LOOKING_SECONDS = 10
# A disk's own verdict changes rarely, and some disks wake up for it.
SMART_FOR_SECONDS = 600
AT_ONCE = 8


def is_true(value):
    return value in (True, 1, "1")


def holds(entry):
    """What is known to be on a device without looking at it."""
    found = []
    what = [word for word in (entry.get("fstype"), entry.get("mountpoint") and f"mounted at {entry['mountpoint']}") if word]
    if what:
        found.append(" ".join(what))
    for child in entry.get("children", []):
        inner = holds(child)
        found.append(f"{child['name']} ({child.get('type', '')}{''.join(f', {one}' for one in inner)})")
    return found


def smart_verdict(answer):
    """PASSED or FAILED, and lines on what counts; nothing of a disk that has no such verdict."""
    passed = answer.get("smart_status", {}).get("passed")
    if passed is None:
        return None
    details = []
    for entry in answer.get("ata_smart_attributes", {}).get("table", []):
        if entry.get("when_failed") or (entry.get("id") in (5, 187, 197, 198) and entry.get("raw", {}).get("value")):
            details.append(f"{entry.get('name')}: {entry.get('raw', {}).get('string')}")
    nvme = answer.get("nvme_smart_health_information_log", {})
    for key in ("critical_warning", "media_errors", "percentage_used"):
        if nvme.get(key):
            details.append(f"{key}: {nvme[key]}")
    return {"status": "PASSED" if passed else "FAILED", "details": "; ".join(details)}


class Disks:
    def __init__(self, run):
        self._run = run
        self._smart = {}
        self._workers = concurrent.futures.ThreadPoolExecutor(AT_ONCE)

    def all(self, only=None):
        """Whole disks, each with what is on it; `holds` is empty for one that carries nothing. One alone is told soon."""
        listed = self._run(["lsblk", "--json", "--bytes", "--output", COLUMNS], LISTING_SECONDS)
        if listed["status"] != 0:
            raise OSError(5, listed["err"].strip() or "lsblk failed")
        entries = [entry for entry in json.loads(listed["out"])["blockdevices"] if self._counts(entry)]
        if only is not None:
            return [self._describe(entry, None) for entry in entries if entry["name"] == only]
        return list(self._workers.map(lambda entry: self._describe(entry, self._smart_of(entry["path"])), entries))

    @staticmethod
    def _counts(entry):
        # ceph-volume takes loop devices for disks where this is set.
        kinds = ("disk", "loop") if os.environ.get("CEPH_VOLUME_ALLOW_LOOP_DEVICES") else ("disk",)
        return entry.get("type") in kinds and int(entry.get("size") or 0) > 0 and os.path.exists(entry.get("path") or "")

    def _describe(self, entry, smart):
        path = entry["path"]
        return {
            "name": entry["name"],
            "path": path,
            "size": int(entry["size"]),
            "model": (entry.get("model") or "").strip(),
            "serial": (entry.get("serial") or "").strip(),
            "wwn": entry.get("wwn") or "",
            "rotates": is_true(entry.get("rota")),
            "readOnly": is_true(entry.get("ro")),
            "removable": is_true(entry.get("rm")),
            "holds": holds(entry) or self._signs(path),
            "smart": smart,
        }

    def _signs(self, path):
        """What a look at the device itself finds: lsblk knows it from udev only, which may not run."""
        try:
            found = self._run(["blkid", "--probe", "--output", "export", path], LOOKING_SECONDS)
            if found["status"] == 2:
                return self._unreadable(path)
        except OSError as failure:
            return [f"not known: {failure.strerror}"]
        named = dict(line.split("=", 1) for line in found["out"].splitlines() if "=" in line)
        return [named.get("TYPE") or named.get("PTTYPE") or "something that blkid cannot tell"]

    def _unreadable(self, path):
        """blkid says the same of a device that cannot be read as of an empty one."""
        read = self._run(["dd", f"if={path}", "of=/dev/null", "bs=4096", "count=1", "status=none"], LOOKING_SECONDS)
        return [] if read["status"] == 0 else [f"not known: {read['err'].strip()}"]

    def _smart_of(self, path):
        known = self._smart.get(path)
        if known is None or time.monotonic() - known[0] > SMART_FOR_SECONDS:
            known = time.monotonic(), self._ask_smart(path)
            self._smart[path] = known
        return known[1]

    def _ask_smart(self, path):
        try:
            said = self._run(["smartctl", "--json", "--health", "--attributes", path], LOOKING_SECONDS)
            return smart_verdict(json.loads(said["out"]))
        except (OSError, ValueError):
            return None  # no smartctl, or none that speaks JSON
