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
    "commits": {"prefix": "perf dump", "logger": "bluestore", "counter": "commit_lat"},
}
# What was seen more than so many seconds ago says nothing of the present: a disk of two operations a second commits every eight.
COMMITS_S = 30
# At most so many of the slowest pings of an OSD.
MOST_PINGS = 16
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


def waits_of(osd, ops):
    """[{osd, waitsFor, requests, oldest}] of the requests in an OSD, by whom they wait for."""
    found = {}
    for op in ops:
        for other in sorted(waited_for(op)):
            requests, oldest = found.get(other, (0, 0.0))
            found[other] = (requests + 1, max(oldest, float(op.get("age", 0))))
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
    """How long the commits of each OSD took, between one look that saw new ones and the next."""

    def __init__(self):
        self._totals, self._means = {}, {}

    def add(self, osd, counter, now):
        """Takes the counter of an OSD: how many commits there were, and the seconds of all of them."""
        count, total = counter.get("avgcount"), counter.get("sum")
        if count is None or total is None:
            return
        at, count_before, total_before = self._totals.get(osd, (None, 0, 0))
        is_known = at is not None and now - at <= COMMITS_S and count >= count_before  # it restarted otherwise
        if is_known and count == count_before:
            return
        self._totals[osd] = (now, count, total)
        if is_known:
            mean = (total - total_before) / (count - count_before) * 1000
            self._means[osd] = (*self._means.get(osd, ()), (now, mean))[-2:]
        else:
            self._means.pop(osd, None)

    def told(self, osds, now):
        """[{osd, commitMs}]: the shorter of the last two times of each, since a single slow moment says nothing of a disk."""
        found = {osd: [ms for at, ms in self._means.get(osd, ()) if now - at <= COMMITS_S] for osd in osds}
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
            for osd, (_, _, counter) in told.items():
                self._commits.add(osd, counter, now)
            commits = self._commits.told(told, now)
        return {
            "waits": [wait for ops, _, _ in told.values() for wait in ops],
            "pings": [ping for _, pings, _ in told.values() for ping in pings],
            "commits": commits,
            "silent": sorted(osd for osd in osds if osd not in told),
        }

    def _ask(self, connection, osd, answers):
        try:
            said = {name: self._command(connection, osd, command) for name, command in COMMANDS.items()}
            counter = said["commits"].get("bluestore", {}).get("commit_lat", {})
            answer = (waits_of(osd, said["ops"].get("ops", [])), pings_of(said["pings"].get("entries", [])), counter)
        except Exception:
            answer = ([], [], {})  # one that refuses is not silent
        with self._lock:
            answers[osd] = answer
            self._asked.discard(osd)

    @staticmethod
    def _command(connection, osd, command):
        rc, out, _ = connection.osd_command(osd, json.dumps({**command, "format": "json"}), b"")
        return json.loads(out) if rc == 0 and out else {}

    def end(self):
        pass  # threads that still wait end with the process
