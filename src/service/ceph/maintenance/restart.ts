import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { Hand, Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import { osdHosts } from '../hands/osdHost.ts';
import { startMds, startOsd, stopMds, stopOsd } from '../hands/daemons.ts';
import { hostsOfNodes } from '../osdTree.ts';
import { insist } from '../timeouts.ts';
import {
  monitorsRest,
  notBack,
  notServing,
  notWhole,
  requireOkToStop,
  runningOn,
  waitUntil,
  type Running,
} from './atRest.ts';
import { holdDown, letUp, withNoout, withoutNoout } from './noout.ts';

export interface RestartParts {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly hands: Hands;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

/** A start of a server, and what on it asks for another one (helper_host.py). */
interface Boot {
  readonly id: string;
  readonly wanted: string | null;
}

/** A client waits for ten seconds. */
const LOOKING_MS = 7000;
const COMMAND_MS = 30_000;
const AGAIN_MS = 3000;
const MINUTE_MS = 60_000;
/** Times to wait: until its daemons may stop, until others serve, for the server, for its daemons, and for the placement groups. */
const LEAVE_MS = MINUTE_MS;
const SERVE_MS = 3 * MINUTE_MS;
export const RETURN_MS = 20 * MINUTE_MS;
export const DAEMONS_MS = 5 * MINUTE_MS;
const WHOLE_MS = 60 * MINUTE_MS;
/** The OSDs are not kept down for longer for monitors that do not agree. */
const MONITORS_MS = 3 * MINUTE_MS;
/** Managers tell what OSDs reported some seconds before (mgr_stats_period). */
export const REPORTS_MS = 10_000;

export const bootOf = ({ call }: Hand): Promise<Boot> =>
  call<Boot>('host.boot', {}, { timeoutMs: LOOKING_MS });

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

/** The reboot of a server, written down before anything there is touched. */
export interface Begun {
  readonly host: string;
  /** Its start until then. */
  readonly boot: string;
  /** The daemons that ran on it. */
  readonly before: Running;
  /** The hosts of the CRUSH map that noout is set for. */
  readonly leased: readonly string[];
  /** It is told to reboot, or about to be. */
  readonly ordered: boolean;
}

/** What the task of a reboot is given to tell. */
export interface Telling {
  readonly say: (line: string) => void;
  readonly cancelled: AbortSignal;
  /** Writes down how far the reboot is; undefined when nothing is left to put back. */
  readonly mark: (begun: Begun | undefined) => Promise<void>;
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

/** The way to start what was stopped for a reboot. */
export const BY_HAND = 'run `systemctl start ceph.target` there';

/** The reason why work ended before its end, in words. */
export function whyOf(failure: unknown, cancelled: AbortSignal): string {
  if (failure === cancelled.reason) return 'cancelled';
  return failure instanceof Error ? failure.message : String(failure);
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
