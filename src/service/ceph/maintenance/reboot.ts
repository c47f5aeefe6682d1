import type { Task } from '../../../api/contract/shapes.ts';
import { naturalOrder } from '../../../lib/natural.ts';
import { plural } from '../../../lib/words.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import { alreadyRebooting } from '../../rules/maintenance.ts';
import { refusal } from '../../rules/refused.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import type { ManagementNode } from '../management.ts';
import { withHeartbeat, SILENT_MINUTES } from '../tasks/abandoned.ts';
import type { Resume, Say, TaskTable, Work } from '../tasks/board.ts';
import { maintainable } from './inMaintenance.ts';
import { rebootOne } from './rebootOne.ts';
import { resumeReboot } from './resumeReboot.ts';
import { readBoot, failureReason, type StoredReboot } from './storedReboot.ts';

interface RebootParts extends LongWorkParts {
  readonly node: ManagementNode;
  readonly tasks: TaskTable;
}

/** The servers that a reboot task leaves out, though they need a reboot or may need one. */
interface LeftOut {
  /** Servers that could not be checked. */
  readonly unknown: readonly string[];
  /** The server of this service, if it needs a reboot. */
  readonly own: readonly string[];
}

/** The servers that need a reboot, and a line for each server that was checked. */
interface RebootPlan extends LeftOut {
  readonly hosts: readonly string[];
  readonly words: readonly string[];
}

/** The stored state of a reboot task, from which it continues after a restart of the service. */
interface RebootProgress extends LeftOut {
  /** The server that is being rebooted. */
  readonly begun?: StoredReboot;
  /** The servers that come after it. */
  readonly rest: readonly string[];
}

const NAME = 'Reboot servers';
const KIND = 'reboot-servers';
/** The number of tasks that are searched for a running reboot. */
const MAX_TASKS = 1000;

/** Finds the servers that need a reboot. @throws Refusal 501 for servers of Rook */
async function planReboots({ node, access }: RebootParts): Promise<RebootPlan> {
  const found = { hosts: [] as string[], unknown: [] as string[], own: [] as string[] };
  const check = async (host: string): Promise<string> => {
    const { wanted } = await readBoot(access.on(host));
    if (wanted === null) return 'no reboot needed';
    (host === node.hostname ? found.own : found.hosts).push(host);
    return wanted;
  };
  const notKnown = (host: string) =>
    ifRefused(({ message }) => {
      found.unknown.push(host);
      return `not known: ${message}`;
    });
  const all = [...(await node.servers()).keys()].toSorted(naturalOrder);
  await Promise.all(all.map((host) => maintainable(access, host)));
  const words = await Promise.all(
    all.map(async (host) => `${host}: ${await check(host).catch(notKnown(host))}`),
  );
  return { ...found, hosts: found.hosts.toSorted(naturalOrder), words };
}

/** The advice for the server of this service, which cannot oversee its own reboot. */
const ownServerAdvice = (host: string): string =>
  `${host} needs a reboot, but this service runs on it: when all others are done, run \`ceph osd set-group noout ${host}\`, reboot it, and run \`ceph osd unset-group noout ${host}\` once its OSDs are up`;

const notRebooted = (rest: readonly string[]): readonly string[] =>
  rest.length > 0 ? [`Not rebooted: ${rest.join(', ')}`] : [];

/** Runs a step for a server. @throws Error with advice, and the servers that are not rebooted, if it fails */
async function runStep(
  host: string,
  rest: readonly string[],
  cancelled: AbortSignal,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (failure) {
    const why = failureReason(failure, cancelled);
    const advice = `${host}: ${why}: check it and the health of the cluster, then start this again for the rest`;
    throw new Error([advice, ...notRebooted(rest)].join('\n'), { cause: failure });
  }
}

function conclude({ unknown, own }: LeftOut, say: Say): void {
  if (unknown.length > 0) throw new Error(`It is not known whether ${unknown.join(', ')} needs a reboot`);
  own.forEach((host) => say(ownServerAdvice(host)));
  if (own.length === 0) say('no server needs a reboot any more');
}

/** The work that reboots servers one after the other, and stops at the first failure. */
const work =
  (parts: RebootParts, plan: RebootPlan): Work =>
  async (say, cancelled, mark) => {
    const { hosts, words, unknown, own } = plan;
    words.forEach(say);
    for (const [index, host] of hosts.entries()) {
      const rest = hosts.slice(index + 1);
      const save = (begun: StoredReboot | undefined) =>
        mark({ ...(begun && { begun }), rest, unknown, own } satisfies RebootProgress);
      await runStep(host, rest, cancelled, () => rebootOne(parts, host, { say, cancelled, mark: save }));
    }
    conclude(plan, say);
  };

/**
 * The work that completes a reboot which the end of a service interrupted. The remaining servers are not rebooted:
 * the operator may not be watching any more.
 */
const workAfterRestart =
  (parts: RebootParts, { begun, ...left }: RebootProgress): Work =>
  async (say, cancelled, mark) => {
    const { rest } = left;
    if (begun) {
      const save = () => mark(left satisfies RebootProgress);
      await runStep(begun.host, rest, cancelled, () =>
        resumeReboot(parts, begun, { say, cancelled, mark: save }),
      );
    }
    if (rest.length > 0)
      throw new Error(
        ['The service stopped meanwhile: start this again for the rest', ...notRebooted(rest)].join('\n'),
      );
    conclude(left, say);
  };

const rebootRuns = () =>
  refusal(
    alreadyRebooting(
      ` on its management node; if that has stopped, another takes the task over after ${SILENT_MINUTES} min`,
    ),
  );

/** Reboots the servers that need it, in one task at a time. */
export function serverReboots(parts: RebootParts) {
  const { tasks, clock } = parts;
  /** A request is checking the servers, and has not started its task yet. */
  let isStarting = false;
  let running: Promise<void> = Promise.resolve();
  const tracked = (progress: RebootProgress, rebooting: Work): Work => {
    const run = withHeartbeat(clock, progress, rebooting);
    return (...args) => {
      const ended = run(...args);
      running = ended.catch(() => undefined);
      return ended;
    };
  };
  const begin = async (by: string): Promise<Task> => {
    const { data = [] } = await tasks.list({ limit: MAX_TASKS });
    if (data.some(({ name, done }) => name === NAME && done === false)) throw rebootRuns();
    const plan = await planReboots(parts);
    const { hosts, unknown, own } = plan;
    if (hosts.length + unknown.length === 0 && own[0] !== undefined)
      throw new Refusal(409, ownServerAdvice(own[0]));
    const progress: RebootProgress = { rest: hosts, unknown, own };
    return tasks.start({
      name: NAME,
      object: plural(hosts.length, 'server'),
      by,
      run: tracked(progress, work(parts, plan)),
      resume: { kind: KIND, input: progress },
    });
  };
  return {
    /** @throws Refusal 409 while another reboot runs, or if only the server of this service needs a reboot */
    async start(by: string): Promise<Task> {
      if (isStarting) throw rebootRuns();
      isStarting = true;
      return await begin(by).finally(() => (isStarting = false));
    },
    /** The kinds of work to continue after a restart, and to take over from services that stopped. */
    kinds: {
      [KIND](input) {
        const progress = input as RebootProgress;
        return tracked(progress, workAfterRestart(parts, progress));
      },
    } satisfies Record<string, Resume>,
    /** Resolves when no reboot is in progress: a cancelled one first undoes what it can. */
    ended: () => running,
  };
}
