"""Summaries of all placement groups. They are made here, because even the shortest list that Ceph offers has megabytes in a
large cluster."""

from datetime import datetime


def is_inactive(state):
    words = state.split("+")
    return "active" not in words or "stale" in words


def pg_states(groups):
    """Returns {"all": {pool id: {state: count}}, "inactive": {pool id: {state: [number]}}} for the placement groups."""
    counts, inactive = {}, {}
    for pg in groups:
        (pool, _, number), state = pg["pgid"].partition("."), pg["state"]
        states = counts.setdefault(pool, {})
        states[state] = states.get(state, 0) + 1
        if is_inactive(state):
            inactive.setdefault(pool, {}).setdefault(state, []).append(int(number, 16))
    return {"all": counts, "inactive": inactive}


def seconds_of(stamp):
    """Returns a stamp such as 2026-11-20T09:17:03.123456+0000 as a Unix timestamp; None if it is not a date."""
    try:
        return int(datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%f%z").timestamp())
    except ValueError:
        return None


def oldest_scrubs(groups):
    """Returns {OSD: [oldest last scrub, oldest last deep scrub]} of the placement groups on each OSD.

    The stamps of one answer have the same zone, so they are compared as texts, and only the oldest are parsed. A group
    that has not reported yet has the stamp 0.000000, which does not count.
    """
    found = {}
    for pg in groups:
        stamps = (pg.get("last_scrub_stamp", ""), pg.get("last_deep_scrub_stamp", ""))
        for osd in {*pg["up"], *pg["acting"]}:
            oldest = found.setdefault(osd, ["", ""])
            for kind, stamp in enumerate(stamps):
                if stamp > "1" and (oldest[kind] == "" or stamp < oldest[kind]):
                    oldest[kind] = stamp
    return {osd: [seconds_of(stamp) for stamp in oldest] for osd, oldest in found.items()}
