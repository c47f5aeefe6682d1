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
# The GPT type of a partition with the database of an OSD (block.db).
DATABASE_TYPE = "30CD0809-C2B2-499C-8879-2D6B785292BE"
DIVIDE_SECONDS = 60
MIB = 1 << 20


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


def number_of(part, disk):
    """Returns the number of a partition: 2 of `nvme0n1p2`, 1 of `sdb1`."""
    return int(part["name"][len(disk["name"]) :].lstrip("p"))


class Disks:
    def __init__(self, run):
        self._run = run
        self._smart = {}
        self._reading = set()
        self._workers = concurrent.futures.ThreadPoolExecutor(AT_ONCE)

    def all(self, only=None):
        """Returns the whole disks with their contents; `holds` is empty for an empty disk.

        With `only`, it returns just this disk, without its SMART status, and so is faster.
        """
        entries = self._listed()
        if only is not None:
            return [self._describe(entry, None) for entry in entries if entry["name"] == only]
        return list(self._workers.map(lambda entry: self._describe(entry, self._smart_of(entry["path"])), entries))

    def _listed(self):
        listed = self._run(["lsblk", "--json", "--bytes", "--output", COLUMNS], LISTING_SECONDS)
        if listed["status"] != 0:
            raise OSError(5, listed["err"].strip() or "lsblk failed")
        return [entry for entry in json.loads(listed["out"])["blockdevices"] if self._counts(entry)]

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
            "databases": self._databases(entry),
            "smart": smart,
        }

    def divide(self, name, partitions):
        """Divides a whole disk into equal partitions for databases of OSDs. Returns the result of sfdisk."""
        disk = next(entry for entry in self._listed() if entry["name"] == name)
        # A GPT occupies less than the first and the last MiB of the disk.
        size = (int(disk["size"]) // MIB - 2) // partitions
        lines = ["label: gpt", *[f"size={size}MiB, type={DATABASE_TYPE}"] * partitions]
        table = "".join(f"{line}\n" for line in lines)
        divided = self._run(["sfdisk", "--wipe-partitions", "always", disk["path"]], DIVIDE_SECONDS, table)
        if divided["status"] == 0:
            # Not each kernel reads the table again; where it did, this changes nothing.
            self._run(["partx", "--update", disk["path"]], DIVIDE_SECONDS)
        return divided

    def _databases(self, disk):
        """Returns the partitions of a disk, if all of them are for databases of OSDs; for any other disk, nothing."""
        parts = disk.get("children", [])
        if not parts or any(part.get("type") != "part" for part in parts):
            return []
        types = self._partition_types(disk["path"])
        if {part["path"] for part in parts} != set(types) or set(types.values()) != {DATABASE_TYPE}:
            return []
        return [
            {
                "number": number_of(part, disk),
                "path": part["path"],
                # The signature is read from the partition, because that known to udev may be outdated.
                "used": bool(part.get("children") or part.get("mountpoint") or self._probe(part["path"])),
            }
            for part in parts
        ]

    def _partition_types(self, path):
        """Returns the types of the partitions of a disk, by their paths; none if the disk has no GPT."""
        try:
            probed = self._run(["blkid", "--probe", "--output", "export", path], PROBE_SECONDS)
            if "PTTYPE=gpt" not in probed["out"].splitlines():
                return {}
            table = json.loads(self._run(["sfdisk", "--json", path], PROBE_SECONDS)["out"])["partitiontable"]
            return {part["node"]: part["type"].upper() for part in table["partitions"]}
        except (OSError, ValueError, KeyError):
            return {}  # sfdisk is missing, or the table is damaged

    def _probe(self, path):
        """Reads the signatures on the device itself: lsblk knows them only from udev, which may not run."""
        try:
            found = self._run(["blkid", "--probe", "--output", "export", path], PROBE_SECONDS)
            if found["status"] == 2:
                return self._empty_or_unreadable(path)
        except OSError as failure:
            return [f"not known: {failure.strerror}"]
        named = dict(line.split("=", 1) for line in found["out"].splitlines() if "=" in line)
        told = named.keys() - {"DEVNAME"}
        # Of an empty partition blkid tells only its entry in the partition table.
        if told and all(key.startswith("PART_ENTRY_") for key in told):
            return self._empty_or_unreadable(path)
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

    def latest_smart(self, path):
        """Returns the last known SMART status of a disk, and reads it again in the background when it is outdated."""
        at, verdict = self._smart.get(path, (None, None))
        is_outdated = at is None or time.monotonic() - at > SMART_MAX_AGE_SECONDS
        if is_outdated and path not in self._reading:
            self._reading.add(path)
            self._workers.submit(self._smart_of, path).add_done_callback(lambda _: self._reading.discard(path))
        return verdict

    def _read_smart(self, path):
        try:
            result = self._run(["smartctl", "--json", "--health", "--attributes", path], PROBE_SECONDS)
            return smart_verdict(json.loads(result["out"]))
        except (OSError, ValueError):
            return None  # smartctl is missing, or too old for JSON
