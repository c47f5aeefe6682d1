import { retryWhileSilent } from '../client/timeouts.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import { incompleteGroups, missingDaemons, monitorsUnstable, waitUntil } from './daemonState.ts';
import { unsetNoup } from './noout.ts';
import { failureReason, type StoredReboot, type RebootTask } from './storedReboot.ts';

const MINUTE_MS = 60_000;
/** The longest waits: for the server in minutes, for its daemons, and for complete placement groups. */
export const RETURN_MINUTES = 20;
export const DAEMONS_MS = 5 * MINUTE_MS;
const COPIES_MS = 60 * MINUTE_MS;
/** The longest time for which OSDs are kept down while the monitors have no stable quorum. */
const MONITORS_MS = 3 * MINUTE_MS;
/** The maximum age of the managers' statistics: OSDs report every few seconds (mgr_stats_period). */
export const REPORTS_MS = 10_000;

/** Waits for a server that was told to reboot. @param isMissing returns what is still missing, in words */
export async function awaitServer(
  { clock }: LongWorkParts,
  cancelled: AbortSignal,
  isMissing: () => Promise<string | undefined>,
): Promise<void> {
  try {
    await waitUntil(clock, RETURN_MINUTES * MINUTE_MS, cancelled, isMissing);
  } catch (failure) {
    const why = failureReason(failure, cancelled);
    throw new Error(cancelled.aborted ? `${why} before it returned` : `it did not return: ${why}`, {
      cause: failure,
    });
  }
}

/** Waits until all daemons of a server have started again. Its OSDs are kept down until the monitors' quorum is stable. */
export async function awaitDaemons(
  { ceph, clock, ending }: LongWorkParts,
  { before, nooutHosts }: StoredReboot,
  cancelled: AbortSignal,
): Promise<void> {
  if (nooutHosts.length > 0 && before.mons.length > 0) {
    await waitUntil(clock, MONITORS_MS, cancelled, monitorsUnstable(ceph, before)).catch(
      (failure: unknown) => {
        if (cancelled.aborted) throw failure;
      },
    );
    await retryWhileSilent(clock, () => unsetNoup(ceph, nooutHosts), ending);
  }
  await waitUntil(clock, DAEMONS_MS, cancelled, () => missingDaemons(ceph, before));
}

/** Waits until every placement group has all its copies again, which is the end of a reboot. */
export async function awaitCopies(
  { ceph, clock }: LongWorkParts,
  { host }: StoredReboot,
  { say, cancelled }: RebootTask,
): Promise<void> {
  const since = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, COPIES_MS, cancelled, () => incompleteGroups(ceph, since));
  say(`${host}: done`);
}
