import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import { wipeDatabase } from '../access/journals.ts';
import {
  leftInKubernetes,
  type OsdHost,
  osdHostOf,
  startAdvice,
  stopAdvice,
  stopDaemon,
  wipeAfter,
} from '../access/osdHost.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import type { Inventory } from '../map/inventory.ts';
import { findOsd, hostsOfNodes } from '../map/osdTree.ts';
import { isOrchestrated, orderRemoval } from '../orchestrator/removal.ts';
import { type Job, type Resume, type Say, SERVICE_ENDS, type Work } from '../tasks/board.ts';
import { POLL_MS, osdEmptying, requireRoom } from './emptying.ts';

/** The removal of an OSD: `purge` deletes it, `destroy` keeps its id and CRUSH location for a replacement disk. */
export interface Removal {
  readonly osdId: number;
  readonly end: 'purge' | 'destroy';
}

/** A removal in progress, as it is stored so that it continues after a restart of the service. */
interface StartedRemoval extends Removal {
  /** The OSD was in when the removal began, so it is marked in again when the removal is cancelled or fails. */
  readonly wasIn: boolean;
  /** Its reweight at that time, 0 to 1; 1 if it is not stored. */
  readonly reweight?: number;
}

const KIND = 'remove-osd';
/** The number of attempts to mark an OSD in again before that is left to the operator. */
const PUT_BACK_ATTEMPTS = 200;
/** The number of attempts to stop the daemon of an OSD on a server that gives no answer, or where it does not end. */
const STOP_ATTEMPTS = 10;

const finder = (inventory: Inventory) => async (osdId: number) => {
  const tree = await inventory.tree();
  return { ...findOsd(tree, osdId), host: hostsOfNodes(tree).get(osdId)?.name ?? 'its server' };
};

/** Returns a function that repeats a request for as long as the cluster does not answer. */
const retrying =
  ({ clock }: LongWorkParts, signal: AbortSignal) =>
  <T>(ask: () => Promise<T>): Promise<T> =>
    retryWhileSilent(clock, ask, signal);

/** Makes the function that marks an OSD in again after a removal marked it out. */
function marksIn({ ceph, inventory, clock, ending }: LongWorkParts) {
  const find = finder(inventory);
  const attempt = async ({ osdId, wasIn, reweight = 1 }: StartedRemoval): Promise<string> => {
    if (!wasIn) return `osd.${osdId} is out, as it was before`;
    const present = await find(osdId);
    if ((present.reweight ?? 0) > 0) return `osd.${osdId} is in`;
    await ceph.write({ prefix: 'osd in', ids: [String(osdId)] });
    if (reweight < 1) await ceph.write({ prefix: 'osd reweight', id: osdId, weight: reweight });
    return present.status === 'up'
      ? `osd.${osdId} is in again as before, and its data moves back`
      : `osd.${osdId} is in again, but its daemon does not run: ${startAdvice(osdId, await osdHostOf(ceph, osdId), present.host)}`;
  };
  /** @returns the resulting state of the OSD, in words */
  return (started: StartedRemoval): Promise<string> =>
    retryWhileSilent(clock, () => attempt(started), ending, PUT_BACK_ATTEMPTS)
      .catch(ifRefused(() => `osd.${started.osdId} no longer exists`, 404))
      .catch(
        (failure: unknown) =>
          `osd.${started.osdId} is still out, because marking it in failed (${messageOf(failure)}): run \`ceph osd in ${started.osdId}\` to restore it`,
      );
}

/**
 * Makes the function that waits until an OSD is empty and its daemon has stopped. It stops the daemon itself if it can
 * act on the OSD's server; otherwise the operator has to.
 * @throws Error when somebody marks the OSD in meanwhile
 */
function stopWait(parts: LongWorkParts) {
  const { ceph, inventory, clock, access } = parts;
  const find = finder(inventory);
  const empty = osdEmptying(parts);
  return async (osdId: number, say: Say, cancelled: AbortSignal) => {
    const retry = retrying(parts, cancelled);
    let [wasOut, isTold, failures] = [false, false, 0];
    for (let reported = false; ; reported = true) {
      await empty(osdId, say, cancelled);
      const { status, host, reweight = 0 } = await retry(() => find(osdId));
      if (wasOut && reweight > 0) throw new Error(`osd.${osdId} was marked in meanwhile: it is not removed`);
      wasOut ||= reweight === 0;
      if (!reported) say(`osd.${osdId} holds no data that is still needed`);
      if (status !== 'up') return;
      if (!isTold) {
        const place = await retry(() => osdHostOf(ceph, osdId));
        try {
          say(
            (await stopDaemon(access, osdId, place)) ??
              `${stopAdvice(osdId, place, host)}; if you cancel this task, osd.${osdId} is marked in again`,
          );
          isTold = true;
        } catch (failure) {
          // A link that breaks does not tell whether the daemon has stopped: the status of the OSD does.
          const isSilent = failure instanceof Refusal && failure.status === 503;
          if (!isSilent || ++failures >= STOP_ATTEMPTS) throw failure;
          if (failures === 1) say(`${failure.message}; it is tried again`);
        }
      }
      await sleep(clock, POLL_MS, cancelled);
    }
  };
}

/** Returns an attempt that reports its first failure. */
function reportingOnce<T>(attempt: () => Promise<T>, say: Say): () => Promise<T> {
  let reported = false;
  return () =>
    attempt().catch((failure: unknown) => {
      if (!reported) say(messageOf(failure));
      reported = true;
      throw failure;
    });
}

/** Moves the data of an OSD to other OSDs, then purges or destroys the OSD. */
export function osdRemoval(parts: LongWorkParts) {
  const { ceph, inventory, access } = parts;
  const find = finder(inventory);
  const awaitStopped = stopWait(parts);
  const markIn = marksIn(parts);

  const remove = async ({ osdId, end }: StartedRemoval, say: Say, cancelled: AbortSignal) => {
    const retry = retrying(parts, cancelled);
    const reportEnd = () =>
      say(
        end === 'purge'
          ? `osd.${osdId} is deleted`
          : `osd.${osdId} is destroyed; another disk can take its id`,
      );
    if (await retry(reportingOnce(() => isOrchestrated(parts, osdId), say))) {
      const order = { osdId, replace: end === 'destroy' };
      // The orchestrator empties the OSD, stops its daemon and erases its disks itself.
      if (await orderRemoval(parts, order, say, cancelled)) {
        reportEnd();
        return undefined;
      }
    }
    const { reweight = 0 } = await retry(() => find(osdId));
    if (reweight > 0) {
      await retry(() => ceph.write({ prefix: 'osd out', ids: [String(osdId)] }));
      say(`osd.${osdId} is out: its data moves to other OSDs`);
    }
    await awaitStopped(osdId, say, cancelled);
    cancelled.throwIfAborted();
    const host = await retry(() => osdHostOf(ceph, osdId));
    // The monitors execute `-actual` themselves. They forward the command without it to the manager, which repeats the
    // safety check made above and then sends `-actual`.
    await retry(() => ceph.write({ prefix: `osd ${end}-actual`, id: osdId, yes_i_really_mean_it: true }));
    reportEnd();
    return host;
  };

  const work =
    (started: StartedRemoval): Work =>
    async (say, cancelled) => {
      let host: OsdHost | undefined;
      try {
        host = await remove(started, say, cancelled);
      } catch (failure) {
        if (cancelled.reason === SERVICE_ENDS) throw failure;
        // Otherwise the data would continue to move.
        const outcome = await markIn(started);
        if (!cancelled.aborted) say(messageOf(failure));
        say(outcome);
        if (!cancelled.aborted) throw new Error(`osd.${started.osdId} was not removed`, { cause: failure });
        return;
      }
      const left = leftInKubernetes(started.osdId, host);
      if (left !== undefined) return say(left);
      await wipeDatabase({ ceph, access }, started.osdId, host, say);
      if (started.end === 'destroy') await wipeAfter({ ceph, access }, started.osdId, host, say);
    };

  return {
    /** @throws Refusal 404, or 409 for an OSD that is already destroyed, or whose data has no other place */
    async job(removal: Removal, by: string): Promise<Job> {
      const { osdId, end } = removal;
      const { status, reweight = 0 } = await find(osdId);
      if (end === 'destroy' && status === 'destroyed')
        throw new Refusal(409, `osd.${osdId} is already destroyed`);
      if (reweight > 0) await requireRoom(parts, osdId);
      const started: StartedRemoval = { ...removal, wasIn: reweight > 0, reweight };
      return {
        name: end === 'purge' ? 'Delete disk' : 'Release disk',
        object: `osd.${osdId}`,
        by,
        run: work(started),
        resume: { kind: KIND, input: started },
      };
    },
    /** The kinds of work to continue after a restart, for TaskTable.recover. */
    kinds: { [KIND]: (input) => work(input as StartedRemoval) } satisfies Record<string, Resume>,
  };
}
