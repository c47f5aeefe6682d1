import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../engine.ts';
import { createShare } from '../share.ts';
import type { Helper, HelperReply, HelperRequest } from './helperProtocol.ts';
import { parseCephJson } from './json.ts';
import { MapCache, type FixedBy, type MapEpochs } from './mapCache.ts';
import { Reader, type DatedAnswer } from './reader.ts';
import { cephRefusal, unconnected } from './refusal.ts';

/** A command as Ceph's monitors and daemons take it: its name in `prefix`, its arguments beside it. */
export type CephCommand = { readonly prefix: string } & Readonly<Record<string, unknown>>;

type ByPoolAndState<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** Numbers of placement groups by pool id and state. */
export type GroupCounts = ByPoolAndState<number>;

/** The placement groups themselves, by pool id and state: the second half of `2.1f`, as a number. */
export type GroupNumbers = ByPoolAndState<readonly number[]>;

/** The states of all placement groups at one time. */
export interface PgStates {
  readonly all: GroupCounts;
  /** Those that serve nobody (not active) or of which no OSD has told for a while (stale). */
  readonly inactive: GroupNumbers;
  /** When it was asked for, in elapsed milliseconds of the clock. */
  readonly at: number;
}

export interface ReadOptions {
  /** Only these keys of the answer, or of each object in it: for answers that grow with the cluster. */
  readonly only?: readonly string[];
  /** The maps that fix the answer: it is read again when they have changed. */
  readonly fixedBy?: FixedBy;
  /** Not shared with anyone: read after this moment. */
  readonly fresh?: true;
}

export type { DatedAnswer } from './reader.ts';

/** Commands to a cluster. Everything rejects with a Refusal that carries Ceph's words. */
export interface Ceph {
  /**
   * The parsed answer of a command that changes nothing; identical reads share one answer, and one that was had some seconds
   * ago stands in for one that is long in coming.
   */
  read<T>(command: CephCommand, options?: ReadOptions): Promise<T>;
  /** The same with its age, and without one that stands in. */
  readDated<T>(command: CephCommand): Promise<DatedAnswer<T>>;
  /** The same for an answer that is plain text. */
  readText(command: CephCommand, options?: Pick<ReadOptions, 'fresh'>): Promise<string>;
  /** Runs commands that change something, one after the other; the refusal of one says which were run before it. */
  write(...commands: CephCommand[]): Promise<void>;
  /** Runs a command that changes something. @returns what Ceph said to it */
  writeOne(command: CephCommand): Promise<string>;
  /** The answer of a command that is not text, and what Ceph said beside it. */
  readBinary(command: CephCommand): Promise<{ readonly content: Buffer; readonly outs: string }>;
  /** Runs a command that reads `input` beside its arguments: what is binary, long or not for Ceph's log of commands. */
  writeInput(command: CephCommand, input: string | Uint8Array): Promise<void>;
  /** Runs a command in one OSD. */
  tellOsd<T>(osdId: number, command: CephCommand): Promise<T>;
  /** Counts of all placement groups, and which are inactive. */
  pgStates(): Promise<PgStates>;
  /** Every option as `config help` describes it. */
  options<T>(): Promise<readonly T[]>;
}

/** The answer of the cluster now: none that was had before stands in for one that is long in coming. */
export const readNow = async <T>(ceph: Ceph, command: CephCommand): Promise<T> =>
  (await ceph.readDated<T>(command)).value;

/** Longer than every timeout of librados (see engine.ts). */
const TIMEOUT_MS = 30_000;
const OSD_TIMEOUT_MS = 180_000;
const OPTIONS_TIMEOUT_MS = 60_000;
/** Options change with Ceph's version only. */
const OPTIONS_FOR_MS = 3_600_000;
/** A list of placement groups that took a second to read is read at most every five seconds. */
const PG_REST_FACTOR = 5;

/** The name of a command as an operator would say it: many settings have one name and differ in the variable. */
const nameOf = ({ prefix, ...rest }: CephCommand): string =>
  typeof rest['var'] === 'string' ? `${prefix} ${rest['var']}` : prefix;

/** The words of Ceph about a command that it has done: modules of the manager say them as its output. */
const saidIn = ({ outs, text = '' }: HelperReply): string => (outs || text).trim();

/** A refusal in the middle of several commands, which cannot be undone. */
export function afterOthers(refusal: Refusal, done: readonly string[]): Refusal {
  if (done.length === 0) return refusal;
  return new Refusal(refusal.status, `${refusal.message}. Done before that: ${done.join(', ')}`);
}

const OF_KEYS = 'config-key ';
const PG_STATES = JSON.stringify({ summary: 'pg states' });

/** Requests to the helper that reject with a Refusal in Ceph's words. */
const runner =
  (helper: Helper) =>
  async (what: string, request: HelperRequest, timeoutMs: number): Promise<HelperReply> => {
    const reply = await helper.request(request, timeoutMs);
    if (reply.unconnected) throw unconnected(reply.outs, helper);
    if (reply.rc !== 0) throw cephRefusal(what, reply.rc, reply.outs);
    return reply;
  };

/**
 * The questions whose answers a command may have changed: all, but for one that sets or removes a key of the store, as this
 * service does every few seconds for itself; only what tells of that key is another then.
 */
function touchedBy({ prefix, key }: CephCommand): ((question: string) => boolean) | undefined {
  if (!prefix.startsWith(OF_KEYS) || typeof key !== 'string') return undefined;
  return (question) => {
    const { command } = JSON.parse(question) as { readonly command?: CephCommand };
    const about = command?.['key'] ?? '';
    return command?.prefix.startsWith(OF_KEYS) === true && typeof about === 'string' && key.startsWith(about);
  };
}

/** Makes a command a question for JSON, with a key that tells it from others. */
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

/** Turns requests to the helper into commands; `shareMs` is how long identical reads share an answer. */
export function createCeph(helper: Helper, clock: Clock, shareMs: number): Ceph {
  const reader = new Reader(clock, shareMs);
  const lasting = createShare(clock);
  const run = runner(helper);
  const question = questions(run);
  const changing = <T>(command: CephCommand, change: Promise<T>): Promise<T> =>
    change.finally(() => reader.forget(touchedBy(command)));
  const maps = new MapCache(clock, () => read<MapEpochs>({ prefix: 'status' }));
  let pgReadTook = 0;
  const read = <T>(command: CephCommand, { only, fixedBy, fresh }: ReadOptions = {}): Promise<T> => {
    const { key, ask } = question<T>(command, only);
    if (fresh) return ask();
    return fixedBy ? maps.get(key, fixedBy, ask) : reader.getSoon(key, ask);
  };
  return {
    read,
    readDated<T>(command: CephCommand) {
      const { key, ask } = question<T>(command);
      return reader.get(key, ask);
    },
    readText(command, { fresh } = {}) {
      const ask = async () => (await run(command.prefix, { command }, TIMEOUT_MS)).text ?? '';
      return fresh ? ask() : reader.getSoon(JSON.stringify({ command }), ask);
    },
    async write(...commands) {
      const done: string[] = [];
      try {
        for (const command of commands) {
          await changing(command, run(command.prefix, { command }, TIMEOUT_MS));
          done.push(nameOf(command));
        }
      } catch (failure) {
        throw failure instanceof Refusal ? afterOthers(failure, done) : failure;
      }
    },
    writeOne: async (command) =>
      saidIn(await changing(command, run(command.prefix, { command }, TIMEOUT_MS))),
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
        pgReadTook = clock.elapsed() - start;
        return data as Omit<PgStates, 'at'>;
      };
      const rest = Math.max(shareMs, PG_REST_FACTOR * pgReadTook);
      const { value, at } = await reader.get(PG_STATES, ask, rest);
      return { ...value, at };
    },
    options: <T>() =>
      lasting.get('options', OPTIONS_FOR_MS, async () => {
        const { data } = await run('config help', { summary: 'options' }, OPTIONS_TIMEOUT_MS);
        return data as readonly T[];
      }),
  };
}
