import { sleep } from '../../../lib/clock.ts';
import { ifRefused, type Refusal } from '../../engine.ts';
import { holdingFlag, noPlaceWithout, refuseHeld } from '../../rules/osds.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph, PgStates } from '../client/ceph.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { readRules } from '../crush/rules.ts';
import { readOsdMap } from '../map/osdMap.ts';
import type { Say } from '../tasks/board.ts';
import { shortageWithout } from './failureDomains.ts';

/** The interval at which the progress of an OSD's removal is checked. */
export const POLL_MS = 3000;
/**
 * The managers' statistics of an OSD may be as old as mgr_stats_period (5 seconds): an OSD that was in until a moment
 * ago can look empty until it reports. So their answer counts only if it is the same after this time.
 */
const SETTLED_MS = 6000;

/**
 * The reason why it is not yet safe to destroy the OSD: 409 for EBUSY and EAGAIN, or 503 for a cluster that does not
 * answer now. Undefined when it is safe.
 */
const unsafeToDestroy = (ceph: Ceph, osdId: number): Promise<Refusal | undefined> =>
  ceph.readText({ prefix: 'osd safe-to-destroy', ids: [String(osdId)] }, { fresh: true }).then(
    () => undefined,
    ifRefused((why) => why, 409, 503),
  );

/** @throws Refusal 409 for an OSD whose data could not move to other OSDs */
export async function requireRoom({ ceph, inventory }: ClusterParts, osdId: number): Promise<void> {
  enforce(refuseHeld(osdId, (await readOsdMap(ceph, { fresh: true })).flags_set));
  const [tree, pools, rules] = await Promise.all([inventory.tree(), inventory.pools(), readRules(ceph)]);
  const short = shortageWithout(osdId, tree, pools, rules);
  if (short) throw refusal(noPlaceWithout(osdId, short));
}

/** The number of placement groups that are clean but remapped: CRUSH finds no other place for their data. */
const stuckRemapped = ({ all }: PgStates): number =>
  Object.values(all)
    .flatMap((states) => Object.entries(states))
    .filter(([state]) => ['clean', 'remapped'].every((word) => state.split('+').includes(word)))
    .reduce((sum, [, count]) => sum + count, 0);

/** The reason why data does not move off an OSD, as the end of a sentence; empty if none is known. */
async function obstacle(ceph: Ceph): Promise<string> {
  const flag = holdingFlag((await readOsdMap(ceph, { fresh: true })).flags_set);
  if (flag !== undefined) return `, and cannot while the flag ${flag} is set`;
  const count = stuckRemapped(await ceph.pgStates());
  return count === 0
    ? ''
    : `; ${count} placement groups of the cluster have no other OSD to move to: add an OSD, or cancel this task`;
}

/** Makes the function that waits until an OSD that is out is safe to destroy, and reports what is left. */
export function osdEmptying({ ceph, inventory, clock }: ClusterParts) {
  const check = async (osdId: number, cancelled: AbortSignal): Promise<Refusal | undefined> => {
    const why = await unsafeToDestroy(ceph, osdId);
    if (why !== undefined) return why;
    await sleep(clock, SETTLED_MS, cancelled);
    return unsafeToDestroy(ceph, osdId);
  };

  return async (osdId: number, say: Say, cancelled: AbortSignal): Promise<void> => {
    let reported = '';
    const next = () => check(osdId, cancelled);
    for (let why = await next(); why !== undefined; why = await next()) {
      const { pgs } = (await inventory.usage()).find(({ id }) => id === osdId) ?? {};
      const left =
        why.status === 503 || !pgs
          ? why.message
          : `${pgs} placement groups of osd.${osdId} have not moved yet${await obstacle(ceph).catch(() => '')}`;
      if (left !== reported) say(left);
      reported = left;
      await sleep(clock, POLL_MS, cancelled);
    }
  };
}
