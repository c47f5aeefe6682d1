import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { type OsdHost, osdHostOf, stopDaemon, wipeAfter } from '../hands/osdHost.ts';
import type { Inventory } from '../inventory.ts';
import { isOrchestrated, orderRemoval } from '../orchestrator/removal.ts';
import { findOsd, hostsOfNodes } from '../osdTree.ts';
import { SERVICE_ENDS, type Job, type Resume, type Work } from '../tasks/board.ts';
import { insist } from '../timeouts.ts';
import { LOOK_MS, osdEmptying, requireRoom } from './emptying.ts';
import type { DiskSources } from './list.ts';

/** An OSD that is to end: `purge` forgets it, `destroy` keeps its number and its place for a disk that replaces it. */
export interface Removal {
  readonly osdId: number;
  readonly end: 'purge' | 'destroy';
}

/** A removal under way, as it is written down to go on after a restart. */
interface Begun extends Removal {
  /** True where data was placed on it: to be so again when the removal is cancelled or fails. */
  readonly wasIn: boolean;
  /** Its reweight then, 0 to 1; 1 where it is not written down. */
  readonly reweight?: number;
}

interface RemovalParts extends DiskSources {
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

const KIND = 'remove-osd';
/** A cluster that does not answer is asked so often to take the OSD in again before that is left to a person. */
const PUT_BACK_ATTEMPTS = 200;

const finder = (inventory: Inventory) => async (osdId: number) => {
  const tree = await inventory.tree();
  return { ...findOsd(tree, osdId), host: hostsOfNodes(tree).get(osdId)?.name ?? 'its server' };
};

/** Has questions put again for as long as the cluster does not answer them. */
const patience =
  ({ clock }: RemovalParts, signal: AbortSignal) =>
  <T>(ask: () => Promise<T>): Promise<T> =>
    insist(clock, LOOK_MS, ask, { signal });

/** Marks an OSD in again that a removal had marked out. */
function putter({ ceph, inventory, clock, ending }: RemovalParts) {
  const find = finder(inventory);
  const attempt = async ({ osdId, wasIn, reweight = 1 }: Begun): Promise<string> => {
    if (!wasIn) return `osd.${osdId} is out, as it was before`;
    const present = await find(osdId);
    if ((present.reweight ?? 0) > 0) return `osd.${osdId} is in`;
    await ceph.write({ prefix: 'osd in', ids: [String(osdId)] });
    if (reweight < 1) await ceph.write({ prefix: 'osd reweight', id: osdId, weight: reweight });
    return `osd.${osdId} is in again, as it was before, and gets its data back`;
  };
  /** @returns how the OSD stands then, in words */
  return (begun: Begun): Promise<string> =>
    insist(clock, LOOK_MS, () => attempt(begun), { signal: ending, attempts: PUT_BACK_ATTEMPTS }).catch(
      (failure: unknown) => {
        if (failure instanceof Refusal && failure.status === 404)
          return `there is no osd.${begun.osdId} any more`;
        const why = messageOf(failure);
        return `osd.${begun.osdId} stays out, for it could not be marked in (${why}): run \`ceph osd in ${begun.osdId}\` to have it as it was`;
      },
    );
}

/**
 * Waits until an OSD is empty and its daemon has stopped, which the hand on its server does where one leads there.
 * @throws Error when somebody has marked it in meanwhile
 */
function waiter(surroundings: RemovalParts) {
  const { ceph, inventory, clock, hands } = surroundings;
  const find = finder(inventory);
  const empty = osdEmptying(surroundings);
  return async (osdId: number, say: (line: string) => void, cancelled: AbortSignal) => {
    const patiently = patience(surroundings, cancelled);
    let wasOut = false;
    for (let told = false; ; told = true) {
      await empty(osdId, say, cancelled);
      const { status, host, reweight = 0 } = await patiently(() => find(osdId));
      if (wasOut && reweight > 0)
        throw new Error(`somebody has marked osd.${osdId} in: it is to be kept, then`);
      wasOut ||= reweight === 0;
      if (!told) say(`osd.${osdId} holds nothing that is needed`);
      if (status !== 'up') return;
      if (!told)
        say(
          (await stopDaemon(hands, osdId, await patiently(() => osdHostOf(ceph, osdId)))) ??
            `its daemon still runs on ${host}, where nothing leads that could stop it: run \`systemctl stop ceph-osd@${osdId}\` there, and this goes on; cancelled, osd.${osdId} is marked in again`,
        );
      await sleep(clock, LOOK_MS, cancelled);
    }
  };
}

/** Moves the data of an OSD elsewhere and ends the OSD. Its daemon must be stopped by whoever can do that on its server. */
export function osdRemoval(surroundings: RemovalParts) {
  const { ceph, inventory, hands } = surroundings;
  const find = finder(inventory);
  const awaitEnd = waiter(surroundings);
  const putBack = putter(surroundings);

  const remove = async ({ osdId, end }: Begun, say: (line: string) => void, cancelled: AbortSignal) => {
    const patiently = patience(surroundings, cancelled);
    const ended = () =>
      say(
        end === 'purge'
          ? `osd.${osdId} is gone`
          : `osd.${osdId} is destroyed; another disk can take its number`,
      );
    if (await patiently(() => isOrchestrated(surroundings, osdId))) {
      const order = { osdId, replace: end === 'destroy' };
      // It empties the OSD, ends its daemon and erases its disks itself.
      if (await orderRemoval(surroundings, order, say, cancelled)) {
        ended();
        return undefined;
      }
    }
    const { reweight = 0 } = await patiently(() => find(osdId));
    if (reweight > 0) {
      await patiently(() => ceph.write({ prefix: 'osd out', ids: [String(osdId)] }));
      say(`osd.${osdId} is out: its data moves to other OSDs`);
    }
    await awaitEnd(osdId, say, cancelled);
    cancelled.throwIfAborted();
    const place = await patiently(() => osdHostOf(ceph, osdId));
    // Without -actual it is a command of the managers, which the monitors do not pass on. It looks whether that is
    // safe, as was done here.
    await patiently(() => ceph.write({ prefix: `osd ${end}-actual`, id: osdId, yes_i_really_mean_it: true }));
    ended();
    return place;
  };

  const work =
    (begun: Begun): Work =>
    async (say, cancelled) => {
      let place: OsdHost | undefined;
      try {
        place = await remove(begun, say, cancelled);
      } catch (failure) {
        if (cancelled.reason === SERVICE_ENDS) throw failure;
        // As it was: else the data would go on moving.
        const stands = await putBack(begun);
        if (!cancelled.aborted) say(messageOf(failure));
        say(stands);
        if (!cancelled.aborted) throw new Error(`osd.${begun.osdId} was not ended`, { cause: failure });
        return;
      }
      if (begun.end === 'destroy') await wipeAfter({ ceph, hands }, begun.osdId, place, say);
    };

  return {
    /** @throws Refusal 404, or 409 for an OSD that is destroyed already, or whose data has no other place */
    async job(removal: Removal, by: string): Promise<Job> {
      const { osdId, end } = removal;
      const { status, reweight = 0 } = await find(osdId);
      if (end === 'destroy' && status === 'destroyed')
        throw new Refusal(409, `osd.${osdId} is destroyed already`);
      if (reweight > 0) await requireRoom(surroundings, osdId);
      const begun: Begun = { ...removal, wasIn: reweight > 0, reweight };
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
