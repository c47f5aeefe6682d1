import type { Task } from '../../../api/contract/shapes.ts';
import { naturalOrder } from '../../../lib/natural.ts';
import { plural } from '../../../lib/words.ts';
import { Refusal } from '../../engine.ts';
import type { ManagementNode } from '../management.ts';
import type { Resume, TaskTable, Work } from '../tasks/board.ts';
import { endNoout, withoutNoout } from './noout.ts';
import { bootOf, crushHosts, rebootOne, whyOf, type RestartParts } from './restart.ts';

interface RebootParts extends RestartParts {
  readonly node: ManagementNode;
  readonly tasks: TaskTable;
}

/** The servers that are to be rebooted, and a sentence on each that was looked at. */
interface Found {
  readonly hosts: readonly string[];
  readonly words: readonly string[];
}

const NAME = 'Reboot servers';
const KIND = 'reboot-servers';
/** As many tasks as are looked through for one that runs. */
const MOST_TASKS = 1000;

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

/** Reboots servers one after the other, and stops at the first trouble. */
const work =
  (parts: RebootParts, { hosts, words }: Found): Work =>
  async (say, cancelled) => {
    words.forEach(say);
    for (const [index, host] of hosts.entries()) {
      try {
        await rebootOne(parts, host, say, cancelled);
      } catch (failure) {
        const why = whyOf(failure, cancelled);
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

const refusal = () => new Refusal(409, 'servers are being rebooted already: wait for that task to end');

/** Reboots of the servers that ask for one. */
export function serverReboots(parts: RebootParts) {
  const { tasks, ceph } = parts;
  /** A request is looking which servers there are to reboot: its task is not there yet. */
  let isStarting = false;
  const begin = async (by: string): Promise<Task> => {
    const { data = [] } = await tasks.list({ limit: MOST_TASKS });
    if (data.some(({ name, done }) => name === NAME && done === false)) throw refusal();
    const found = await look(parts);
    const leased = await withoutNoout(ceph, await crushHosts(parts, found.hosts));
    return tasks.start({
      name: NAME,
      object: plural(found.hosts.length, 'server'),
      by,
      run: work(parts, found),
      ...(leased.length > 0 && { resume: { kind: KIND, input: leased } }),
    });
  };
  return {
    /** @throws Refusal 409 while another reboot runs */
    async start(by: string): Promise<Task> {
      if (isStarting) throw refusal();
      isStarting = true;
      return await begin(by).finally(() => (isStarting = false));
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
