import { startMds, cancelDaemonStart, startOsd } from '../access/daemons.ts';
import type { ServerHelper } from '../access/serverAccess.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import { awaitCopies, awaitDaemons, awaitServer, DAEMONS_MS, REPORTS_MS } from './awaitReturn.ts';
import { downDaemons, waitUntil } from './daemonState.ts';
import { leaveAdvice, leaveMaintenance, restore } from './inMaintenance.ts';
import { reportStateOnFailure } from './leftState.ts';
import { unsetNoout, unsetNoup } from './noout.ts';
import { readBoot, START_ADVICE, failureReason, type RebootTask, type StoredReboot } from './storedReboot.ts';

/** The time after which a server that still has its old boot id will not reboot: it ignored or missed the command. */
const SHUTDOWN_MS = 120_000;

/** Waits until it is known if a server has rebooted. */
async function hasRebooted(
  parts: LongWorkParts,
  helper: ServerHelper,
  { boot, ordered }: StoredReboot,
  cancelled: AbortSignal,
): Promise<boolean> {
  const { clock } = parts;
  const deadline = clock.elapsed() + (ordered ? SHUTDOWN_MS : 0);
  let rebooted = false;
  await awaitServer(parts, cancelled, async () => {
    rebooted = (await readBoot(helper)).id !== boot;
    return rebooted || clock.elapsed() >= deadline ? undefined : 'it has not rebooted yet';
  });
  return rebooted;
}

/** Starts the daemons that were stopped for a reboot, including those that are still stopping. @returns which, in words */
async function restartDaemons(
  { ceph, clock, ending }: LongWorkParts,
  helper: ServerHelper,
  { before }: StoredReboot,
): Promise<string> {
  const started = new Set<string>();
  // By this time the cluster knows every daemon that was stopped before.
  const allKnownAt = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, DAEMONS_MS, ending, async () => {
    const { osds, mdss } = await downDaemons(ceph, before);
    const starts = [
      ...mdss.map((name) => [`mds.${name}`, () => startMds(helper, name)] as const),
      ...osds.map((osd) => [`osd.${osd}`, () => startOsd(helper, osd)] as const),
    ];
    for (const [daemon, start] of starts) {
      started.add(daemon);
      // A daemon that is already starting refuses a second start; one that cannot start is still down at the end.
      const failure = await start().then(
        () => undefined,
        (why: unknown) => why as Error,
      );
      if (failure) return failure.message;
    }
    if (starts.length > 0) return `${starts.map(([daemon]) => daemon).join(', ')} did not come up`;
    return clock.elapsed() < allKnownAt ? 'its daemons may still be stopping' : undefined;
  });
  await cancelDaemonStart(helper);
  return started.size === 0 ? 'all of its daemons are running' : `started again: ${[...started].join(', ')}`;
}

/** Waits for a server that was rebooting, or restores its daemons. @throws Error for a server that has not rebooted */
async function completeOrUndo(
  parts: LongWorkParts,
  begun: StoredReboot,
  { say, cancelled }: RebootTask,
): Promise<void> {
  const { host } = begun;
  try {
    const helper = parts.access.on(host);
    if (await hasRebooted(parts, helper, begun, cancelled)) {
      say(`${host}: up again`);
      if (begun.inMaintenance) await leaveMaintenance(parts, host, say, cancelled);
      return await awaitDaemons(parts, begun, cancelled);
    }
    if (begun.nooutHosts.length > 0) await unsetNoup(parts.ceph, begun.nooutHosts);
    const daemons = begun.inMaintenance
      ? await restore(parts, host, say)
      : await restartDaemons(parts, helper, begun);
    say(`${host}: it has not rebooted; ${daemons}`);
  } catch (failure) {
    const advice = begun.inMaintenance
      ? leaveAdvice(host)
      : `some of its daemons may be stopped: ${START_ADVICE}`;
    throw new Error(`${failureReason(failure, cancelled)}; ${advice}`, { cause: failure });
  }
  throw new Error('the service stopped before the server rebooted');
}

/** Completes or undoes the reboot of a server that a restart of the service interrupted. It never orders a reboot. */
export async function resumeReboot(
  parts: LongWorkParts,
  begun: StoredReboot,
  task: RebootTask,
): Promise<void> {
  const { nooutHosts } = begun;
  await reportStateOnFailure(parts, begun, task, async () => {
    try {
      await completeOrUndo(parts, begun, task);
    } finally {
      if (nooutHosts.length > 0) task.say(await unsetNoout(parts, nooutHosts));
    }
  });
  await task.mark(undefined).catch(() => undefined);
  await awaitCopies(parts, begun, task);
}
