"""Makes the map of a scratch cluster large: adds OSDs that are up and in, have metadata, and never answer.

largeMap.py register CONF COUNT                       registers OSDs with the monitors until there are COUNT
largeMap.py crush FIRST COUNT < OLD > NEW             adds the OSDs from FIRST on to a decompiled CRUSH map, below the root `large`
largeMap.py store STORE METADATA FIRST COUNT MAP EPOCH
    writes to the store of a stopped monitor the metadata of these OSDs, derived from that of osd.0 (the output of
    `ceph-kvstore-tool get osd_metadata 0`), and the OSD map as the map of EPOCH
"""

import concurrent.futures
import ctypes
import json
import struct
import sys
import uuid

OSDS_A_HOST = 10
HOSTS_A_RACK = 10
ROCKSDB = "librocksdb.so.7.8"
# kCRC32c in RocksDB's table.h.
CRC32C = ctypes.c_char(1)
# The number of concurrent commands; each creates a map epoch.
THREADS = 400


def host_of(osd, first):
    return "h%04d" % ((osd - first) // OSDS_A_HOST + 1)


def register(conf, count):
    import rados

    cluster = rados.Rados(conffile=conf, name="client.admin")
    cluster.connect()

    def command(**words):
        return cluster.mon_command(json.dumps(words), b"")

    known = set(json.loads(command(prefix="osd ls", format="json")[1]))

    def add(osd):
        code, _, message = command(prefix="osd new", uuid=str(uuid.uuid5(uuid.NAMESPACE_OID, str(osd))), id=osd)
        if code:
            sys.exit("osd new %d: %s" % (osd, message))

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(add, (osd for osd in range(int(count)) if osd not in known)))


def bucket(kind, name, number, items):
    lines = "".join("\titem %s weight %.3f\n" % item for item in items)
    return "%s %s {\n\tid %d\n\talg straw2\n\thash 0\n%s}\n" % (kind, name, number, lines)


def crush(first, count, old):
    """Adds OSDs, hosts, racks and a rule. Every weight is 1, as the sum of real weights (in TB) would exceed the format."""
    first, count = int(first), int(count)
    devices, rest = old.split("# types", 1)
    types, rest = rest.split("# buckets", 1)
    buckets, rules = rest.split("# rules", 1)
    numbers = iter(range(-10_000, -100_000, -1))
    osds = range(first, first + count)
    for osd in osds:
        devices += "device %d osd.%d class %s\n" % (osd, osd, "ssd" if osd % 5 == 0 else "hdd")
    racks = []
    for rack, start in enumerate(range(0, count, OSDS_A_HOST * HOSTS_A_RACK), 1):
        hosts = []
        for begin in range(start, min(start + OSDS_A_HOST * HOSTS_A_RACK, count), OSDS_A_HOST):
            own = osds[begin : begin + OSDS_A_HOST]
            name = host_of(own[0], first)
            buckets += bucket("host", name, next(numbers), [("osd.%d" % osd, 1) for osd in own])
            hosts.append((name, len(own)))
        name = "r%03d" % rack
        buckets += bucket("rack", name, next(numbers), hosts)
        racks.append((name, sum(weight for _, weight in hosts)))
    buckets += bucket("root", "large", next(numbers), racks)
    rule = (
        "rule large {\n\tid 90\n\ttype replicated\n\tmin_size 1\n\tmax_size 10\n"
        "\tstep take large\n\tstep chooseleaf firstn 0 type rack\n\tstep emit\n}\n"
    )
    end = "# end crush map"
    return "".join(
        [devices, "# types", types, "# buckets", buckets, "# rules", rules.replace(end, ""), rule, end, "\n"]
    )


def texts(data):
    """Decodes a map of strings in Ceph's encoding: a count, then lengths and bytes."""
    (count,) = struct.unpack_from("<I", data, 0)
    at, found = 4, []
    for _ in range(2 * count):
        (length,) = struct.unpack_from("<I", data, at)
        found.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return dict(zip(found[::2], found[1::2]))


def encoded(fields):
    parts = [text for pair in sorted(fields.items()) for text in pair]
    return struct.pack("<I", len(fields)) + b"".join(struct.pack("<I", len(text)) + text for text in parts)


class Store:
    """The key-value store of a stopped monitor, accessed directly because Ceph's command takes 80 ms per key."""

    def __init__(self, folder):
        self.library = ctypes.CDLL(ROCKSDB)
        for name in ("options_create", "block_based_options_create", "writeoptions_create", "open"):
            getattr(self.library, "rocksdb_" + name).restype = ctypes.c_void_p
        tables = self.made("block_based_options_create")
        # Ceph's RocksDB is older than this library and cannot read its default table format and checksums.
        self.library.rocksdb_block_based_options_set_format_version(tables, 2)
        self.library.rocksdb_block_based_options_set_checksum(tables, CRC32C)
        options = self.made("options_create")
        self.library.rocksdb_options_set_block_based_table_factory(options, tables)
        self.library.rocksdb_options_set_compression(options, 0)
        self.error = ctypes.c_char_p()
        self.writing = self.made("writeoptions_create")
        self.database = ctypes.c_void_p(
            self.library.rocksdb_open(options, folder.encode(), ctypes.byref(self.error))
        )
        self.check()

    def made(self, name):
        return ctypes.c_void_p(getattr(self.library, "rocksdb_" + name)())

    def check(self):
        if self.error.value:
            sys.exit(self.error.value.decode())

    def put(self, prefix, key, value):
        key = prefix + b"\0" + key
        size = ctypes.c_size_t
        self.library.rocksdb_put(
            self.database, self.writing, key, size(len(key)), value, size(len(value)), ctypes.byref(self.error)
        )
        self.check()

    def close(self):
        self.library.rocksdb_close(self.database)


def metadata_of(osd, first, known):
    disk = b"sd" + bytes([ord("a") + (osd - first) % OSDS_A_HOST])
    return {
        **known,
        b"hostname": host_of(osd, first).encode(),
        b"devices": disk,
        b"device_ids": disk + b"=SEAGATE_ST8000NM0055_ZA%06d" % osd,
        b"device_paths": disk + b"=/dev/disk/by-path/pci-0000:3b:00.0-scsi-0:0:%d:0" % (osd % OSDS_A_HOST),
        b"bluestore_bdev_size": b"8001563222016",
        b"bluestore_bdev_type": b"ssd" if osd % 5 == 0 else b"hdd",
    }


def store(folder, metadata, first, count, osd_map, epoch):
    first, count, epoch = int(first), int(count), int(epoch)
    with open(metadata, "rb") as file:
        known = texts(file.read())
    with open(osd_map, "rb") as file:
        full = file.read()
    target = Store(folder)
    for osd in range(first, first + count):
        target.put(b"osd_metadata", b"%d" % osd, encoded(metadata_of(osd, first, known)))
    number = struct.pack("<Q", epoch)
    target.put(b"osdmap", b"full_%d" % epoch, full)
    target.put(b"osdmap", b"full_latest", number)
    target.put(b"osdmap", b"last_committed", number)
    target.close()


def main(what, *words):
    if what == "register":
        register(*words)
    elif what == "crush":
        sys.stdout.write(crush(*words, sys.stdin.read()))
    elif what == "store":
        store(*words)
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
