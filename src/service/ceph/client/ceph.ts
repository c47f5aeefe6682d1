import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal, UnknownOutcome } from '../../engine.ts';
import { createShare } from '../../share.ts';
import type { Helper, HelperReply, HelperRequest } from '../helper/protocol.ts';
import { parseCephJson } from './json.ts';
import { MapCache, type FixedBy, type MapEpochs } from './mapCache.ts';
import { Reader, type DatedAnswer } from './reader.ts';
import { commandRefusal, Unanswered, unanswered, unconnected } from './refusal.ts';
import { createSilenceLimit } from './silenceLimit.ts';
import { runSteps } from './steps.ts';

/** A command for Ceph's monitors and daemons: its name in `prefix`, its arguments beside it. */
export type CephCommand = { readonly prefix: string } & Readonly<Record<string, unknown>>;

type ByPoolAndState<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** Numbers of placement groups by pool id and state. */
export type GroupCounts = ByPoolAndState<number>;

/** The numbers of single placement groups, by pool id and state; `2.1f` has the number 0x1f. */
export type GroupNumbers = ByPoolAndState<readonly number[]>;

/** The states of all placement groups at one time. */
export interface PgStates {
  readonly all: GroupCounts;
  /** The groups that do not serve clients (not active), or that no OSD has reported for a while (stale). */
  readonly inactive: GroupNumbers;
  /** The queues of recovery; absent if no group recovers or waits for it. */
  readonly recovery?: NonNullable<ClusterEvidence['recovery']>;
  /** The time of the request, in elapsed milliseconds. */
  readonly at: number;
}

/** The oldest last scrubs of the placement groups on each OSD, by its number, as Unix timestamps: plain, deep. */
export type OldestScrubs = Readonly<Record<string, readonly [plain: number | null, deep: number | null]>>;

export interface ReadOptions {
  /** Only these keys of the answer, or of each object in it: for answers that grow with the cluster. */
  readonly only?: readonly string[];
  /** The maps on which the answer depends: it is cached until they change. */
  readonly fixedBy?: FixedBy;
  /** The time in milliseconds for which an answer is reused that hardly ever changes, or not by others. */
  readonly forMs?: number;
  /** Bypasses all caches. */
  readonly fresh?: true;
}

/** The age that the answer to a read may have. */
export type AnswerAge = Pick<ReadOptions, 'forMs' | 'fresh'>;

/**
 * The time for which identical reads share one answer, in milliseconds. It is a little less than the interval at which a
 * console reads the status (2 s), so that a command is sent as often for fifty consoles as for one that shows its answer.
 */
export const SHARE_MS = 1900;

/** The time after which a setting is shown that was changed on the command line, in milliseconds. */
export const SETTINGS_FOR_MS = 5_000;

export type { DatedAnswer } from './reader.ts';

/** Runs commands in a cluster. All methods reject with a Refusal that contains Ceph's message. */
export interface Ceph {
  /**
   * Reads the parsed JSON answer of a command. Identical reads share one answer. If the cluster is slow or silent, an
   * answer from the last seconds is used instead.
   */
  read<T>(command: CephCommand, options?: ReadOptions): Promise<T>;
  /** Reads an answer with its time. Unlike `read`, it waits for a slow cluster. */
  readDated<T>(command: CephCommand): Promise<DatedAnswer<T>>;
  /** Reads an answer that is plain text, otherwise like `read`. */
  readText(command: CephCommand, options?: AnswerAge): Promise<string>;
  /** Runs commands that change something, one after the other; a refusal names the commands that were run before. */
  write(...commands: CephCommand[]): Promise<void>;
  /** Runs a command that changes something. @returns Ceph's message */
  writeOne(command: CephCommand): Promise<string>;
  /**
   * Runs a command that changes something and takes the active manager up to minutes, such as starting containers. Unlike
   * with `writeOne`, the manager never runs it twice because the connection to a monitor has changed. @returns Ceph's message
   */
  order(command: CephCommand): Promise<string>;
  /** Reads a binary answer. `outs` is Ceph's message. */
  readBinary(command: CephCommand): Promise<{ readonly content: Buffer; readonly outs: string }>;
  /** Runs a command with `input` for data that is binary, long, or secret: Ceph logs the arguments of commands. */
  writeInput(command: CephCommand, input: string | Uint8Array): Promise<void>;
  /** Runs a command in one OSD. */
  tellOsd<T>(osdId: number, command: CephCommand): Promise<T>;
  /** Reads the states of all placement groups. */
  pgStates(): Promise<PgStates>;
  /** Says why a command is not answered in time. */
  unanswered(): string;
  /** Reads the oldest scrubs of all OSDs: a read of two kilobytes for each placement group, in the helper. */
  oldestScrubs(): Promise<OldestScrubs>;
  /** Reads all options from `config help`. */
  options<T>(): Promise<readonly T[]>;
}

/** Reads an answer without falling back to an older one when the cluster is slow. */
export const readNow = async <T>(ceph: Ceph, command: CephCommand): Promise<T> =>
  (await ceph.readDated<T>(command)).value;

/** Reads the id of the cluster. */
export const readFsid = async (ceph: Ceph): Promise<string> =>
  (await ceph.read<{ fsid: string }>({ prefix: 'fsid' }, { fixedBy: 'maps' })).fsid;

/** Longer than all timeouts of librados (see connectionSettings.ts). */
const TIMEOUT_MS = 30_000;
const OSD_TIMEOUT_MS = 180_000;
/** cephadm creates an OSD within a minute or two, but may have to download an image first. */
const ORDER_TIMEOUT_MS = 900_000;
const OPTIONS_TIMEOUT_MS = 60_000;
/** The answer about a hundred thousand placement groups takes the helper several seconds to parse. */
const SCRUBS_TIMEOUT_MS = 60_000;
/** Options change only with the version of Ceph. */
const OPTIONS_FOR_MS = 3_600_000;
/**
 * The shortest time for which figures that OSDs report are cached, in milliseconds: a little less than the interval of their
 * reports to the managers (mgr_stats_period, 5 s).
 */
export const REPORTED_FOR_MS = 4_500;
/** The time for which the states of placement groups are cached, as a multiple of the time that reading them took. */
const PG_REST_FACTOR = 5;

/** The name of a command for operators, with the variable: `osd pool set` alone says little. */
const nameOf = ({ prefix, ...rest }: CephCommand): string =>
  typeof rest['var'] === 'string' ? `${prefix} ${rest['var']}` : prefix;

/** Ceph's message about a command, which manager modules send as its output. */
const messageIn = ({ outs, text = '' }: HelperReply): string => (outs || text).trim();

const CONFIG_KEY = 'config-key ';
const PG_STATES = JSON.stringify({ summary: 'pg states' });

/** Makes the function that sends requests to the helper and rejects with a Refusal that contains Ceph's message. */
const runner =
  (helper: Helper) =>
  async (what: string, request: HelperRequest, timeoutMs: number): Promise<HelperReply> => {
    const reply = await helper.request(request, timeoutMs);
    if (reply.unconnected) throw unconnected(reply.outs, helper);
    if (reply.rc !== 0) throw commandRefusal(what, reply, helper);
    return reply;
  };

/**
 * Selects the cached answers that a command may have changed; undefined means all. This service itself writes to the
 * key-value store every few seconds: such a command only invalidates answers about its key.
 */
function invalidatedBy({ prefix, key }: CephCommand): ((cacheKey: string) => boolean) | undefined {
  if (!prefix.startsWith(CONFIG_KEY) || typeof key !== 'string') return undefined;
  return (cacheKey) => {
    const { command } = JSON.parse(cacheKey) as { readonly command?: CephCommand };
    const readKey = command?.['key'] ?? '';
    return (
      command?.prefix.startsWith(CONFIG_KEY) === true &&
      typeof readKey === 'string' &&
      key.startsWith(readKey)
    );
  };
}

/** A change that is not answered in time may have been made, unlike a read. */
function changeUnanswered(failure: unknown): never {
  throw failure instanceof Unanswered ? new UnknownOutcome(failure.message) : failure;
}

/** Makes the function that prepares a command with a JSON answer: its cache key, and the function that runs it. */
function questions(run: ReturnType<typeof runner>) {
  return <T>(command: CephCommand, only?: readonly string[]) => {
    const request = { command: { ...command, format: 'json' }, ...(only ? { only } : {}) };
    const ask = async () => {
      const { data, text } = await run(command.prefix, request, TIMEOUT_MS);
      return (text === undefined ? data : parseCephJson(text)) as T;
    };
    return { key: JSON.stringify(request), ask };
  };
}

/** The reads that take the cluster or the helper long. */
function longReads(run: ReturnType<typeof runner>, clock: Clock): Pick<Ceph, 'oldestScrubs' | 'options'> {
  const share = createShare(clock);
  return {
    async oldestScrubs() {
      const { data } = await run('pg dump', { summary: 'oldest scrubs' }, SCRUBS_TIMEOUT_MS);
      return data as OldestScrubs;
    },
    options: <T>() =>
      share.get('options', OPTIONS_FOR_MS, async () => {
        const { data } = await run('config help', { summary: 'options' }, OPTIONS_TIMEOUT_MS);
        return data as readonly T[];
      }),
  };
}

/** @param shareMs the time for which identical reads share an answer */
export function createCeph(helper: Helper, clock: Clock, shareMs: number): Ceph {
  const run = runner(helper);
  const question = questions(run);
  // Answered only by monitors in a quorum.
  const small = question({ prefix: 'osd stat' });
  const limit = createSilenceLimit(clock, small.ask, () => unanswered(helper));
  const reader = new Reader(clock, shareMs, limit);
  const changing = <T>(command: CephCommand, change: Promise<T>): Promise<T> =>
    change.catch(changeUnanswered).finally(() => reader.forget(invalidatedBy(command)));
  const send = (command: CephCommand) => changing(command, run(command.prefix, { command }, TIMEOUT_MS));
  const maps = new MapCache(clock, () => read<MapEpochs>({ prefix: 'status' }));
  let pgReadMs = 0;
  const read = <T>(command: CephCommand, { only, fixedBy, forMs, fresh }: ReadOptions = {}): Promise<T> => {
    const { key, ask } = question<T>(command, only);
    if (fresh) return limit(ask());
    return fixedBy ? maps.get(key, fixedBy, () => limit(ask())) : reader.getSoon(key, ask, forMs);
  };
  return {
    read,
    readDated<T>(command: CephCommand) {
      const { key, ask } = question<T>(command);
      return reader.get(key, ask);
    },
    async readText(command, { forMs, fresh } = {}) {
      const ask = async () => (await run(command.prefix, { command }, TIMEOUT_MS)).text ?? '';
      if (fresh) return limit(ask());
      // That something does not exist is an answer to share, too: most clusters have no backups of this service, for example.
      const orMissing = () => ask().catch(ifRefused((refusal) => refusal, 404));
      const found = await reader.getSoon(JSON.stringify({ command }), orMissing, forMs);
      if (found instanceof Refusal) throw found;
      return found;
    },
    write: (...commands) => runSteps(commands.map((command) => [nameOf(command), () => send(command)])),
    writeOne: async (command) => messageIn(await send(command)),
    async order(command) {
      const request = { command, target: 'mgr' };
      return messageIn(await changing(command, run(command.prefix, request, ORDER_TIMEOUT_MS)));
    },
    async readBinary(command) {
      const { payload, outs } = await run(command.prefix, { command, binary: true }, TIMEOUT_MS);
      return { content: payload ?? Buffer.alloc(0), outs };
    },
    async writeInput(command, input) {
      const request = { command, input: Buffer.from(input).toString('base64') };
      await changing(command, run(command.prefix, request, TIMEOUT_MS));
    },
    async tellOsd<T>(osdId: number, command: CephCommand): Promise<T> {
      const request = { command: { ...command, format: 'json' }, target: `osd.${osdId}` };
      const { text } = await run(command.prefix, request, OSD_TIMEOUT_MS);
      return parseCephJson(text || 'null') as T;
    },
    async pgStates() {
      const ask = async () => {
        const start = clock.elapsed();
        const { data } = await run('pg dump', { summary: 'pg states' }, TIMEOUT_MS);
        pgReadMs = clock.elapsed() - start;
        return data as Omit<PgStates, 'at'>;
      };
      const maxAge = Math.max(REPORTED_FOR_MS, PG_REST_FACTOR * pgReadMs);
      const { value, at } = await reader.get(PG_STATES, ask, maxAge);
      return { ...value, at };
    },
    unanswered: () => unanswered(helper),
    ...longReads(run, clock),
  };
}
