"""A fake librados for the tests of helper.py: a cluster with a few fixed answers."""

import itertools
import json
import threading
import time


class Error(Exception):
    def __init__(self, message, errno=None):
        super().__init__(message)
        self.errno = errno


def _pg(pgid, state, osds, plain, deep="2026-11-19T10:00:00.500000+0000"):
    stamps = {"last_scrub_stamp": plain, "last_deep_scrub_stamp": deep}
    return {"pgid": pgid, "state": state, "up": osds, "acting": osds, "acting_primary": osds[0], **stamps}


def _moving(pgid, state, up, acting):
    return {"pgid": pgid, "state": state, "up": up, "acting": acting, "acting_primary": acting[0]}


def _pool(poolid, groups, objects, degraded, misplaced):
    counts = {"num_objects": objects, "num_objects_degraded": degraded, "num_objects_misplaced": misplaced}
    return {"poolid": poolid, "num_pg": groups, "stat_sum": counts}


ANSWERS = {
    "status": {"fsid": "f", "health": "fine"},
    "osd dump": {"flags_set": ["noout"], "osds": ["large"]},
    "osd metadata": [{"id": 0, "hostname": "a", "cpu": "x"}, {"id": 1, "cpu": "y"}],
    "pg dump": {
        "pg_stats": [
            _pg("1.0", "active+clean", [0, 1], plain="2026-11-20T10:00:00.500000+0000"),
            _pg("1.1", "active+clean", [1, 0], plain="2026-11-20T11:00:00.000000+0000"),
            _pg("2.1f", "peering", [1], plain="0.000000"),
            _pg("2.0", "stale+active+clean", [2], plain="yesterday"),
            _moving("3.0", "active+undersized+degraded+backfill_wait", [4, 5, 6], [4, 5]),
            _moving("3.1", "active+undersized+degraded+backfilling", [4, 5, 7], [4, 5]),
            _moving("4.0", "active+remapped+backfilling", [5, 6, 7], [4, 5, 2147483647]),
            _moving("5.0", "active+recovering+degraded", [5, 6], [5, 6]),
            _moving("5.1", "active+recovery_wait+degraded", [6, 4], [6, 4]),
        ],
        "pool_stats": [
            _pool(3, 2, 200, 130, 0),
            _pool(4, 1, 40, 0, 60),
            _pool(5, 2, 100, 10, 0),
            _pool(6, 1, 7, 0, 0),
        ],
    },
    "config ls": ["a", "b"],
}


def _op(age, *events, description="osd_op(client.4233.0:3012 2.b)"):
    client_info = {"client": "client.4233", "client_addr": "10.0.0.7:0/99", "tid": 1}
    type_data = {"client_info": client_info, "events": [{"event": event} for event in events]}
    return {"description": description, "age": age, "type_data": type_data}


# In the format of Ceph 16.2.
OSD_ANSWERS = {
    "dump_ops_in_flight": {
        "ops": [
            _op(4.5, "initiated", "started", "waiting for subops from 2,9", "op_commit", "sub_op_commit_rec"),
            _op(1.5, "initiated", "waiting for subops from 9"),
            _op(9.5, "initiated", "waiting for subops from 3", "sub_op_commit_rec", "op_commit"),
            _op(9.5, "initiated", "reached_pg"),
            _op(9.9, "initiated", "started"),
            _op(1.25, "initiated", "started", description="osd_repop(client.4233.0:3017 3.2 e51/27)"),
            _op(9.7, "started", "commit_sent", description="osd_repop(client.4233.0:3016 3.2 e51/27)"),
            _op(1.5, "initiated", "sub_op_started", description="MOSDECSubOpWrite(1.3s2 51/24 ECSubWrite(tid=470)"),
            _op(4294967295.9, "initiated", "started", description="osd_repop(client.4233.0:3018 3.2 e51/27)"),
        ]
    },
    "dump_osd_network": {
        "threshold": 20,
        "entries": [
            {"from osd": 1, "to osd": 2, "interface": "back", "average": {"1min": 25.5, "5min": 20.0}, "last": 3.5},
            {"from osd": 1, "to osd": 3, "interface": "back", "average": {"1min": 900.5, "5min": 20.0}, "last": 160.5},
        ],
    },
}

# The pings of an OSD when all are asked for.
ALL_PINGS = {
    "dump_osd_network": {
        "threshold": 0,
        "entries": [
            {"from osd": 1, "to osd": 2, "interface": "back", "average": {"1min": 25.5, "5min": 20.0}, "last": 3.5},
            {"from osd": 1, "to osd": 3, "interface": "back", "average": {"1min": 900.5, "5min": 20.0}, "last": 160.5},
            {"from osd": 1, "to osd": 3, "interface": "front", "average": {"1min": 1.5, "5min": 1.5}, "last": 2.5},
            {"from osd": 1, "to osd": 4, "interface": "back", "average": {"1min": 1.5, "5min": 1.5}, "last": 1.25},
            {"from osd": 1, "to osd": 4, "interface": "front", "average": {"1min": 1.5, "5min": 1.5}, "last": 150.25},
            {"from osd": 1, "to osd": 6, "interface": "front"},
        ],
    },
}


# The number of commits of osd.1 and their total seconds, at successive readings; Ceph 20.2 names them txc_commit_lat.
COMMITS = iter([(100, 1.0), (110, 1.1), (110, 1.1), (111, 3.8), (115, 17.0), (115, 17.0), (2, 0.1)])


# The number of requests of osd.1 that left its queue, and the total seconds that they waited in it, at successive readings.
QUEUE = itertools.chain([(100, 1.0), (110, 1.125), (120, 1.13)], itertools.repeat((120, 1.13)))


AWAKE = threading.Event()
COUNT = itertools.count(1)


def _commits():
    count, total = next(COMMITS)
    return {"bluestore": {"txc_commit_lat": {"avgcount": count, "sum": total, "avgtime": total / count}}}


def _queue():
    count, total = next(QUEUE)
    return {"osd": {"op_before_dequeue_op_lat": {"avgcount": count, "sum": total, "avgtime": total / count}}}


# In the format of Ceph 16.2; the answers of 1.2 and 1.3 are those of groups that are down and that miss objects.
GROUPS = {
    "1.2": {
        "recovery_state": [
            {"name": "Started/Primary/Peering/Down"},
            {"name": "Started/Primary/Peering", "down_osds_we_would_probe": [4]},
        ]
    },
    "1.3": {
        "recovery_state": [
            {
                "name": "Started/Primary/Active",
                "might_have_unfound": [
                    {"osd": "7(2)", "status": "osd is down"},
                    {"osd": "2(0)", "status": "already probed"},
                    {"osd": "5(1)", "status": "osd is down"},
                ],
            }
        ]
    },
}

CLUSTER = "565f56b9-28a7-429d-b15a-0763c988352f"


class Rados:
    def __init__(self, conffile, name, conf):
        self.name = name
        self.has_latest_map = False

    def connect(self):
        if self.name == "client.nobody":
            raise Error("permission denied", 13)

    def conf_get(self, option):
        return CLUSTER if self.name == "client.elsewhere" else "00000000-0000-0000-0000-000000000000"

    def get_fsid(self):
        return CLUSTER.replace("5", "6")

    def shutdown(self):
        pass

    def monitor_log2(self, level, callback, argument):
        callback(argument, b"", b"cluster", b"osd.3", b"", 1000, 250_000_000, 7, b"[WRN]", "Grüße".encode())

    def mon_command(self, text, _):
        command = json.loads(text)
        prefix = command["prefix"]
        if prefix in ("slow", "osd perf"):
            time.sleep(0.5)
            return 0, b"", "slept"
        if prefix == "raise":
            raise Error("broken pipe", 32)
        if prefix == "config help":
            return 0, json.dumps({"name": command["key"]}).encode(), ""
        if prefix not in ANSWERS:
            return -22, b"", "command not known"
        return 0, json.dumps(ANSWERS[prefix]).encode(), ""

    def wait_for_latest_osdmap(self):
        self.has_latest_map = True

    def pg_command(self, group, text, _):
        if not self.has_latest_map:
            raise Error("the map is old", 116)
        if group == "1.9":
            time.sleep(600)  # its primary hangs
        if json.loads(text) != {"prefix": "query", "pgid": group, "format": "json"} or group not in GROUPS:
            return -2, b"", "no such group"
        return 0, json.dumps(GROUPS[group]).encode(), ""

    def osd_command(self, osd, text, _):
        command = json.loads(text)
        prefix = command["prefix"]
        if osd == 9:
            time.sleep(600)  # hangs
        if osd >= 100:
            AWAKE.wait()  # hangs until osd.2 is asked
            count = next(COUNT)
            return 0, json.dumps({"bluestore": {command["counter"]: {"avgcount": count, "sum": count}}}).encode(), ""
        if osd == 2:
            AWAKE.set()
        if prefix == "perf dump" and osd == 1 and command["counter"] == "op_before_dequeue_op_lat":
            return 0, json.dumps(_queue()).encode(), ""
        if prefix == "perf dump" and osd == 1:
            return 0, json.dumps(_commits() if command["counter"] == "txc_commit_lat" else {}).encode(), ""
        if osd == 5:
            return -6, b"", "not up"
        if not isinstance(command.get("value", 0), int):
            return -22, b"", "invalid command json"
        if command.get("value") == 0:
            return 0, json.dumps(ALL_PINGS[prefix]).encode(), ""
        if prefix in OSD_ANSWERS:
            return 0, json.dumps(OSD_ANSWERS[prefix]).encode(), ""
        return 0, b"\xff", f"osd.{osd}"
