"""What OSDs say of the requests that wait in them, and of the pings to their peers.

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


class Part:
    def __init__(self, cluster):
        self._cluster = cluster
        self._lock = threading.Lock()
        self._asked = set()

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
        return {
            "waits": [wait for ops, _ in told.values() for wait in ops],
            "pings": [ping for _, pings in told.values() for ping in pings],
            "silent": sorted(osd for osd in osds if osd not in told),
        }

    def _ask(self, connection, osd, answers):
        try:
            said = {name: self._command(connection, osd, command) for name, command in COMMANDS.items()}
            answer = (waits_of(osd, said["ops"].get("ops", [])), pings_of(said["pings"].get("entries", [])))
        except Exception:
            answer = ([], [])  # one that refuses is not silent
        with self._lock:
            answers[osd] = answer
            self._asked.discard(osd)

    @staticmethod
    def _command(connection, osd, command):
        rc, out, _ = connection.osd_command(osd, json.dumps({**command, "format": "json"}), b"")
        return json.loads(out) if rc == 0 and out else {}

    def end(self):
        pass  # threads that still wait end with the process
