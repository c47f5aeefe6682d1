"""Asks OSDs for their waiting requests, the pings to their peers, the commit latency of their disks, and the time for which
requests wait in their queues, and placement groups for the OSDs that they need.

An OSD that hangs never answers, and the call to it never returns. So each OSD and each group gets at most one thread; as
long as that thread waits, the OSD counts as silent and is not asked again.
"""

import json
import re
import threading
import time

from helper_pings import ALL_PINGS, SLOW_PINGS, last_pings_of, pings_of

# The commands for each OSD.
COMMANDS = {"ops": {"prefix": "dump_ops_in_flight"}, "pings": SLOW_PINGS}
# The names of BlueStore's counter of commit latencies in Ceph 16.2 and in 20.2.
COUNTERS = ("commit_lat", "txc_commit_lat")
# The counter of the time for which requests wait until the OSD works on them.
QUEUE = "op_before_dequeue_op_lat"
# The average time in milliseconds from which a queue is reported.
NOTABLE_QUEUE_MS = 1
# The age in seconds after which a reading is outdated: a disk with two operations per second commits every eight seconds.
COMMITS_S = 30
# The maximum number of OSDs that have not answered the last time and are sampled again: each holds a thread until librados
# gives up.
MAX_SILENT_AGAIN = 8
# The descriptions of writes of copies, in replicated and in erasure-coded pools, and their last event while the disk works.
COPIES = ("osd_repop(", "MOSDECSubOpWrite(")
BEGUN = ("started", "sub_op_started")
# A request of a client, with the client and the pool of its placement group: `osd_op(client.4703.0:12 2.5 2:a5b3…`.
REQUEST = re.compile(r"osd_op\((client\.\d+)\.\d+:\d+ (\d+)\.[0-9a-f]+")
# The maximum number of clients per OSD; those with the most requests are reported.
MAX_CLIENTS = 16
WAITING = re.compile(r"waiting for subops from ([\d,]+)")


def waited_for(op):
    """Returns the OSDs that a request waits for. Ceph does not name those that have committed: all count until all have."""
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
    """Returns the age of a request in seconds; 0 for a negative age, which Ceph reports as about 2^32."""
    age = float(op.get("age", 0))
    return age if age < 2**31 else 0.0


def own_wait(ops):
    """Returns the age in milliseconds of the oldest copy that waits for the OSD's own disk; 0 if there is none."""
    ages = [age_of(op) for op in ops if op.get("description", "").startswith(COPIES) and last_event(op) in BEGUN]
    return max(ages, default=0.0) * 1000


def last_event(op):
    return (op.get("type_data", {}).get("events") or [{}])[-1].get("event", "")


def waits_of(osd, ops):
    """Returns [{osd, waitsFor, requests, oldest}]: the requests in an OSD, grouped by the OSDs that they wait for."""
    found = {}
    for op in ops:
        for other in sorted(waited_for(op)):
            requests, oldest = found.get(other, (0, 0.0))
            found[other] = (requests + 1, max(oldest, age_of(op)))
    return [
        {"osd": osd, "waitsFor": other, "requests": requests, "oldest": oldest}
        for other, (requests, oldest) in found.items()
    ]


def clients_of(ops):
    """Returns [{client, address, pool, requests}]: the requests of clients in an OSD, those with the most first."""
    found = {}
    for op in ops:
        request = REQUEST.match(op.get("description", ""))
        if request:
            info = op.get("type_data", {}).get("client_info", {})
            key = (request.group(1), info.get("client_addr", ""), int(request.group(2)))
            found[key] = found.get(key, 0) + 1
    most = sorted(found.items(), key=lambda one: -one[1])[:MAX_CLIENTS]
    return [
        {"client": client, "address": address, "pool": pool, "requests": requests}
        for (client, address, pool), requests in most
    ]


def needed_by(query):
    """Returns the OSDs that are down and may hold what a placement group lacks, from the group's own description.

    A group that is down lists the OSDs without which it cannot know the last writes, a group with unfound objects those
    that may hold them.
    """
    found = set()
    for state in query.get("recovery_state", []):
        found.update(state.get("down_osds_we_would_probe", []))
        sources = state.get("might_have_unfound", [])
        found.update(shard_osd(source["osd"]) for source in sources if source.get("status") == "osd is down")
    return sorted(found)


def shard_osd(name):
    """Returns the OSD of a shard: `3`, or `3(1)` in an erasure-coded pool."""
    return int(str(name).partition("(")[0])


def joined(name, lists):
    """Returns {name: the entries of all lists}, or nothing if all OSDs refused: then it is not known. None stands for one that did."""
    known = [entries for entries in lists if entries is not None]
    return {} if lists and not known else {name: [entry for entries in known for entry in entries]}


class Averages:
    """The average of a time of each OSD between two readings of its counter, such as that of commits."""

    def __init__(self):
        self._totals, self._times = {}, {}

    def add(self, osd, counter, waiting, now):
        """Adds a reading of an OSD: its counter (times, sum of seconds), and the milliseconds that count if there was no new one."""
        count, total = counter.get("avgcount"), counter.get("sum")
        if count is None or total is None:
            return
        last = self._totals.get(osd)
        self._totals[osd] = (now, count, total)
        if last is None or now - last[0] > COMMITS_S or count < last[1]:  # a lower count: the OSD was restarted
            self._times.pop(osd, None)
            return
        new = count - last[1]
        ms = (total - last[2]) / new * 1000 if new else waiting
        if ms > 0:
            self._times[osd] = (*self._times.get(osd, ()), (now, ms))[-2:]

    def latest(self, osds, now):
        """Returns {osd: milliseconds}: the averages that the readings of this moment gave."""
        found = {osd: self._times.get(osd, ((None, 0),))[-1] for osd in osds}
        return {osd: ms for osd, (at, ms) in found.items() if at == now}

    def lasting(self, osds, now):
        """Returns {osd: milliseconds}: the lower of the last two averages, as one slow moment says nothing about a disk."""
        found = {osd: [ms for at, ms in self._times.get(osd, ()) if now - at <= COMMITS_S] for osd in osds}
        return {osd: min(times) for osd, times in found.items() if len(times) == 2}


def named(name, times):
    """Returns [{osd, name: milliseconds}]."""
    return [{"osd": osd, name: ms} for osd, ms in times.items()]


class Part:
    def __init__(self, cluster):
        self._cluster = cluster
        self._lock = threading.Lock()
        self._asked = set()
        self._commits, self._sampled, self._queues = Averages(), Averages(), Averages()
        self._silent = {}  # the sampled OSDs that have not answered the last time, in the order of that

    def call(self, name, arguments):
        calls = {"ask": self._ask_osds, "commits": self._sample, "needs": self._ask_groups, "pings": self._ask_pings}
        return calls[name](**arguments)

    def _ask_osds(self, osds, seconds):
        """Asks OSDs. Those that do not answer within `seconds` are silent."""
        in_time = self._answers(self._ask_osd, osds, seconds)
        now = time.monotonic()
        with self._lock:
            for osd, (_, _, counter, waiting, queue, _) in in_time.items():
                self._commits.add(osd, counter, waiting, now)
                self._queues.add(osd, queue, 0, now)
            commits = self._commits.lasting(in_time, now)
            queues = self._queues.latest(in_time, now)
        long = [entry for entry in named("ms", queues) if entry["ms"] >= NOTABLE_QUEUE_MS]
        return {
            **joined("waits", [waits for waits, *_ in in_time.values()]),
            **joined("pings", [pings for _, pings, *_ in in_time.values()]),
            **joined("clients", [clients for *_, clients in in_time.values()]),
            **joined("queues", [long if any(queue for *_, queue, _ in in_time.values()) else None]),
            "commits": named("commitMs", commits),
            "silent": sorted(osd for osd in osds if osd not in in_time),
        }

    def _sample(self, osds, seconds):
        """Returns [{osd, commitMs}]: the commit latencies of OSDs since the previous call, of those that committed something."""
        with self._lock:
            again = [osd for osd in self._silent if osd in osds][:MAX_SILENT_AGAIN]
            chosen = [osd for osd in osds if osd not in self._silent] + again
        in_time = self._answers(self._ask_commits, chosen, seconds)
        now = time.monotonic()
        with self._lock:
            for osd in chosen:
                self._silent.pop(osd, None)
                if osd not in in_time:
                    self._silent[osd] = True
            for osd, counter in in_time.items():
                self._sampled.add(osd, counter, 0, now)
            return named("commitMs", self._sampled.latest(in_time, now))

    def _ask_groups(self, groups, seconds):
        """Returns [{group, osds}]: the OSDs that placement groups need, of those groups that answer within `seconds`."""
        in_time = self._answers(self._ask_group, groups, seconds)
        return [{"group": group, "osds": in_time[group]} for group in groups if in_time.get(group) is not None]

    def _ask_pings(self, osds, seconds):
        """Returns [{from, to, ms}]: the last pings of those OSDs that answer within `seconds`."""
        return [ping for pings in self._answers(self._ask_last, osds, seconds).values() for ping in pings]

    def _answers(self, ask, targets, seconds):
        """Asks each target in a thread of its own, unless it still has the same question, and returns the answers that arrive within `seconds`, by target."""
        connection = self._cluster.get()
        answers, threads = {}, []

        def run(target):
            answer = ask(connection, target)
            with self._lock:
                answers[target] = answer
                self._asked.discard((ask.__name__, target))

        for target in targets:
            with self._lock:
                if (ask.__name__, target) in self._asked:
                    continue
                self._asked.add((ask.__name__, target))
            thread = threading.Thread(target=run, args=(target,), daemon=True)
            thread.start()
            threads.append(thread)
        deadline = time.monotonic() + seconds
        for thread in threads:
            thread.join(max(0, deadline - time.monotonic()))
        with self._lock:
            return dict(answers)

    @staticmethod
    def _ask_commits(connection, osd):
        """Returns an OSD's counter of commits; an empty one if it refuses."""
        return next(filter(None, (counter_of(connection, osd, "bluestore", name) for name in COUNTERS)), {})

    def _ask_osd(self, connection, osd):
        try:
            dumps = {name: tell(connection, osd, dump) for name, dump in COMMANDS.items()}
            count, queue = self._ask_commits(connection, osd), counter_of(connection, osd, "osd", QUEUE)
            ops, pings = dumps["ops"].get("ops"), dumps["pings"].get("entries")
            waits = None if ops is None else waits_of(osd, ops)
            clients = None if ops is None else clients_of(ops)
            return waits, None if pings is None else pings_of(pings), count, own_wait(ops or []), queue, clients
        except Exception:
            return None, None, {}, 0, {}, None  # an OSD that answers with an error is not silent

    @staticmethod
    def _ask_last(connection, osd):
        try:
            return last_pings_of(tell(connection, osd, ALL_PINGS).get("entries", []))
        except Exception:
            return []

    @staticmethod
    def _ask_group(connection, group):
        """Returns the OSDs that a placement group needs; None if its primary cannot describe it."""
        try:
            # By an older map the command would go to a former primary, which may be down (connectionSettings.ts).
            connection.wait_for_latest_osdmap()
            command = json.dumps({"prefix": "query", "pgid": group, "format": "json"})
            answer = answer_of(connection.pg_command(group, command, b""))
            return needed_by(answer) if answer else None
        except Exception:
            return None

    def end(self):
        pass  # threads that still wait end with the process


def tell(connection, osd, command):
    return answer_of(connection.osd_command(osd, json.dumps({**command, "format": "json"}), b""))


def counter_of(connection, osd, logger, name):
    """Returns a counter of an OSD; an empty one if it refuses."""
    try:
        return tell(connection, osd, {"prefix": "perf dump", "logger": logger, "counter": name}).get(logger, {}).get(name, {})
    except Exception:
        return {}


def answer_of(result):
    rc, out, _ = result
    return json.loads(out) if rc == 0 and out else {}
