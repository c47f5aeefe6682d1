import { insist } from '../timeouts.ts';
import { monitorsRest, notBack, notWhole, waitUntil } from './atRest.ts';
import { letUp } from './noout.ts';
import type { Begun, RestartParts, Telling } from './restartParts.ts';

const AGAIN_MS = 3000;
const MINUTE_MS = 60_000;
/** Times to wait: for the server, for its daemons, and for the placement groups. */
export const RETURN_MS = 20 * MINUTE_MS;
export const DAEMONS_MS = 5 * MINUTE_MS;
const WHOLE_MS = 60 * MINUTE_MS;
/** The OSDs are not kept down for longer for monitors that do not agree. */
const MONITORS_MS = 3 * MINUTE_MS;
/** Managers tell what OSDs reported some seconds before (mgr_stats_period). */
export const REPORTS_MS = 10_000;

/** Waits until all that ran on a server has started anew there. Its OSDs may come up when the monitors agree. */
export async function awaitDaemons(
  { ceph, clock, ending }: RestartParts,
  { before, leased }: Begun,
  cancelled: AbortSignal,
): Promise<void> {
  if (leased.length > 0 && before.mons.length > 0) {
    await waitUntil(clock, MONITORS_MS, cancelled, monitorsRest(ceph, before)).catch((failure: unknown) => {
      if (cancelled.aborted) throw failure;
    });
    await insist(clock, AGAIN_MS, () => letUp(ceph, leased), { signal: ending });
  }
  await waitUntil(clock, DAEMONS_MS, cancelled, () => notBack(ceph, before));
}

/** Waits until every placement group has its copies again, after all else. */
export async function awaitCopies(
  { ceph, clock }: RestartParts,
  { host }: Begun,
  { say, cancelled }: Telling,
): Promise<void> {
  const back = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, WHOLE_MS, cancelled, () => notWhole(ceph, back));
  say(`${host}: done`);
}
