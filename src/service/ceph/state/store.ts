import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import { asciiJson } from './ascii.ts';
import { entryReader, type StateEntry } from './entry.ts';

/** Everything that this service keeps in the monitors' key-value store lies below this. */
export const ROOT = 'storedeck/';

/** Bytes of a value that the monitors take (mon_config_key_max_entry_size). */
const LARGEST = 64 * 1024;
/** The time in which a write may be overwritten before it counts; far longer than a read and a write take. */
const SETTLE_MS = 100;
const ATTEMPTS = 4;
/** Marks that an object remembers. So many writes may follow on one before it has been looked after. */
const KEPT_MARKS = 8;

/**
 * Objects in the cluster's own key-value store, a key each, so that every management node of the cluster
 * serves the same.
 *
 * The store has no compare-and-set. `update` comes near to it: it writes a mark of its own, waits, and reads
 * back. Its change counts when the mark is still there, also in what others have made of the object since;
 * otherwise another node wrote at the same moment from the same original, and the change is made anew on what
 * that node wrote. So of two changes neither is lost, provided that no node takes longer than SETTLE_MS from
 * reading an object to having written it. What is checked across several objects (do two networks overlap?)
 * is checked against what was read just before, and no more.
 */
export interface StateStore {
  /** The objects whose keys begin with `folder`, by the rest of the key. */
  list<T>(folder: string): Promise<ReadonlyMap<string, T>>;
  get<T>(key: string): Promise<T | undefined>;
  /**
   * Replaces an object by what `change` makes of it; undefined stands for no object, before and after.
   * `change` may be called several times and refuses by throwing.
   * @throws DamagedRecord
   * @throws Refusal 409 when others kept writing, 413 when the object is too large
   */
  update<T, R extends T | undefined>(key: string, change: (present: T | undefined) => R): Promise<R>;
  /** Writes an object that only this node writes. @throws Refusal 413 */
  put(key: string, value: unknown): Promise<void>;
  /** Takes an object away that only this node writes. */
  remove(key: string): Promise<void>;
}

function encode(key: string, entry: StateEntry): string {
  const text = asciiJson(entry);
  if (text.length <= LARGEST) return text;
  throw new Refusal(
    413,
    `${key} would take ${text.length} bytes, and the monitors keep at most ${LARGEST} in one place: make it smaller or spread it over several`,
  );
}

/** The names of keys in messages are those of the store, so that `ceph config-key get` finds them. */
const full = (key: string): string => `${ROOT}${key}`;

/**
 * @param node tells this management node's marks from those of others
 * @param tell told once of each damaged record: what goes on by itself has nobody else to tell
 */
export function createStateStore(
  ceph: Ceph,
  clock: Clock,
  node: string,
  tell: (problem: string) => void = () => undefined,
): StateStore {
  let writes = 0;
  const turns = new Map<string, Promise<unknown>>();
  const read = entryReader(ROOT, tell);

  const readEntry = async (key: string, fresh: boolean): Promise<StateEntry | undefined> => {
    try {
      const command = { prefix: 'config-key get', key: full(key) };
      return read(full(key), await ceph.readText(command, fresh ? { fresh } : {}));
    } catch (failure) {
      if (failure instanceof Refusal && failure.status === 404) return undefined;
      throw failure;
    }
  };
  const writeEntry = async (key: string, entry: StateEntry | undefined): Promise<void> => {
    if (entry === undefined) return ceph.write({ prefix: 'config-key rm', key: full(key) });
    return ceph.writeInput({ prefix: 'config-key set', key: full(key) }, encode(full(key), entry));
  };

  /** True where the change counts; if not, it was made on something that is there no more. */
  const attempt = async <T, R extends T | undefined>(
    key: string,
    change: (present: T | undefined) => R,
  ): Promise<{ readonly value: R } | undefined> => {
    const present = await readEntry(key, true);
    const value = change(present?.value as T | undefined);
    if (value === present?.value) return { value };
    const mark = `${node} ${++writes}`;
    const marks = [...(present?.marks ?? []), mark].slice(-KEPT_MARKS);
    await writeEntry(key, value === undefined ? undefined : { value, marks });
    await sleep(clock, SETTLE_MS);
    const later = await readEntry(key, true);
    const counts = value === undefined ? later === undefined : later?.marks?.includes(mark);
    return counts === true ? { value } : undefined;
  };

  /** Changes of one object on this node follow each other, so that only those of other nodes collide with them. */
  const inTurn = <R>(key: string, work: () => Promise<R>): Promise<R> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
    turns.set(key, turn);
    const clear = () => {
      if (turns.get(key) === turn) turns.delete(key);
    };
    turn.then(clear, clear);
    return turn;
  };

  return {
    async list<T>(folder: string) {
      const command = { prefix: 'config-key dump', key: full(folder) };
      const found = Object.entries(await ceph.read<Record<string, string>>(command));
      return new Map(
        found.map(([key, text]) => [key.slice(full(folder).length), read(key, text).value as T]),
      );
    },
    get: async <T>(key: string) => (await readEntry(key, false))?.value as T | undefined,
    update: <T, R extends T | undefined>(key: string, change: (present: T | undefined) => R) =>
      inTurn(key, async () => {
        for (let count = 0; count < ATTEMPTS; count++) {
          const done = await attempt(key, change);
          if (done) return done.value;
          // Two nodes that collided once would go on colliding in step.
          await sleep(clock, clock.random() * SETTLE_MS * 2 ** count);
        }
        throw new Refusal(409, `other management nodes keep changing ${full(key)}: try again`);
      }),
    put: (key, value) => writeEntry(key, { value }),
    remove: (key) => writeEntry(key, undefined),
  };
}
