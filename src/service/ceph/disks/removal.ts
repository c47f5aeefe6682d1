import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { noOsd } from '../../rules/maintenance.ts';
import { holdingFlag, refuseHeld } from '../../rules/osds.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph, PgStates } from '../ceph.ts';
import type { Hands } from '../hands/hands.ts';
import { osdHostOf, stopDaemon, wipeAfter } from '../hands/osdHost.ts';
import type { RuleDump } from '../crush/rules.ts';
import { readFlags } from '../maintenance/flags.ts';
import type { Inventory } from '../inventory.ts';
import { shortageWithout } from './places.ts';
import { isOsd } from '../osdTree.ts';
import { SERVICE_ENDS, type Job, type Resume, type Work } from '../tasks/board.ts';

/** An OSD that is to end: `purge` forgets it, `destroy` keeps its number and its place for a disk that replaces it. */
export interface Removal {
  readonly osdId: number;
  readonly end: 'purge' | 'destroy';
}

/** A removal under way, as it is written down to go on after a restart. */
interface Begun extends Removal {
  /** True where data was placed on it: to be so again when the removal is cancelled. */
  readonly wasIn: boolean;
}

interface Surroundings {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly hands: Hands;
}

const KIND = 'remove-osd';
const ENDED = { purge: 'is gone', destroy: 'is destroyed; another disk can take its number' } as const;
const LOOK_MS = 3000;
/** The monitors hear of the end of a daemon at once, or from its peers within half a minute. */
const [DOWN_MS, DOWN_LOOKS] = [1000, 60];
/**
 * The managers' knowledge of an OSD may be as old as mgr_stats_period (5 seconds): one that was out a moment ago
 * counts as empty until they hear what it got. So their word holds when it is the same after this time.
 */
const SETTLED_MS = 6000;

const finder = (inventory: Inventory) => async (osdId: number) => {
  const tree = await inventory.tree();
  const osds = [...tree.nodes, ...tree.stray].filter(isOsd);
  const osd = osds.find(({ id }) => id === osdId);
  if (!osd) throw refusal(noOsd(osdId, osds.length));
  return osd;
};

/** EBUSY and EAGAIN: not yet. 503: that cannot be known now, and data moves on without this service. */
const NOT_YET = new Set([409, 503]);

/** Why the OSD cannot be said to hold nothing that is needed; undefined when it can. */
async function needed(ceph: Ceph, osdId: number): Promise<Refusal | undefined> {
  try {
    await ceph.write({ prefix: 'osd safe-to-destroy', ids: [String(osdId)] });
    return undefined;
  } catch (failure) {
    if (failure instanceof Refusal && NOT_YET.has(failure.status)) return failure;
    throw failure;
  }
}

/** @throws Refusal 409 for an OSD whose data could not leave it */
async function requireRoom(
  { ceph, inventory }: Pick<Surroundings, 'ceph' | 'inventory'>,
  osdId: number,
): Promise<void> {
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

/** Until the cluster knows that a daemon has ended. */
async function waitForDown(
  clock: Clock,
  status: () => Promise<string | undefined>,
  cancelled: AbortSignal,
): Promise<void> {
  for (let looks = 0; (await status()) === 'up'; looks++) {
    if (looks >= DOWN_LOOKS) throw new Error('the cluster still has the OSD up: nothing was removed');
    await sleep(clock, DOWN_MS, cancelled);
  }
}

/** Moves the data of an OSD elsewhere and ends the OSD. Its daemon is stopped by the hand on its server, or by whoever can do that. */
export function osdRemoval({ ceph, inventory, clock, hands }: Surroundings) {
  const find = finder(inventory);

  const neededFor = async (osdId: number, cancelled: AbortSignal): Promise<Refusal | undefined> => {
    const why = await needed(ceph, osdId);
    if (why !== undefined) return why;
    await sleep(clock, SETTLED_MS, cancelled);
    return needed(ceph, osdId);
  };

  const empty = async (osdId: number, say: (line: string) => void, cancelled: AbortSignal): Promise<void> => {
    let told = '';
    const look = () => neededFor(osdId, cancelled);
    for (let why = await look(); why !== undefined; why = await look()) {
      const { pgs } = (await inventory.usage()).find(({ id }) => id === osdId) ?? {};
      const left =
        why.status === 503 || pgs === undefined
          ? why.message
          : `${pgs} placement groups of osd.${osdId} have not moved yet${await obstacle(ceph)}`;
      if (left !== told) say(left);
      told = left;
      await sleep(clock, LOOK_MS, cancelled);
    }
  };

  const work =
    ({ osdId, end, wasIn }: Begun): Work =>
    async (say, cancelled) => {
      const { reweight = 0 } = await find(osdId);
      if (reweight > 0) {
        await ceph.write({ prefix: 'osd out', ids: [String(osdId)] });
        say(`osd.${osdId} is out: its data moves to other OSDs`);
      }
      try {
        await empty(osdId, say, cancelled);
      } catch (failure) {
        if (!cancelled.aborted || cancelled.reason === SERVICE_ENDS) throw failure;
        // As it was: else the data would go on moving.
        if (wasIn) await ceph.write({ prefix: 'osd in', ids: [String(osdId)] });
        return;
      }
      say(`osd.${osdId} holds nothing that is needed`);
      const { status } = await find(osdId);
      const place = await osdHostOf(ceph, osdId);
      if (status === 'up') {
        say(await stopDaemon(hands, osdId, place));
        await waitForDown(clock, async () => (await find(osdId)).status, cancelled);
      }
      // Without -actual it is a command of the managers, which the monitors do not pass on. It looks whether that is
      // safe, as was done here.
      await ceph.write({ prefix: `osd ${end}-actual`, id: osdId, yes_i_really_mean_it: true });
      say(`osd.${osdId} ${ENDED[end]}`);
      if (end === 'destroy') await wipeAfter({ ceph, hands }, osdId, place, say);
    };

  return {
    /** @throws Refusal 404, or 409 for an OSD that is destroyed already, or whose data has no other place */
    async job(removal: Removal, by: string): Promise<Job> {
      const { osdId, end } = removal;
      const { status, reweight = 0 } = await find(osdId);
      if (end === 'destroy' && status === 'destroyed')
        throw new Refusal(409, `osd.${osdId} is destroyed already`);
      if (reweight > 0) await requireRoom({ ceph, inventory }, osdId);
      const begun: Begun = { ...removal, wasIn: reweight > 0 };
      return {
        name: end === 'purge' ? 'Delete disk' : 'Release disk',
        object: `osd.${osdId}`,
        by,
        run: work(begun),
        resume: { kind: KIND, input: begun },
      };
    },
    /** For TaskTable.recover. */
    kinds: { [KIND]: (input) => work(input as Begun) } satisfies Record<string, Resume>,
  };
}
