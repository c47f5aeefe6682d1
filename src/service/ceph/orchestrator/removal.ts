import { sleep, type Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../ceph.ts';
import type { Hands } from '../hands/hands.ts';
import { osdHostOf } from '../hands/osdHost.ts';
import type { Inventory } from '../inventory.ts';
import { parseCephJson } from '../json.ts';
import { osdsOf } from '../osdTree.ts';
import { SERVICE_ENDS } from '../tasks/board.ts';
import { insist } from '../timeouts.ts';
import { isNotSupported, isUnknownEnd, type Say } from './orders.ts';

/** An OSD of `ceph orch osd rm status`. */
interface OrchRemoval {
  readonly osd_id?: number | string;
  /** Placement groups that are still there; releases before 18 do not tell them here. */
  readonly pg_count?: number | string;
  /** In words; older releases tell `started`, `draining` and `drain_done_at` instead. */
  readonly drain_status?: string;
  readonly started?: boolean;
  readonly draining?: boolean;
  readonly drain_done_at?: string | null;
}

interface Parts {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly hands: Hands;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

/** An OSD that the orchestrator is to end: with `replace` its number stays, and what it had on disks is erased. */
export interface OrchEnd {
  readonly osdId: number;
  readonly replace: boolean;
}

const LOOK_MS = 3000;
/** A cluster that does not answer is asked so often to stop it before that is left to a person. */
const STOP_ATTEMPTS = 20;
/** It takes an OSD from its list a moment before the cluster forgets it. */
const LOOKS_WITHOUT = 5;

/** The OSDs that the orchestrator is ending. Where there are none it says so in a sentence, whatever the format. */
async function readRemovals(ceph: Ceph): Promise<readonly OrchRemoval[]> {
  const text = await ceph.readText({ prefix: 'orch osd rm status', format: 'json' }, { fresh: true });
  if (!text.trimStart().startsWith('[')) return [];
  return parseCephJson(text) as readonly OrchRemoval[];
}

const underWay = async (ceph: Ceph, osdId: number) =>
  (await readRemovals(ceph)).find(({ osd_id }) => Number(osd_id) === osdId);

/** The progress of a removal, in words. */
function removalInWords({ pg_count, drain_status, started, draining, drain_done_at }: OrchRemoval): string {
  const state =
    drain_status ?? (draining ? 'draining' : drain_done_at ? 'drained' : started ? 'started' : 'not started');
  return pg_count === undefined || Number(pg_count) < 0
    ? state
    : `${state}, ${pg_count} placement groups are still there`;
}

/** True where the orchestrator runs the daemon of an OSD; one that was made without it is not its business. */
export async function isOrchestrated(
  { ceph, hands }: Pick<Parts, 'ceph' | 'hands'>,
  osdId: number,
): Promise<boolean> {
  const place = await osdHostOf(ceph, osdId);
  const there = place && (await hands.orchestrated(place.hostname));
  return there?.daemons.some((one) => one.daemon_type === 'osd' && Number(one.daemon_id) === osdId) ?? false;
}

/** Tells the orchestrator to leave an OSD as it is. @returns how that went, in words */
const stopRemoval = ({ ceph, clock, ending }: Parts, osdId: number): Promise<string> =>
  insist(clock, LOOK_MS, () => ceph.writeOne({ prefix: 'orch osd rm stop', osd_id: [String(osdId)] }), {
    signal: ending,
    attempts: STOP_ATTEMPTS,
  }).then(
    (words) => `the orchestrator: ${words || 'it is asked to stop'}`,
    (failure: unknown) =>
      `the orchestrator could not be told to stop (${(failure as Error).message}): run \`ceph orch osd rm stop ${osdId}\``,
  );

/** Gives the order. @returns false where the orchestrator ends no OSDs */
async function begin(
  { ceph, clock }: Parts,
  { osdId, replace }: OrchEnd,
  say: Say,
  cancelled: AbortSignal,
): Promise<boolean> {
  const command = {
    prefix: 'orch osd rm',
    osd_id: [String(osdId)],
    ...(replace && { replace, zap: true }),
  };
  const order = async () => {
    if (await underWay(ceph, osdId)) return 'it is at it already';
    return ceph.writeOne(command).catch((failure: unknown) => {
      // Its list says whether it was heard.
      if (!isUnknownEnd(failure)) throw failure;
      return failure.message;
    });
  };
  // It stands alone for as long as the orchestrator does not answer.
  say(`the orchestrator is asked to end osd.${osdId}`);
  try {
    const words = await insist(clock, LOOK_MS, order, { signal: cancelled });
    if (/unable to find/i.test(words)) throw new Error(`the orchestrator: ${words}`);
    if (words !== '') say(`the orchestrator: ${words}`);
    return true;
  } catch (failure) {
    if (!isNotSupported(failure)) throw failure;
    say(`the orchestrator ends no OSDs (${failure.message}): it is done here`);
    return false;
  }
}

/** Waits until the OSD is gone, or destroyed. */
async function awaitEnd(
  { ceph, inventory, clock }: Parts,
  { osdId, replace }: OrchEnd,
  say: Say,
  cancelled: AbortSignal,
): Promise<void> {
  const patiently = <T>(attempt: () => Promise<T>) => insist(clock, LOOK_MS, attempt, { signal: cancelled });
  const isEnded = async () => {
    const found = osdsOf(await inventory.tree()).find(({ id }) => id === osdId);
    return found === undefined || (replace && found.status === 'destroyed');
  };
  let told = '';
  for (let without = 0; without < LOOKS_WITHOUT;) {
    const removal = await patiently(() => underWay(ceph, osdId));
    if (!removal && (await patiently(isEnded))) return;
    without = removal ? 0 : without + 1;
    const words = removal ? `osd.${osdId}: ${removalInWords(removal)}` : told;
    if (words !== told) say(words);
    told = words;
    await sleep(clock, LOOK_MS, cancelled);
  }
  throw new Error(
    `the orchestrator does not end osd.${osdId} any more: somebody stopped that, or it gave up (\`ceph orch osd rm status\`)`,
  );
}

/**
 * Has the orchestrator end an OSD, and tells how far it is. Where that is cancelled or fails, it is told to stop.
 * @returns false where the orchestrator ends no OSDs
 */
export async function orderRemoval(
  parts: Parts,
  end: OrchEnd,
  say: Say,
  cancelled: AbortSignal,
): Promise<boolean> {
  if (!(await begin(parts, end, say, cancelled))) return false;
  try {
    await awaitEnd(parts, end, say, cancelled);
    return true;
  } catch (failure) {
    if (cancelled.reason !== SERVICE_ENDS) say(await stopRemoval(parts, end.osdId));
    throw failure;
  }
}
