"""The queues of recovery, from `pg dump`: the OSDs that placement groups reserve, and the objects that are left."""

RUNNING = {"backfilling", "recovering"}
WAITING = {"backfill_wait", "recovery_wait"}
# The most OSDs whose queues are returned for their length, the most pools whose longest queue is, and the most entries.
MAX_OSDS = MAX_POOLS = 16
MAX_ENTRIES = 256
NO_OSD = 2147483647


def queued_groups(groups):
    """Returns pool id, words of the state, primary and receiving OSDs of each placement group that recovers, or waits for it."""
    queued = []
    for pg in groups:
        words = set(pg["state"].split("+"))
        if not words.isdisjoint(RUNNING | WAITING):
            queued.append((int(pg["pgid"].partition(".")[0]), words, pg["acting_primary"], receivers(pg)))
    return queued


def recovery_queues(queued, stats):
    """Returns the queues of the OSDs that have the most to send and to receive, with the pools of the groups in them."""
    works = works_of(queued, {pool["poolid"]: totals_of(pool) for pool in stats})
    queues, busy = {}, {}
    for pool, words, primary, targets in queued:
        objects = works[pool]["waits" if "backfill_wait" in words else "runs"]
        for role, osd in [("sends", primary), *(("receives", target) for target in targets)]:
            entry = queues.setdefault(osd, {}).setdefault(pool, {"sends": 0, "receives": 0})
            entry[role] += objects
            if words & RUNNING:
                busy[role, osd] = busy.get((role, osd), 0) + 1
    listed = longest(queues, works)
    pools = {entry["pool"]: works[entry["pool"]] for entry in listed}
    return {
        "groups": len(queued),
        "parallel": max(busy.values(), default=0),
        "pools": [{"pool": pool, "left": work["left"], "running": work["copies"]} for pool, work in pools.items()],
        "queues": listed,
    }


def receivers(pg):
    """Returns the OSDs that receive: of a backfill those that are new, otherwise all that serve except for the primary."""
    new = [osd for osd in pg["up"] if osd not in pg["acting"] and osd != NO_OSD]
    return new or [osd for osd in pg["acting"] if osd not in (pg["acting_primary"], NO_OSD)]


def totals_of(pool):
    """Returns the copies of objects that a pool lacks or has in the wrong place, and the objects of one of its groups."""
    stats = pool["stat_sum"]
    left = stats["num_objects_degraded"] + stats["num_objects_misplaced"]
    return left, stats["num_objects"] / max(1, pool["num_pg"])


def works_of(queued, totals):
    """Returns, for each pool, how many objects are left for each copy of a group that waits, and of one that runs.

    What a group has done is not in the list: those that run share what the pool lacks beyond the groups that wait for
    backfill, all of whose objects are left.
    """
    works = {}
    for pool, words, _, targets in queued:
        work = works.setdefault(pool, {"waiting": 0, "others": 0, "copies": 0})
        copies = len(targets) if words & {"backfilling", "backfill_wait"} else 1
        work["waiting" if "backfill_wait" in words else "others"] += copies
        work["copies"] += copies if words & RUNNING else 0
    for pool, work in works.items():
        work["left"], whole = totals.get(pool, (0, 0))
        waiting = min(work["left"], work["waiting"] * whole)
        work["waits"] = waiting / max(1, work["waiting"])
        work["runs"] = min(whole, (work["left"] - waiting) / max(1, work["others"]))
    return works


def longest(queues, works):
    """Returns the queues of the OSDs with the most objects, and with the most of each pool."""
    length = {osd: sum(sum(entry.values()) for entry in queue.values()) for osd, queue in queues.items()}
    ranked = sorted(length, key=length.get, reverse=True)
    chosen = ranked[:MAX_OSDS]
    for pool in sorted(works, key=lambda pool: works[pool]["left"], reverse=True)[:MAX_POOLS]:
        holders = [osd for osd in ranked if pool in queues[osd]]
        chosen.append(max(holders, key=lambda osd: sum(queues[osd][pool].values())))
    entries = [
        {"osd": osd, "pool": pool, "sends": round(entry["sends"]), "receives": round(entry["receives"])}
        for osd in dict.fromkeys(chosen)
        for pool, entry in queues[osd].items()
    ]
    return entries[:MAX_ENTRIES]
