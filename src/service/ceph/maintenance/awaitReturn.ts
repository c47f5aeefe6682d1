import { retryWhileSilent } from '../timeouts.ts';
import { incompleteGroups, missingDaemons, monitorsUnstable, waitUntil } from './daemonState.ts';
import { unsetNoup } from './noout.ts';
import type { StoredReboot, RestartParts, RebootTask } from './restartParts.ts';

const RETRY_MS = 3000;
const MINUTE_MS = 60_000;
/** The longest waits: for the server, for its daemons, and for complete placement groups. */
export const RETURN_MS = 20 * MINUTE_MS;
export const DAEMONS_MS = 5 * MINUTE_MS;
const COPIES_MS = 60 * MINUTE_MS;
/** The longest time for which OSDs are kept down while the monitors have no stable quorum. */
const MONITORS_MS = 3 * MINUTE_MS;
/** The maximum age of the managers' statistics: OSDs report every few seconds (mgr_stats_period). */
export const REPORTS_MS = 10_000;

/** Waits until all daemons of a server have started again. Its OSDs are kept down until the monitors' quorum is stable. */
export async function awaitDaemons(
  { ceph, clock, ending }: RestartParts,
  { before, leased }: StoredReboot,
  cancelled: AbortSignal,
): Promise<void> {
  if (leased.length > 0 && before.mons.length > 0) {
    await waitUntil(clock, MONITORS_MS, cancelled, monitorsUnstable(ceph, before)).catch(
      (failure: unknown) => {
        if (cancelled.aborted) throw failure;
      },
    );
    await retryWhileSilent(clock, RETRY_MS, () => unsetNoup(ceph, leased), { signal: ending });
  }
  await waitUntil(clock, DAEMONS_MS, cancelled, () => missingDaemons(ceph, before));
}

/** Waits until every placement group has all its copies again, which is the end of a reboot. */
export async function awaitCopies(
  { ceph, clock }: RestartParts,
  { host }: StoredReboot,
  { say, cancelled }: RebootTask,
): Promise<void> {
  const since = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, COPIES_MS, cancelled, () => incompleteGroups(ceph, since));
  say(`${host}: done`);
}
