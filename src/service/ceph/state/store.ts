import { sleep, type Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import type { AnswerAge, Ceph } from '../client/ceph.ts';
import { asciiJson } from './ascii.ts';
import { entryReader, type StateEntry } from './entry.ts';
import { keyedQueue } from './keyedQueue.ts';

/** The prefix of all this service's keys in the monitors' key-value store. */
export const ROOT = 'storedeck/';

/** The maximum size of a value in bytes (mon_config_key_max_entry_size). */
const MAX_BYTES = 64 * 1024;
/** The time after which a write is checked: far longer than another node takes to read and write an object. */
const SETTLE_MS = 100;
const ATTEMPTS = 4;
/** The number of marks that an object keeps: so many later writes may follow a write before it is checked. */
const KEPT_MARKS = 8;

/**
 * Objects in the monitors' key-value store, one key each, so that all management nodes of the cluster serve the same.
 *
 * The key-value store has no compare-and-set. `update` approximates it: it writes a unique mark with its change, waits,
 * and reads the object again. If the mark is still there, the change took effect, even if others have changed the object
 * since. Otherwise another node wrote at the same time and had read the same original; then the change is made again,
 * based on that node's object. So no change is lost, provided that no node takes longer than SETTLE_MS from reading an
 * object to writing it. Checks across several objects (do two networks overlap?) are not atomic: they use the objects
 * that were read just before.
 */
export interface StateStore {
  /** The objects whose keys begin with `folder`, by the rest of their keys. */
  list<T>(folder: string): Promise<ReadonlyMap<string, T>>;
  get<T>(key: string, options?: AnswerAge): Promise<T | undefined>;
  /**
   * Replaces an object.
   * @param change returns the new object for the present one; undefined means no object. It may be called several times,
   *   and throws to refuse
   * @throws DamagedRecord
   * @throws Refusal 409 when others kept writing, 413 when the object is too large
   */
  update<T, R extends T | undefined>(key: string, change: (present: T | undefined) => R): Promise<R>;
  /** Writes an object that only this node writes. @throws Refusal 413 */
  put(key: string, value: unknown): Promise<void>;
  /** Removes an object that only this node writes. */
  remove(key: string): Promise<void>;
}

function encode(key: string, entry: StateEntry): string {
  const text = asciiJson(entry);
  if (text.length <= MAX_BYTES) return text;
  throw new Refusal(
    413,
    `${key} would need ${text.length} bytes, and the monitors store at most ${MAX_BYTES} per key: make it smaller or split it up`,
  );
}

/** The full key in the key-value store. Messages use it, so that operators can pass it to `ceph config-key get`. */
const full = (key: string): string => `${ROOT}${key}`;

/**
 * @param node distinguishes this management node's marks from those of others
 * @param report called once for each damaged record, because background work has no other way to report it
 */
export function createStateStore(
  ceph: Ceph,
  clock: Clock,
  node: string,
  report: (problem: string) => void = () => undefined,
): StateStore {
  let writes = 0;
  // Changes of one object by this node run one after the other, so that only those of other nodes can collide.
  const queue = keyedQueue<string>();
  const read = entryReader(ROOT, report);

  const readEntry = async (key: string, options: AnswerAge): Promise<StateEntry | undefined> => {
    const stored = ceph.readText({ prefix: 'config-key get', key: full(key) }, options);
    const text = await stored.catch(ifRefused(() => undefined, 404));
    return text === undefined ? undefined : read(full(key), text);
  };
  const writeEntry = async (key: string, entry: StateEntry | undefined): Promise<void> => {
    if (entry === undefined) return ceph.write({ prefix: 'config-key rm', key: full(key) });
    return ceph.writeInput({ prefix: 'config-key set', key: full(key) }, encode(full(key), entry));
  };

  /** Makes a change once. @returns undefined if another node overwrote it */
  const attempt = async <T, R extends T | undefined>(
    key: string,
    change: (present: T | undefined) => R,
  ): Promise<{ readonly value: R } | undefined> => {
    const present = await readEntry(key, { fresh: true });
    const value = change(present?.value as T | undefined);
    if (value === present?.value) return { value };
    const mark = `${node} ${++writes}`;
    const marks = [...(present?.marks ?? []), mark].slice(-KEPT_MARKS);
    await writeEntry(key, value === undefined ? undefined : { value, marks });
    await sleep(clock, SETTLE_MS);
    const later = await readEntry(key, { fresh: true });
    const tookEffect = value === undefined ? later === undefined : later?.marks?.includes(mark);
    return tookEffect === true ? { value } : undefined;
  };

  return {
    async list<T>(folder: string) {
      const command = { prefix: 'config-key dump', key: full(folder) };
      const found = Object.entries(await ceph.read<Record<string, string>>(command));
      return new Map(
        found.map(([key, text]) => [key.slice(full(folder).length), read(key, text).value as T]),
      );
    },
    get: async <T>(key: string, options: AnswerAge = {}) =>
      (await readEntry(key, options))?.value as T | undefined,
    update: <T, R extends T | undefined>(key: string, change: (present: T | undefined) => R) =>
      queue.run(key, async () => {
        for (let count = 0; count < ATTEMPTS; count++) {
          const done = await attempt(key, change);
          if (done) return done.value;
          // A random delay, because two nodes that collided once would otherwise collide again.
          await sleep(clock, clock.random() * SETTLE_MS * 2 ** count);
        }
        throw new Refusal(409, `other management nodes keep changing ${full(key)}: try again`);
      }),
    put: (key, value) => writeEntry(key, { value }),
    remove: (key) => writeEntry(key, undefined),
  };
}
