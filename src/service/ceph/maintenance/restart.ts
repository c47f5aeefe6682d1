import { Refusal } from '../../engine.ts';
import { startMds, startOsd, stopMds, stopOsd } from '../hands/daemons.ts';
import type { Hand } from '../hands/hands.ts';
import { osdHosts } from '../hands/osdHost.ts';
import { hostsOfNodes } from '../osdTree.ts';
import { notServing, notWhole, requireOkToStop, runningOn, waitUntil } from './atRest.ts';
import { awaitCopies, awaitDaemons, REPORTS_MS, RETURN_MS } from './comeBack.ts';
import { holdDown, letUp, withNoout, withoutNoout } from './noout.ts';
import { bootOf, whyOf, BY_HAND, type Begun, type RestartParts, type Telling } from './restartParts.ts';

const COMMAND_MS = 30_000;
const MINUTE_MS = 60_000;
/** Times to wait: until its daemons may stop, and until others serve. */
const LEAVE_MS = MINUTE_MS;
const SERVE_MS = 3 * MINUTE_MS;

/** The hosts of the CRUSH map that the OSDs of servers stand in: those of the same name, as a rule. */
async function crushHosts(
  { inventory }: Pick<RestartParts, 'inventory'>,
  servers: readonly string[],
): Promise<readonly string[]> {
  const [tree, nodes] = await Promise.all([inventory.tree(), inventory.nodes()]);
  const hosts = hostsOfNodes(tree);
  const osds = servers.flatMap((server) => nodes['osd']?.[server] ?? []);
  return [...new Set(osds.flatMap((osd) => hosts.get(Number(osd))?.name ?? []))];
}

/** The reboot of one server. */
interface Restart extends Telling {
  readonly parts: RestartParts;
  readonly hand: Hand;
  readonly begun: Begun;
  /** Daemons that were stopped for it, each with its start. */
  readonly stopped: Map<string, () => Promise<void>>;
}

/** Stops the metadata servers there. Failed by the monitors only, one is back at once, and as a rule the one that is taken for its rank. */
async function handOver({ begun, hand, stopped, say }: Restart): Promise<void> {
  for (const name of begun.before.mdss)
    try {
      await stopMds(hand, name);
      stopped.set(`mds.${name}`, () => startMds(hand, name));
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      say(`${begun.host}: clients of its filesystem may wait for some seconds: ${failure.message}`);
    }
}

/**
 * Takes daemons out of service while the server answers for them, so that the others see at once that they have ended, and
 * waits until the cluster serves without them: groups cannot do so while monitors elect without one that went, too.
 */
async function takeOut(one: Restart): Promise<void> {
  const { parts, begun, hand, stopped, say, cancelled } = one;
  const { ceph, clock } = parts;
  const { host, before } = begun;
  await handOver(one);
  try {
    const places = before.osds.length > 0 ? await osdHosts(ceph) : undefined;
    await Promise.all(
      before.osds.map(async ([osd]) => {
        const data = places?.get(osd)?.data;
        if (data === undefined) return;
        await stopOsd(hand, osd, { data, forever: false });
        stopped.set(`osd.${osd}`, () => startOsd(hand, osd));
      }),
    );
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    say(
      `${host}: clients may wait for some seconds, as its daemons are not taken out before: ${failure.message}`,
    );
    return;
  }
  const since = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, SERVE_MS, cancelled, () => notServing(ceph, since));
}

/** Starts the daemons again that were stopped for a reboot that does not come. @returns how that ended, in words */
async function startAgain({ stopped }: Restart): Promise<string> {
  try {
    for (const start of stopped.values()) await start();
    return `started again: ${[...stopped.keys()].join(', ') || 'nothing, as nothing was stopped'}`;
  } catch (failure) {
    return `daemons of it are stopped (${(failure as Error).message}): ${BY_HAND}`;
  }
}

/** Has the server begin to go down. */
async function order({ hand, begun: { host }, say, cancelled }: Restart): Promise<void> {
  cancelled.throwIfAborted();
  say(`${host}: rebooting`);
  // A server that goes down does not always say that it has heard.
  const ran = await hand.run(hand.reboot, COMMAND_MS).catch((failure: unknown) => {
    if (!(failure instanceof Refusal)) throw failure;
    say(`${host}: ${failure.message}`);
  });
  if (ran && ran.status !== 0)
    throw new Error(`\`${hand.reboot.join(' ')}\` failed (${ran.err.trim() || `status ${ran.status}`})`);
}

/**
 * Keeps the OSDs of a server with a monitor down while it starts: groups that peer need newer maps, and while the monitors
 * elect nobody makes any. One of them that is slow to find the one that returned has them elect for half a minute.
 */
async function keepDown({ parts, begun: { host, leased, before }, say }: Restart): Promise<void> {
  if (leased.length === 0 || before.mons.length === 0) return;
  await holdDown(parts.ceph, leased);
  say(`${host}: noup is set for it: its OSDs come up when the monitors agree again`);
}

/** Has a server reboot and waits until it has started anew, with all that ran on it. */
async function restart(one: Restart): Promise<void> {
  const { parts, begun, hand, say, cancelled } = one;
  const { clock } = parts;
  const { host, boot } = begun;
  try {
    await takeOut(one);
    await one.mark({ ...begun, ordered: true });
    await keepDown(one);
    await order(one);
  } catch (failure) {
    if (begun.leased.length > 0) await letUp(parts.ceph, begun.leased).catch(() => undefined);
    const stands = await startAgain(one);
    throw new Error(`${whyOf(failure, cancelled)}; ${stands}`, { cause: failure });
  }
  const started = clock.elapsed();
  await waitUntil(clock, RETURN_MS, cancelled, async () =>
    (await bootOf(hand)).id === boot ? 'it has not started anew' : undefined,
  );
  say(`${host}: up again after ${Math.round((clock.elapsed() - started) / 1000)} s`);
  await awaitDaemons(parts, begun, cancelled);
}

/** Reboots a server once the cluster can do without it, and waits until all is as it was. */
export async function rebootOne(parts: RestartParts, host: string, telling: Telling): Promise<void> {
  const { ceph, inventory, clock, hands } = parts;
  const { say, cancelled, mark } = telling;
  const before = await runningOn(ceph, inventory, host);
  await waitUntil(clock, LEAVE_MS, cancelled, async () => {
    await requireOkToStop(ceph, before);
    return notWhole(ceph, 0);
  });
  const hand = hands.on(host);
  const [{ id: boot }, leased] = await Promise.all([
    bootOf(hand),
    crushHosts(parts, [host]).then((hosts) => withoutNoout(ceph, hosts)),
  ]);
  const begun: Begun = { host, boot, before, leased, ordered: false };
  await mark(begun);
  await withNoout(parts, leased, say, () => restart({ ...telling, parts, begun, hand, stopped: new Map() }));
  // Where that is not written down, noout is taken away once more after a restart of the service.
  await mark(undefined).catch(() => undefined);
  await awaitCopies(parts, begun, telling);
}
