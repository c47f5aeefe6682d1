"""What OSDs say of the requests that wait in them, of the pings to their peers, and of how quickly their disks commit.

An OSD that hangs never answers, and the call to it waits for ever: so each OSD has one thread at the most, which is left
alone then, and while it is there the OSD counts as silent without being asked again.
"""

import json
import re
import threading
import time

# Each of these is asked of every OSD; a ping counts from so many milliseconds on.
COMMANDS = {
    "ops": {"prefix": "dump_ops_in_flight"},
    "pings": {"prefix": "dump_osd_network", "value": "20"},
}
# The time of commits in bluestore is counted under the one name by 16.2, under the other by 20.2.
COUNTERS = ("commit_lat", "txc_commit_lat")
# What was seen more than so many seconds ago says nothing of the present: a disk of two operations a second commits every eight.
COMMITS_S = 30
# At most so many of the slowest pings of an OSD.
MOST_PINGS = 16
# Writes of copies, of a replicated pool and of an erasure coded one, and what the last is that is told while the disk has them.
COPIES = ("osd_repop(", "MOSDECSubOpWrite(")
BEGUN = ("started", "sub_op_started")
WAITING = re.compile(r"waiting for subops from ([\d,]+)")


def waited_for(op):
    """The OSDs that a request waits for. While a part of them has committed, nobody knows which: all of them then."""
    missing, committed = set(), 0
    for event in op.get("type_data", {}).get("events", []):
        text = event.get("event", "")
        waiting = WAITING.search(text)
        if waiting:
            missing, committed = {int(osd) for osd in waiting.group(1).split(",") if osd}, 0
        elif text.startswith("sub_op_commit_rec"):
            committed += 1
    return missing if committed < len(missing) else set()


def age_of(op):
    """Seconds since a request came; 0 where Ceph counted below 0, which it tells as 2^32."""
    age = float(op.get("age", 0))
    return age if age < 2**31 else 0.0


def own_wait(ops):
    """Milliseconds for which the disk of the OSD itself has the oldest of the copies that it is to keep for others; 0 without one."""
    ages = [age_of(op) for op in ops if op.get("description", "").startswith(COPIES) and last_event(op) in BEGUN]
    return max(ages, default=0.0) * 1000


def last_event(op):
    return (op.get("type_data", {}).get("events") or [{}])[-1].get("event", "")


def waits_of(osd, ops):
    """[{osd, waitsFor, requests, oldest}] of the requests in an OSD, by whom they wait for."""
    found = {}
    for op in ops:
        for other in sorted(waited_for(op)):
            requests, oldest = found.get(other, (0, 0.0))
            found[other] = (requests + 1, max(oldest, age_of(op)))
    return [
        {"osd": osd, "waitsFor": other, "requests": requests, "oldest": oldest}
        for other, (requests, oldest) in found.items()
    ]


def pings_of(entries):
    """[{from, to, ms}] of the slow pings of an OSD, averages of a minute."""
    pings = [
        {"from": entry["from osd"], "to": entry["to osd"], "ms": entry["average"]["1min"]}
        for entry in entries
        if "from osd" in entry and "1min" in entry.get("average", {})
    ]
    return sorted(pings, key=lambda ping: -ping["ms"])[:MOST_PINGS]


class Commits:
    """How long the commits of each OSD took between one look and the next; where there were none, for how long one waits."""

    def __init__(self):
        self._totals, self._times = {}, {}

    def add(self, osd, counter, waiting, now):
        """Takes the counter of an OSD (how many commits there were, and the seconds of all of them), and for how long one waits."""
        count, total = counter.get("avgcount"), counter.get("sum")
        if count is None or total is None:
            return
        before = self._totals.get(osd)
        self._totals[osd] = (now, count, total)
        if before is None or now - before[0] > COMMITS_S or count < before[1]:  # it was started anew
            self._times.pop(osd, None)
            return
        new = count - before[1]
        ms = (total - before[2]) / new * 1000 if new else waiting
        if ms > 0:
            self._times[osd] = (*self._times.get(osd, ()), (now, ms))[-2:]

    def told(self, osds, now):
        """[{osd, commitMs}]: the shorter of the last two times of each, since a single slow moment says nothing of a disk."""
        found = {osd: [ms for at, ms in self._times.get(osd, ()) if now - at <= COMMITS_S] for osd in osds}
        return [{"osd": osd, "commitMs": min(times)} for osd, times in found.items() if len(times) == 2]


class Part:
    def __init__(self, cluster):
        self._cluster = cluster
        self._lock = threading.Lock()
        self._asked = set()
        self._commits = Commits()

    def call(self, name, arguments):
        return {"ask": self._ask_all}[name](**arguments)

    def _ask_all(self, osds, seconds):
        """Asks OSDs for what waits in them. Silent are those that do not answer within so many seconds."""
        connection = self._cluster.get()
        answers, threads = {}, []
        for osd in osds:
            with self._lock:
                if osd in self._asked:
                    continue
                self._asked.add(osd)
            thread = threading.Thread(target=self._ask, args=(connection, osd, answers), daemon=True)
            thread.start()
            threads.append(thread)
        deadline = time.monotonic() + seconds
        for thread in threads:
            thread.join(max(0, deadline - time.monotonic()))
        with self._lock:
            told = dict(answers)
            now = time.monotonic()
            for osd, (*_, counter, waiting) in told.items():
                self._commits.add(osd, counter, waiting, now)
            commits = self._commits.told(told, now)
        return {
            "waits": [wait for waits, *_ in told.values() for wait in waits],
            "pings": [ping for _, pings, *_ in told.values() for ping in pings],
            "commits": commits,
            "silent": sorted(osd for osd in osds if osd not in told),
        }

    def _ask(self, connection, osd, answers):
        try:
            said = {name: self._command(connection, osd, command) for name, command in COMMANDS.items()}
            counters = (self._counter(connection, osd, name) for name in COUNTERS)
            counter = next(filter(None, counters), {})
            ops, pings = said["ops"].get("ops", []), said["pings"].get("entries", [])
            answer = (waits_of(osd, ops), pings_of(pings), counter, own_wait(ops))
        except Exception:
            answer = ([], [], {}, 0)  # one that refuses is not silent
        with self._lock:
            answers[osd] = answer
            self._asked.discard(osd)

    def _counter(self, connection, osd, name):
        command = {"prefix": "perf dump", "logger": "bluestore", "counter": name}
        return self._command(connection, osd, command).get("bluestore", {}).get(name, {})

    @staticmethod
    def _command(connection, osd, command):
        rc, out, _ = connection.osd_command(osd, json.dumps({**command, "format": "json"}), b"")
        return json.loads(out) if rc == 0 and out else {}

    def end(self):
        pass  # threads that still wait end with the process
