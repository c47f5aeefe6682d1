import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { osdHostOf } from '../access/osdHost.ts';
import type { Ceph } from '../client/ceph.ts';
import { parseCephJson } from '../client/json.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import type { ClusterParts, LongWorkParts } from '../clusterParts.ts';
import { osdsOf } from '../map/osdTree.ts';
import { type Say, SERVICE_ENDS } from '../tasks/board.ts';
import { isNotSupported, isUnknownOutcome } from './orders.ts';

/** An OSD of `ceph orch osd rm status`. */
interface OrchRemoval {
  readonly osd_id?: number | string;
  /** The number of placement groups that are still on it; absent before release 18. */
  readonly pg_count?: number | string;
  /** The state in words; older releases have `started`, `draining` and `drain_done_at` instead. */
  readonly drain_status?: string;
  readonly started?: boolean;
  readonly draining?: boolean;
  readonly drain_done_at?: string | null;
}

/** A removal by the orchestrator: with `replace`, the OSD is destroyed, keeps its id, and its disks are erased. */
export interface OrchRemovalOrder {
  readonly osdId: number;
  readonly replace: boolean;
}

const POLL_MS = 3000;
/** The number of attempts to stop a removal before that is left to the operator. */
const STOP_ATTEMPTS = 20;
/**
 * The number of polls in which an OSD may be missing from the orchestrator's list and still exist: it disappears from
 * the list a moment before the cluster deletes it.
 */
const MAX_UNLISTED = 5;

/** The OSDs that the orchestrator is removing. If there are none, it answers with a sentence in spite of the format. */
async function readRemovals(ceph: Ceph): Promise<readonly OrchRemoval[]> {
  const text = await ceph.readText({ prefix: 'orch osd rm status', format: 'json' }, { fresh: true });
  if (!text.trimStart().startsWith('[')) return [];
  return parseCephJson(text) as readonly OrchRemoval[];
}

const findRemoval = async (ceph: Ceph, osdId: number) =>
  (await readRemovals(ceph)).find(({ osd_id }) => Number(osd_id) === osdId);

/** The progress of a removal, in words. */
function removalInWords({ pg_count, drain_status, started, draining, drain_done_at }: OrchRemoval): string {
  const state =
    drain_status ?? (draining ? 'draining' : drain_done_at ? 'drained' : started ? 'started' : 'not started');
  return pg_count === undefined || Number(pg_count) < 0
    ? state
    : `${state}, ${pg_count} placement groups are still there`;
}

/**
 * True if the orchestrator manages the daemon of an OSD; it does not if the OSD was created without it.
 * @throws Refusal 503 while that is not known, as after the start of the service
 */
export async function isOrchestrated(
  { ceph, access }: Pick<ClusterParts, 'ceph' | 'access'>,
  osdId: number,
): Promise<boolean> {
  const host = await osdHostOf(ceph, osdId);
  const managed = host && (await access.orchestrated(host.hostname, { certain: true }));
  if (managed?.daemonsFailure !== undefined) throw new Refusal(503, managed.daemonsFailure);
  return (
    managed?.daemons.some((one) => one.daemon_type === 'osd' && Number(one.daemon_id) === osdId) ?? false
  );
}

/** Makes the orchestrator stop a removal. @returns the outcome, in words */
const stopRemoval = ({ ceph, clock, ending }: LongWorkParts, osdId: number): Promise<string> =>
  retryWhileSilent(
    clock,
    () => ceph.writeOne({ prefix: 'orch osd rm stop', osd_id: [String(osdId)] }),
    ending,
    STOP_ATTEMPTS,
  ).then(
    (words) => `the orchestrator: ${words || 'asked to stop'}`,
    (failure: unknown) =>
      `the orchestrator could not be told to stop (${messageOf(failure)}): run \`ceph orch osd rm stop ${osdId}\``,
  );

/** Orders the removal. @returns false if the orchestrator does not support it */
async function begin(
  { ceph, clock }: LongWorkParts,
  { osdId, replace }: OrchRemovalOrder,
  say: Say,
  cancelled: AbortSignal,
): Promise<boolean> {
  const command = {
    prefix: 'orch osd rm',
    osd_id: [String(osdId)],
    ...(replace && { replace, zap: true }),
  };
  const order = async () => {
    if (await findRemoval(ceph, osdId)) return 'already removing it';
    return ceph.writeOne(command).catch((failure: unknown) => {
      // If the order was lost, the list below does not contain the OSD.
      if (!isUnknownOutcome(failure)) throw failure;
      return failure.message;
    });
  };
  // This is the only line in the log for as long as the orchestrator does not answer.
  say(`the orchestrator is asked to remove osd.${osdId}`);
  try {
    const words = await retryWhileSilent(clock, order, cancelled);
    if (/unable to find/i.test(words)) throw new Error(`the orchestrator: ${words}`);
    if (words !== '') say(`the orchestrator: ${words}`);
    return true;
  } catch (failure) {
    if (!isNotSupported(failure)) throw failure;
    say(`the orchestrator cannot remove OSDs (${failure.message}): this service removes it`);
    return false;
  }
}

/** Waits until the OSD is purged or destroyed, and reports the progress. */
async function awaitRemoved(
  { ceph, inventory, clock }: LongWorkParts,
  { osdId, replace }: OrchRemovalOrder,
  say: Say,
  cancelled: AbortSignal,
): Promise<void> {
  const retry = <T>(attempt: () => Promise<T>) => retryWhileSilent(clock, attempt, cancelled);
  const isRemoved = async () => {
    const found = osdsOf(await inventory.tree()).find(({ id }) => id === osdId);
    return found === undefined || (replace && found.status === 'destroyed');
  };
  let reported = '';
  for (let unlisted = 0; unlisted < MAX_UNLISTED;) {
    const removal = await retry(() => findRemoval(ceph, osdId));
    if (!removal && (await retry(isRemoved))) return;
    unlisted = removal ? 0 : unlisted + 1;
    const words = removal ? `osd.${osdId}: ${removalInWords(removal)}` : reported;
    if (words !== reported) say(words);
    reported = words;
    await sleep(clock, POLL_MS, cancelled);
  }
  throw new Error(
    `the orchestrator no longer removes osd.${osdId}: it was told to stop, or it gave up (\`ceph orch osd rm status\`)`,
  );
}

/**
 * Makes the orchestrator remove an OSD, and reports the progress. After cancellation or a failure, it stops the removal.
 * @returns false if the orchestrator does not support it
 */
export async function orderRemoval(
  parts: LongWorkParts,
  order: OrchRemovalOrder,
  say: Say,
  cancelled: AbortSignal,
): Promise<boolean> {
  if (!(await begin(parts, order, say, cancelled))) return false;
  try {
    await awaitRemoved(parts, order, say, cancelled);
    return true;
  } catch (failure) {
    if (cancelled.reason !== SERVICE_ENDS) say(await stopRemoval(parts, order.osdId));
    throw failure;
  }
}
