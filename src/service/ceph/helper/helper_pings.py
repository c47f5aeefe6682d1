"""The pings between OSDs, as an OSD reports them: each for its network, with averages that change once a minute, and the last
one, which is at most six seconds old (osd_heartbeat_interval)."""

# The commands for the pings of an OSD; `value` is the least average of those that it reports, in milliseconds.
SLOW_PINGS = {"prefix": "dump_osd_network", "value": 20}
ALL_PINGS = {**SLOW_PINGS, "value": 0}
# The maximum number of slow pings per OSD; the slowest are reported.
MAX_PINGS = 16


def pings_of(entries):
    """Returns [{from, to, ms}]: the slow pings of an OSD, averaged over a minute."""
    pings = [
        {"from": entry["from osd"], "to": entry["to osd"], "ms": entry["average"]["1min"]}
        for entry in entries
        if "from osd" in entry and "1min" in entry.get("average", {})
    ]
    return sorted(pings, key=lambda ping: -ping["ms"])[:MAX_PINGS]


def last_pings_of(entries):
    """Returns [{from, to, ms}]: the last ping of an OSD to each other one, in the network where that took longer."""
    last = {}
    for entry in entries:
        if "from osd" in entry and "last" in entry:
            pair = (entry["from osd"], entry["to osd"])
            last[pair] = max(last.get(pair, 0), entry["last"])
    return [{"from": one, "to": other, "ms": ms} for (one, other), ms in last.items()]
