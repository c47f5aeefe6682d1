import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { Hand, Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import { osdHosts } from '../hands/osdHost.ts';
import { startOsd, stopOsd } from '../hands/osds.ts';
import { hostsOfNodes } from '../osdTree.ts';
import {
  notBack,
  notServing,
  notWhole,
  requireOkToStop,
  runningOn,
  waitUntil,
  type Running,
} from './atRest.ts';
import { withNoout } from './noout.ts';

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
const MINUTE_MS = 60_000;
/** Times to wait: until its daemons may stop, until others serve, for the server, for its daemons, and for the placement groups. */
const LEAVE_MS = MINUTE_MS;
const SERVE_MS = 3 * MINUTE_MS;
const RETURN_MS = 20 * MINUTE_MS;
const DAEMONS_MS = 5 * MINUTE_MS;
const WHOLE_MS = 60 * MINUTE_MS;
/** Managers tell what OSDs reported some seconds before (mgr_stats_period). */
const REPORTS_MS = 10_000;

export const bootOf = ({ call }: Hand): Promise<Boot> =>
  call<Boot>('host.boot', {}, { timeoutMs: LOOKING_MS });

/** The hosts of the CRUSH map that the OSDs of servers stand in: those of the same name, as a rule. */
export async function crushHosts(
  { inventory }: Pick<RestartParts, 'inventory'>,
  servers: readonly string[],
): Promise<readonly string[]> {
  const [tree, nodes] = await Promise.all([inventory.tree(), inventory.nodes()]);
  const hosts = hostsOfNodes(tree);
  const osds = servers.flatMap((server) => nodes['osd']?.[server] ?? []);
  return [...new Set(osds.flatMap((osd) => hosts.get(Number(osd))?.name ?? []))];
}

/** The reboot of one server. */
interface Restart {
  readonly parts: RestartParts;
  readonly host: string;
  readonly hand: Hand;
  /** The daemons that ran on it. */
  readonly before: Running;
  /** OSDs that were stopped for it. */
  readonly stopped: number[];
  readonly say: (line: string) => void;
  readonly cancelled: AbortSignal;
}

/**
 * Takes daemons out of service while the server answers for them, so that the others see at once that they have ended, and
 * waits until the cluster serves without them: groups cannot do so while monitors elect without one that went, too.
 */
async function takeOut({ parts, host, hand, before, stopped, say, cancelled }: Restart): Promise<void> {
  const { ceph, clock } = parts;
  const { osds, mdss } = before;
  try {
    for (const name of mdss) await ceph.write({ prefix: 'mds fail', role_or_gid: name });
    const places = osds.size > 0 ? await osdHosts(ceph) : undefined;
    await Promise.all(
      [...osds.keys()].map(async (osd) => {
        const data = places?.get(osd)?.data;
        if (data === undefined) return;
        await stopOsd(hand, osd, { data, forever: false });
        stopped.push(osd);
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

/** The reason why work ended before its end, in words. */
export function whyOf(failure: unknown, cancelled: AbortSignal): string {
  if (failure === cancelled.reason) return 'cancelled';
  return messageOf(failure);
}

/** Starts the OSDs again that were stopped for a reboot that does not come. @returns how that ended, in words */
async function startAgain({ hand, stopped }: Restart): Promise<string> {
  try {
    for (const osd of stopped) await startOsd(hand, osd);
    return `started again: ${stopped.map((osd) => `osd.${osd}`).join(', ') || 'nothing, as nothing was stopped'}`;
  } catch (failure) {
    return `OSDs of it are stopped (${(failure as Error).message}): run \`systemctl start ceph-osd.target\` there`;
  }
}

/** Has the server begin to go down. */
async function order({ hand, host, say, cancelled }: Restart): Promise<void> {
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

/** Has a server reboot and waits until it has started anew, with all that ran on it. */
async function restart(one: Restart): Promise<void> {
  const { parts, host, hand, before, say, cancelled } = one;
  const { ceph, clock } = parts;
  const { id } = await bootOf(hand);
  try {
    await takeOut(one);
    await order(one);
  } catch (failure) {
    const stands = await startAgain(one);
    throw new Error(`${whyOf(failure, cancelled)}; ${stands}`, { cause: failure });
  }
  const started = clock.elapsed();
  await waitUntil(clock, RETURN_MS, cancelled, async () =>
    (await bootOf(hand)).id === id ? 'it has not started anew' : undefined,
  );
  say(`${host}: up again after ${Math.round((clock.elapsed() - started) / 1000)} s`);
  await waitUntil(clock, DAEMONS_MS, cancelled, () => notBack(ceph, before));
}

/** Reboots a server once the cluster can do without it, and waits until all is as it was. */
export async function rebootOne(
  parts: RestartParts,
  host: string,
  say: (line: string) => void,
  cancelled: AbortSignal,
): Promise<void> {
  const { ceph, inventory, clock, hands } = parts;
  const before = await runningOn(ceph, inventory, host);
  await waitUntil(clock, LEAVE_MS, cancelled, async () => {
    await requireOkToStop(ceph, before);
    return notWhole(ceph, 0);
  });
  const one = { parts, host, hand: hands.on(host), before, stopped: [], say, cancelled };
  await withNoout(parts, await crushHosts(parts, [host]), say, () => restart(one));
  const back = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, WHOLE_MS, cancelled, () => notWhole(ceph, back));
  say(`${host}: done`);
}
