import type { Task } from '../../../api/contract/shapes.ts';
import { naturalOrder } from '../../../lib/natural.ts';
import { plural } from '../../../lib/words.ts';
import { Refusal } from '../../engine.ts';
import type { ManagementNode } from '../management.ts';
import type { Resume, TaskTable, Work } from '../tasks/board.ts';
import { bootOf, rebootOne, whyOf, type Begun, type RestartParts } from './restart.ts';
import { takeUp } from './takeUp.ts';

interface RebootParts extends RestartParts {
  readonly node: ManagementNode;
  readonly tasks: TaskTable;
}

/** The servers that are to be rebooted, and a sentence on each that was looked at. */
interface Found {
  readonly hosts: readonly string[];
  readonly words: readonly string[];
}

/** How far a task is, as it is written down. */
interface Progress {
  /** The server that is being rebooted. */
  readonly begun?: Begun;
  /** Those that come after it. */
  readonly rest: readonly string[];
  /** True where not every server could be looked at. */
  readonly unsure: boolean;
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

const notRebooted = (rest: readonly string[]): readonly string[] =>
  rest.length > 0 ? [`Not rebooted: ${rest.join(', ')}`] : [];

const isUnsure = ({ words }: Found): boolean => words.some((word) => word.includes(': not known: '));

/** Ends the task where a server makes trouble: the rest is left. */
async function orStop(
  host: string,
  rest: readonly string[],
  cancelled: AbortSignal,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (failure) {
    const why = whyOf(failure, cancelled);
    const advice = `${host}: ${why}: look at it and at the health of the cluster, then start this anew for the rest`;
    throw new Error([advice, ...notRebooted(rest)].join('\n'), { cause: failure });
  }
}

function sayAllDone(unsure: boolean, say: (line: string) => void): void {
  if (unsure) throw new Error('It is not known of every server that it runs what is installed there');
  say('no server asks for a reboot any more');
}

/** Reboots servers one after the other, and stops at the first trouble. */
const work =
  (parts: RebootParts, found: Found): Work =>
  async (say, cancelled, mark) => {
    const { hosts, words } = found;
    const unsure = isUnsure(found);
    words.forEach(say);
    for (const [index, host] of hosts.entries()) {
      const rest = hosts.slice(index + 1);
      const note = (begun: Begun | undefined) =>
        mark({ ...(begun && { begun }), rest, unsure } satisfies Progress);
      await orStop(host, rest, cancelled, () => rebootOne(parts, host, { say, cancelled, mark: note }));
    }
    sayAllDone(unsure, say);
  };

/** Brings the reboot to an end in the middle of which the service ended. The rest is left: nobody may be there to see to it. */
const workAfterRestart =
  (parts: RebootParts, { begun, rest, unsure }: Progress): Work =>
  async (say, cancelled, mark) => {
    if (begun) {
      const note = () => mark({ rest, unsure } satisfies Progress);
      await orStop(begun.host, rest, cancelled, () => takeUp(parts, begun, { say, cancelled, mark: note }));
    }
    if (rest.length > 0)
      throw new Error(
        ['The service ended meanwhile: start this anew for the rest', ...notRebooted(rest)].join('\n'),
      );
    sayAllDone(unsure, say);
  };

const refusal = () => new Refusal(409, 'servers are being rebooted already: wait for that task to end');

/** Reboots of the servers that ask for one. */
export function serverReboots(parts: RebootParts) {
  const { tasks } = parts;
  /** A request is looking which servers there are to reboot: its task is not there yet. */
  let isStarting = false;
  const begin = async (by: string): Promise<Task> => {
    const { data = [] } = await tasks.list({ limit: MOST_TASKS });
    if (data.some(({ name, done }) => name === NAME && done === false)) throw refusal();
    const found = await look(parts);
    const progress: Progress = { rest: found.hosts, unsure: isUnsure(found) };
    return tasks.start({
      name: NAME,
      object: plural(found.hosts.length, 'server'),
      by,
      run: work(parts, found),
      resume: { kind: KIND, input: progress },
    });
  };
  return {
    /** @throws Refusal 409 while another reboot runs */
    async start(by: string): Promise<Task> {
      if (isStarting) throw refusal();
      isStarting = true;
      return await begin(by).finally(() => (isStarting = false));
    },
    /** For TaskTable.recover. */
    kinds: { [KIND]: (input) => workAfterRestart(parts, input as Progress) } satisfies Record<string, Resume>,
  };
}
