import { sleep } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { holdingFlag, refuseHeld } from '../../rules/osds.ts';
import { enforce } from '../../rules/refused.ts';
import type { Ceph, PgStates } from '../ceph.ts';
import type { RuleDump } from '../crush/rules.ts';
import { readFlags } from '../maintenance/flags.ts';
import type { DiskSources } from './list.ts';
import { shortageWithout } from './places.ts';

/** The interval at which is looked how far the data of an OSD has moved. */
export const LOOK_MS = 3000;
/**
 * The managers' knowledge of an OSD may be as old as mgr_stats_period (5 seconds): one that was out a moment ago
 * counts as empty until they hear what it got. So their word holds when it is the same after this time.
 */
const SETTLED_MS = 6000;

/** EBUSY and EAGAIN: not yet. 503: that cannot be known now, and data moves on without this service. */
const NOT_YET = new Set([409, 503]);

/** Why the OSD cannot be said to hold nothing that is needed; undefined when it can. */
async function needed(ceph: Ceph, osdId: number): Promise<Refusal | undefined> {
  try {
    await ceph.readText({ prefix: 'osd safe-to-destroy', ids: [String(osdId)] }, { fresh: true });
    return undefined;
  } catch (failure) {
    if (failure instanceof Refusal && NOT_YET.has(failure.status)) return failure;
    throw failure;
  }
}

/** @throws Refusal 409 for an OSD whose data could not leave it */
export async function requireRoom({ ceph, inventory }: DiskSources, osdId: number): Promise<void> {
  enforce(refuseHeld(osdId, await readFlags(ceph, { fresh: true })));
  const [tree, pools, rules] = await Promise.all([
    inventory.tree(),
    inventory.pools(),
    ceph.read<readonly RuleDump[]>({ prefix: 'osd crush rule dump' }),
  ]);
  const short = shortageWithout(osdId, tree, pools, rules);
  if (short) {
    const { pool, size, left, domain } = short;
    throw new Refusal(
      409,
      `the pool ${pool} needs ${size} places (${domain}) for its data and would have ${left} without osd.${osdId}: add an OSD in another ${domain} first`,
    );
  }
}

/** Placement groups that nothing more is done for, though some of their data lies where it is not to stay: there is no other place. */
const homeless = ({ all }: PgStates): number =>
  Object.values(all)
    .flatMap((states) => Object.entries(states))
    .filter(([state]) => ['clean', 'remapped'].every((word) => state.split('+').includes(word)))
    .reduce((sum, [, count]) => sum + count, 0);

/** The reason why data does not leave an OSD, to be added to a sentence. */
async function obstacle(ceph: Ceph): Promise<string> {
  const flag = holdingFlag(await readFlags(ceph, { fresh: true }));
  if (flag !== undefined) return `, and do not while the flag ${flag} is set`;
  const count = homeless(await ceph.pgStates());
  return count === 0
    ? ''
    : `; ${count} placement groups of the cluster have no other place: add an OSD, or cancel this`;
}

/** Waits until an OSD that is out holds nothing that is needed, and says what is left. */
export function osdEmptying({ ceph, inventory, clock }: DiskSources) {
  const neededFor = async (osdId: number, cancelled: AbortSignal): Promise<Refusal | undefined> => {
    const why = await needed(ceph, osdId);
    if (why !== undefined) return why;
    await sleep(clock, SETTLED_MS, cancelled);
    return needed(ceph, osdId);
  };

  return async (osdId: number, say: (line: string) => void, cancelled: AbortSignal): Promise<void> => {
    let told = '';
    const look = () => neededFor(osdId, cancelled);
    for (let why = await look(); why !== undefined; why = await look()) {
      const { pgs } = (await inventory.usage()).find(({ id }) => id === osdId) ?? {};
      const left =
        why.status === 503 || !pgs
          ? why.message
          : `${pgs} placement groups of osd.${osdId} have not moved yet${await obstacle(ceph).catch(() => '')}`;
      if (left !== told) say(left);
      told = left;
      await sleep(clock, LOOK_MS, cancelled);
    }
  };
}
