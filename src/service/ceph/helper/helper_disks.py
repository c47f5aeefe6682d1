"""Lists the disks of a machine and their contents, for helper_host.py."""

import concurrent.futures
import json
import os
import time

COLUMNS = "NAME,PATH,TYPE,SIZE,MODEL,SERIAL,WWN,ROTA,RO,RM,FSTYPE,MOUNTPOINT"
LISTING_SECONDS = 20
# The timeout of a program that reads a single disk; a disk that hangs is listed without these details.
PROBE_SECONDS = 10
# SMART results are cached: they change rarely, and reading them wakes up some disks.
SMART_MAX_AGE_SECONDS = 600
AT_ONCE = 8


def is_true(value):
    return value in (True, 1, "1")


def holds(entry):
    """Returns the contents of a device that lsblk knows, without reading the device."""
    found = []
    what = [word for word in (entry.get("fstype"), entry.get("mountpoint") and f"mounted at {entry['mountpoint']}") if word]
    if what:
        found.append(" ".join(what))
    for child in entry.get("children", []):
        inner = holds(child)
        found.append(f"{child['name']} ({child.get('type', '')}{''.join(f', {one}' for one in inner)})")
    return found


def smart_verdict(answer):
    """Returns PASSED or FAILED with the critical values; None for a disk without a SMART status."""
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
        """Returns the whole disks with their contents; `holds` is empty for an empty disk.

        With `only`, it returns just this disk, without its SMART status, and so is faster.
        """
        listed = self._run(["lsblk", "--json", "--bytes", "--output", COLUMNS], LISTING_SECONDS)
        if listed["status"] != 0:
            raise OSError(5, listed["err"].strip() or "lsblk failed")
        entries = [entry for entry in json.loads(listed["out"])["blockdevices"] if self._counts(entry)]
        if only is not None:
            return [self._describe(entry, None) for entry in entries if entry["name"] == only]
        return list(self._workers.map(lambda entry: self._describe(entry, self._smart_of(entry["path"])), entries))

    @staticmethod
    def _counts(entry):
        # With this variable, ceph-volume accepts loop devices as disks.
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
            "holds": holds(entry) or self._probe(path),
            "smart": smart,
        }

    def _probe(self, path):
        """Reads the signatures on the device itself: lsblk knows them only from udev, which may not run."""
        try:
            found = self._run(["blkid", "--probe", "--output", "export", path], PROBE_SECONDS)
            if found["status"] == 2:
                return self._empty_or_unreadable(path)
        except OSError as failure:
            return [f"not known: {failure.strerror}"]
        named = dict(line.split("=", 1) for line in found["out"].splitlines() if "=" in line)
        return [named.get("TYPE") or named.get("PTTYPE") or "something that blkid cannot identify"]

    def _empty_or_unreadable(self, path):
        """Distinguishes an unreadable device from an empty one; blkid has the same exit status for both."""
        read = self._run(["dd", f"if={path}", "of=/dev/null", "bs=4096", "count=1", "status=none"], PROBE_SECONDS)
        return [] if read["status"] == 0 else [f"not known: {read['err'].strip()}"]

    def _smart_of(self, path):
        known = self._smart.get(path)
        if known is None or time.monotonic() - known[0] > SMART_MAX_AGE_SECONDS:
            known = time.monotonic(), self._read_smart(path)
            self._smart[path] = known
        return known[1]

    def _read_smart(self, path):
        try:
            result = self._run(["smartctl", "--json", "--health", "--attributes", path], PROBE_SECONDS)
            return smart_verdict(json.loads(result["out"]))
        except (OSError, ValueError):
            return None  # smartctl is missing, or too old for JSON
