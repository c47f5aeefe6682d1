import type { Task } from '../../../api/contract/shapes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { naturalOrder } from '../../../lib/natural.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { Hand, Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import type { ManagementNode } from '../management.ts';
import { hostsOfNodes } from '../osdTree.ts';
import type { Resume, TaskTable, Work } from '../tasks/board.ts';
import { notBack, notWhole, requireOkToStop, runningOn, waitUntil, type Running } from './atRest.ts';
import { endNoout, withNoout, withoutNoout } from './noout.ts';

interface RebootParts {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly node: ManagementNode;
  readonly hands: Hands;
  readonly tasks: TaskTable;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

/** A start of a server, and what on it asks for another one (helper_host.py). */
interface Boot {
  readonly id: string;
  readonly wanted: string | null;
}

/** The servers that are to be rebooted, and a sentence on each that was looked at. */
interface Found {
  readonly hosts: readonly string[];
  readonly words: readonly string[];
}

const NAME = 'Reboot servers';
const KIND = 'reboot-servers';
/** A client waits for ten seconds. */
const LOOKING_MS = 7000;
const COMMAND_MS = 30_000;
const MINUTE_MS = 60_000;
/** Times to wait: until its daemons may stop, for the server, for its daemons, and for the placement groups. */
const LEAVE_MS = MINUTE_MS;
const RETURN_MS = 20 * MINUTE_MS;
const DAEMONS_MS = 5 * MINUTE_MS;
const WHOLE_MS = 60 * MINUTE_MS;
/** Managers tell what OSDs reported some seconds before (mgr_stats_period). */
const REPORTS_MS = 10_000;
/** As many tasks as are looked through for one that runs. */
const MOST_TASKS = 1000;

const bootOf = ({ call }: Hand): Promise<Boot> => call<Boot>('host.boot', {}, { timeoutMs: LOOKING_MS });

/** Looks which servers ask for a reboot. */
async function look({ node, hands }: RebootParts): Promise<Found> {
  const found = await Promise.all(
    [...(await node.servers()).keys()].toSorted(naturalOrder).map(async (host): Promise<Found> => {
      const nothing = (words: string) => ({ hosts: [], words: [`${host}: ${words}`] });
      try {
        const { wanted } = await bootOf(hands.on(host));
        if (wanted === null) return nothing('nothing there asks for a reboot');
        return host === node.hostname
          ? nothing(`${wanted}; this service runs on it: reboot it by hand when the others are done`)
          : { hosts: [host], words: [`${host}: ${wanted}`] };
      } catch (failure) {
        if (failure instanceof Refusal) return nothing(`not known: ${failure.message}`);
        throw failure;
      }
    }),
  );
  return { hosts: found.flatMap(({ hosts }) => hosts), words: found.flatMap(({ words }) => words) };
}

/** The hosts of the CRUSH map that the OSDs of servers stand in: those of the same name, as a rule. */
async function crushHosts(
  { inventory }: RebootParts,
  servers: readonly string[],
): Promise<readonly string[]> {
  const [tree, nodes] = await Promise.all([inventory.tree(), inventory.nodes()]);
  const hosts = hostsOfNodes(tree);
  const osds = servers.flatMap((server) => nodes['osd']?.[server] ?? []);
  return [...new Set(osds.flatMap((osd) => hosts.get(Number(osd))?.name ?? []))];
}

/** Has a server reboot and waits until it has started anew, with all that ran on it. */
async function restart(
  { ceph, clock, hands }: RebootParts,
  host: string,
  before: Running,
  say: (line: string) => void,
  cancelled: AbortSignal,
): Promise<void> {
  const hand = hands.on(host);
  const { id } = await bootOf(hand);
  say(`${host}: rebooting`);
  const started = clock.elapsed();
  // A server that goes down does not always say that it has heard.
  const ran = await hand.run(hand.reboot, COMMAND_MS).catch((failure: unknown) => {
    if (!(failure instanceof Refusal)) throw failure;
    say(`${host}: ${failure.message}`);
  });
  if (ran && ran.status !== 0)
    throw new Error(`\`${hand.reboot.join(' ')}\` failed (${ran.err.trim() || `status ${ran.status}`})`);
  await waitUntil(clock, RETURN_MS, cancelled, async () =>
    (await bootOf(hand)).id === id ? 'it has not started anew' : undefined,
  );
  say(`${host}: up again after ${Math.round((clock.elapsed() - started) / 1000)} s`);
  await waitUntil(clock, DAEMONS_MS, cancelled, () => notBack(ceph, before));
}

async function rebootOne(
  parts: RebootParts,
  host: string,
  say: (line: string) => void,
  cancelled: AbortSignal,
): Promise<void> {
  const { ceph, inventory, clock } = parts;
  const before = await runningOn(ceph, inventory, host);
  await waitUntil(clock, LEAVE_MS, cancelled, async () => {
    await requireOkToStop(ceph, before);
    return notWhole(ceph, 0);
  });
  await withNoout(parts, await crushHosts(parts, [host]), say, () =>
    restart(parts, host, before, say, cancelled),
  );
  const back = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, WHOLE_MS, cancelled, () => notWhole(ceph, back));
  say(`${host}: done`);
}

/** Reboots servers one after the other, and stops at the first trouble. */
const work =
  (parts: RebootParts, { hosts, words }: Found): Work =>
  async (say, cancelled) => {
    words.forEach(say);
    for (const [index, host] of hosts.entries()) {
      try {
        await rebootOne(parts, host, say, cancelled);
      } catch (failure) {
        const why = cancelled.aborted
          ? 'cancelled'
          : failure instanceof Error
            ? failure.message
            : String(failure);
        const left = hosts.slice(index + 1);
        throw new Error(
          [
            `${host}: ${why}: look at it and at the health of the cluster, then start this anew for the rest`,
            ...(left.length > 0 ? [`Not rebooted: ${left.join(', ')}`] : []),
          ].join('\n'),
          { cause: failure },
        );
      }
    }
    if (words.some((word) => word.includes(': not known: ')))
      throw new Error('It is not known of every server that it runs what is installed there');
    say('no server asks for a reboot any more');
  };

/** Reboots of the servers that ask for one. */
export function serverReboots(parts: RebootParts) {
  const { tasks, ceph } = parts;
  return {
    /** @throws Refusal 409 while another reboot runs */
    async start(by: string): Promise<Task> {
      const { data = [] } = await tasks.list({ limit: MOST_TASKS });
      if (data.some(({ name, done }) => name === NAME && done === false))
        throw new Refusal(409, 'servers are being rebooted already: wait for that task to end');
      const found = await look(parts);
      const leased = await withoutNoout(ceph, await crushHosts(parts, found.hosts));
      const { length } = found.hosts;
      return tasks.start({
        name: NAME,
        object: `${length} ${length === 1 ? 'server' : 'servers'}`,
        by,
        run: work(parts, found),
        ...(leased.length > 0 && { resume: { kind: KIND, input: leased } }),
      });
    },
    /** For TaskTable.recover: a reboot is not gone on with, but what was set for it is given back. */
    kinds: {
      [KIND]: (leased) => async (say) => {
        say(await endNoout(parts, leased as readonly string[]));
        throw new Error(
          'The service ended while servers were rebooted: see which run again, and start it anew',
        );
      },
    } satisfies Record<string, Resume>,
  };
}
