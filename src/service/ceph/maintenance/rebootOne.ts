import { messageOf } from '../../../lib/thrown.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import {
  scheduleDaemonStart,
  startMds,
  cancelDaemonStart,
  startOsd,
  stopMds,
  stopOsd,
} from '../access/daemons.ts';
import { osdHosts } from '../access/osdHost.ts';
import type { ServerHelper } from '../access/serverAccess.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import { hostsOfNodes } from '../map/osdTree.ts';
import { awaitCopies, awaitDaemons, awaitServer, REPORTS_MS, RETURN_MINUTES } from './awaitReturn.ts';
import { incompleteGroups, requireOkToStop, runningOn, unservedGroups, waitUntil } from './daemonState.ts';
import { enterMaintenance, leaveMaintenance, maintainable, orAdvise, restore } from './inMaintenance.ts';
import { reportStateOnFailure } from './leftState.ts';
import { setNoup, unsetNoup, withNoout, withoutNoout } from './noout.ts';
import { readBoot, failureReason, START_ADVICE, type RebootTask, type StoredReboot } from './storedReboot.ts';

const COMMAND_TIMEOUT_MS = 30_000;
const MINUTE_MS = 60_000;
/** The longest waits: until the server's daemons may stop, and until other OSDs serve their data. */
const LEAVE_MS = MINUTE_MS;
const SERVE_MS = 3 * MINUTE_MS;
/** The time after which the server starts its daemons by itself: longer than stopping them and those waits usually take. */
const START_LATER_S = 600;

/** The CRUSH hosts of the servers' OSDs, which usually have the names of the servers. */
async function crushHosts(
  { inventory }: Pick<LongWorkParts, 'inventory'>,
  servers: readonly string[],
): Promise<readonly string[]> {
  const [tree, nodes] = await Promise.all([inventory.tree(), inventory.nodes()]);
  const hosts = hostsOfNodes(tree);
  const osds = servers.flatMap((server) => nodes['osd']?.[server] ?? []);
  return [...new Set(osds.flatMap((osd) => hosts.get(Number(osd))?.name ?? []))];
}

/** The reboot of one server. */
interface ServerReboot extends RebootTask {
  readonly parts: LongWorkParts;
  readonly helper: ServerHelper;
  readonly begun: StoredReboot;
  /**
   * The daemons that were stopped for the reboot, or may have been, each with the function that starts it again. Starting one
   * that runs does nothing.
   */
  readonly stopped: Map<string, () => Promise<void>>;
}

/**
 * Stops the metadata servers of the server, so that others take over their ranks. `ceph mds fail` would not do: the
 * failed daemon returns at once, and usually gets its rank back.
 */
async function stopMetadataServers({ begun, helper, stopped, say }: ServerReboot): Promise<void> {
  const saysWait = ifRefused(({ message }) =>
    say(`${begun.host}: clients of its filesystem may wait for some seconds: ${message}`),
  );
  for (const name of begun.before.mdss) {
    stopped.set(`mds.${name}`, () => startMds(helper, name));
    await stopMds(helper, name).catch(saysWait);
  }
}

/**
 * Lets the server start its daemons again by itself in case it is not rebooted, because this service may be killed before
 * it can do that.
 */
async function startUnlessRebooted({ begun, helper, say }: ServerReboot): Promise<void> {
  const { host, before } = begun;
  const daemons = [...before.mdss.map((name) => `mds.${name}`), ...before.osds.map(([osd]) => `osd.${osd}`)];
  await scheduleDaemonStart(helper, daemons, START_LATER_S).catch(
    ifRefused(({ message }) =>
      say(`${host}: its daemons would stay stopped if this service were killed now: ${message}`),
    ),
  );
}

/**
 * Stops OSDs and metadata servers before the reboot, and waits until the cluster serves data without them. While the
 * server is up, their peers notice at once that they are gone. And groups can peer now, but not later, when the server's
 * monitor goes down and the others hold an election.
 */
async function stopDaemons(reboot: ServerReboot): Promise<void> {
  const { parts, begun, helper, stopped, say, cancelled } = reboot;
  const { ceph, clock } = parts;
  const { host, before } = begun;
  await startUnlessRebooted(reboot);
  await stopMetadataServers(reboot);
  try {
    const hostsByOsd = before.osds.length > 0 ? await osdHosts(ceph) : undefined;
    const stops = before.osds.map(async ([osd]) => {
      const data = hostsByOsd?.get(osd)?.data;
      if (data === undefined) return;
      stopped.set(`osd.${osd}`, () => startOsd(helper, osd));
      await stopOsd(helper, osd, { data, forever: false });
    });
    // One that is still stopping when another fails would not be started again: it would still run then.
    await Promise.allSettled(stops);
    await Promise.all(stops);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    say(
      `${host}: clients may wait for some seconds, as not all of its daemons were stopped first: ${failure.message}`,
    );
    return;
  }
  const since = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, SERVE_MS, cancelled, () => unservedGroups(ceph, since));
}

/** Starts the stopped daemons again after a reboot failed. @returns the outcome, in words */
async function startAgain({ stopped, helper }: ServerReboot): Promise<string> {
  const failures: string[] = [];
  for (const start of stopped.values())
    await start().catch((failure: unknown) => failures.push(messageOf(failure)));
  if (failures.length > 0) return `some of its daemons are stopped (${failures.join('; ')}): ${START_ADVICE}`;
  await cancelDaemonStart(helper);
  return stopped.size === 0 ? 'no daemon was stopped' : `running again: ${[...stopped.keys()].join(', ')}`;
}

/** Runs the reboot command on the server. */
async function orderReboot({ helper, begun: { host }, say, cancelled }: ServerReboot): Promise<void> {
  cancelled.throwIfAborted();
  say(`${host}: rebooting; it has ${RETURN_MINUTES} min to return`);
  // A server that is going down does not always answer.
  const ran = await helper
    .run(helper.reboot, COMMAND_TIMEOUT_MS)
    .catch(ifRefused(({ message }) => say(`${host}: ${message}`)));
  if (ran && ran.status !== 0)
    throw new Error(`\`${helper.reboot.join(' ')}\` failed (${ran.err.trim() || `status ${ran.status}`})`);
}

/**
 * Keeps the OSDs of a server with a monitor down while it starts: peering groups need new maps, which are not made during
 * an election. When a monitor returns, elections can go on for half a minute.
 */
async function keepOsdsDown({
  parts,
  begun: { host, nooutHosts, before },
  say,
}: ServerReboot): Promise<void> {
  if (nooutHosts.length === 0 || before.mons.length === 0) return;
  await setNoup(parts.ceph, nooutHosts);
  say(`${host}: noup is set, so its OSDs come up only when the monitors have a quorum again`);
}

/** Reboots a server and waits until it is up again with all its daemons. */
async function runReboot(reboot: ServerReboot): Promise<void> {
  const { parts, begun, cancelled } = reboot;
  try {
    await stopDaemons(reboot);
    await reboot.mark({ ...begun, ordered: true });
    await keepOsdsDown(reboot);
    await orderReboot(reboot);
  } catch (failure) {
    if (begun.nooutHosts.length > 0) await unsetNoup(parts.ceph, begun.nooutHosts).catch(() => undefined);
    const outcome = await startAgain(reboot);
    throw new Error(`${failureReason(failure, cancelled)}; ${outcome}`, { cause: failure });
  }
  await awaitBoot(reboot);
  await awaitDaemons(parts, begun, cancelled);
}

/** Waits until the server is up with another boot id. */
async function awaitBoot({
  parts,
  helper,
  begun: { host, boot },
  say,
  cancelled,
}: ServerReboot): Promise<void> {
  const started = parts.clock.elapsed();
  await awaitServer(parts, cancelled, async () =>
    (await readBoot(helper)).id === boot ? 'it has not rebooted yet' : undefined,
  );
  say(`${host}: up again after ${Math.round((parts.clock.elapsed() - started) / 1000)} s`);
}

/** Reboots a server while its orchestrator keeps it in maintenance mode, and waits until all its daemons are up again. */
async function runInMaintenance(reboot: ServerReboot): Promise<void> {
  const { parts, begun, say, cancelled } = reboot;
  const { host } = begun;
  try {
    await enterMaintenance(parts, host, say, cancelled);
    await reboot.mark({ ...begun, ordered: true });
    await orderReboot(reboot);
  } catch (failure) {
    const outcome = await restore(parts, host, say);
    throw new Error(`${failureReason(failure, cancelled)}; ${outcome}`, { cause: failure });
  }
  await orAdvise(host, async () => {
    await awaitBoot(reboot);
    await leaveMaintenance(parts, host, say, cancelled);
  });
  await awaitDaemons(parts, begun, cancelled);
}

/** Reboots a server once the cluster can do without it, and waits until the cluster has recovered. */
export async function rebootOne(parts: LongWorkParts, host: string, task: RebootTask): Promise<void> {
  const { ceph, inventory, clock, access } = parts;
  const { say, cancelled, mark } = task;
  const managed = await maintainable(access, host);
  if (managed?.unavailable !== undefined) throw new Refusal(503, managed.unavailable);
  const inMaintenance = managed !== undefined;
  const before = await runningOn(ceph, inventory, host);
  await waitUntil(clock, LEAVE_MS, cancelled, async () => {
    await requireOkToStop(ceph, before);
    return incompleteGroups(ceph, 0);
  });
  const helper = access.on(host);
  const [{ id: boot }, nooutHosts] = await Promise.all([
    readBoot(helper),
    inMaintenance ? [] : crushHosts(parts, [host]).then((hosts) => withoutNoout(ceph, hosts)),
  ]);
  const begun: StoredReboot = {
    host,
    boot,
    before,
    nooutHosts,
    ordered: false,
    ...(inMaintenance && { inMaintenance }),
  };
  await mark(begun);
  const reboot: ServerReboot = { ...task, parts, begun, helper, stopped: new Map() };
  const run = () => (inMaintenance ? runInMaintenance(reboot) : runReboot(reboot));
  await reportStateOnFailure(parts, begun, task, () => withNoout(parts, nooutHosts, say, run));
  // If this cannot be stored, noout is unset once more after a restart of the service, which does no harm.
  await mark(undefined).catch(() => undefined);
  await awaitCopies(parts, begun, task);
}
