import type { Task } from '../../../api/contract/shapes.ts';
import { naturalOrder } from '../../../lib/natural.ts';
import { plural } from '../../../lib/words.ts';
import { Refusal } from '../../engine.ts';
import type { ManagementNode } from '../management.ts';
import type { Resume, TaskTable, Work } from '../tasks/board.ts';
import { rebootOne } from './restart.ts';
import { bootOf, whyOf, type Begun, type RestartParts } from './restartParts.ts';
import { takeUp } from './takeUp.ts';

interface RebootParts extends RestartParts {
  readonly node: ManagementNode;
  readonly tasks: TaskTable;
}

/** The servers of which this task cannot say that nothing there asks for a reboot once it is through. */
interface Left {
  /** That could not be looked at. */
  readonly unknown: readonly string[];
  /** That asks for one and has this service on it. */
  readonly own: readonly string[];
}

/** The servers that are to be rebooted, and a sentence on each that was looked at. */
interface Found extends Left {
  readonly hosts: readonly string[];
  readonly words: readonly string[];
}

/** The state of a task as it is written down, to be gone on with. */
interface Progress extends Left {
  /** The server that is being rebooted. */
  readonly begun?: Begun;
  /** Those that come after it. */
  readonly rest: readonly string[];
}

const NAME = 'Reboot servers';
const KIND = 'reboot-servers';
/** As many tasks as are looked through for one that runs. */
const MOST_TASKS = 1000;

/** Looks which servers ask for a reboot. */
async function look({ node, hands }: RebootParts): Promise<Found> {
  const found = { hosts: [] as string[], unknown: [] as string[], own: [] as string[] };
  const lookAt = async (host: string): Promise<string> => {
    try {
      const { wanted } = await bootOf(hands.on(host));
      if (wanted === null) return 'nothing there asks for a reboot';
      (host === node.hostname ? found.own : found.hosts).push(host);
      return wanted;
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      found.unknown.push(host);
      return `not known: ${failure.message}`;
    }
  };
  const all = [...(await node.servers()).keys()].toSorted(naturalOrder);
  const words = await Promise.all(all.map(async (host) => `${host}: ${await lookAt(host)}`));
  return { ...found, hosts: found.hosts.toSorted(naturalOrder), words };
}

/** The way to reboot the server of this service, which would not see the end of it. */
const byHand = (host: string): string =>
  `${host} asks for a reboot and this service runs on it: when all others are done, run \`ceph osd set-group noout ${host}\`, reboot it, and run \`ceph osd unset-group noout ${host}\` when its OSDs are up`;

const notRebooted = (rest: readonly string[]): readonly string[] =>
  rest.length > 0 ? [`Not rebooted: ${rest.join(', ')}`] : [];

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

function conclude({ unknown, own }: Left, say: (line: string) => void): void {
  if (unknown.length > 0)
    throw new Error(`It is not known of ${unknown.join(', ')} whether what is installed there runs`);
  own.forEach((host) => say(byHand(host)));
  if (own.length === 0) say('no server asks for a reboot any more');
}

/** Reboots servers one after the other, and stops at the first trouble. */
const work =
  (parts: RebootParts, found: Found): Work =>
  async (say, cancelled, mark) => {
    const { hosts, words, unknown, own } = found;
    words.forEach(say);
    for (const [index, host] of hosts.entries()) {
      const rest = hosts.slice(index + 1);
      const note = (begun: Begun | undefined) =>
        mark({ ...(begun && { begun }), rest, unknown, own } satisfies Progress);
      await orStop(host, rest, cancelled, () => rebootOne(parts, host, { say, cancelled, mark: note }));
    }
    conclude(found, say);
  };

/** Brings the reboot to an end in the middle of which the service ended. The rest is left: nobody may be there to see to it. */
const workAfterRestart =
  (parts: RebootParts, { begun, ...left }: Progress): Work =>
  async (say, cancelled, mark) => {
    const { rest } = left;
    if (begun) {
      const note = () => mark(left satisfies Progress);
      await orStop(begun.host, rest, cancelled, () => takeUp(parts, begun, { say, cancelled, mark: note }));
    }
    if (rest.length > 0)
      throw new Error(
        ['The service ended meanwhile: start this anew for the rest', ...notRebooted(rest)].join('\n'),
      );
    conclude(left, say);
  };

const refusal = () => new Refusal(409, 'servers are being rebooted already: wait for that task to end');

/** Reboots of the servers that ask for one. */
export function serverReboots(parts: RebootParts) {
  const { tasks } = parts;
  /** A request is looking which servers there are to reboot: its task is not there yet. */
  let isStarting = false;
  let running: Promise<void> = Promise.resolve();
  const noted =
    (rebooting: Work): Work =>
    (...given) => {
      const ended = rebooting(...given);
      running = ended.catch(() => undefined);
      return ended;
    };
  const begin = async (by: string): Promise<Task> => {
    const { data = [] } = await tasks.list({ limit: MOST_TASKS });
    if (data.some(({ name, done }) => name === NAME && done === false)) throw refusal();
    const found = await look(parts);
    const { hosts, unknown, own } = found;
    if (hosts.length + unknown.length === 0 && own[0] !== undefined) throw new Refusal(409, byHand(own[0]));
    const progress: Progress = { rest: hosts, unknown, own };
    return tasks.start({
      name: NAME,
      object: plural(hosts.length, 'server'),
      by,
      run: noted(work(parts, found)),
      resume: { kind: KIND, input: progress },
    });
  };
  return {
    /** @throws Refusal 409 while another reboot runs, or where none but the server of this service asks for one */
    async start(by: string): Promise<Task> {
      if (isStarting) throw refusal();
      isStarting = true;
      return await begin(by).finally(() => (isStarting = false));
    },
    /** For TaskTable.recover. */
    kinds: {
      [KIND]: (input) => noted(workAfterRestart(parts, input as Progress)),
    } satisfies Record<string, Resume>,
    /** Resolves when no reboot is under way: one that is broken off has put back what it could. */
    ended: () => running,
  };
}
