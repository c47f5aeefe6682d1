import { Refusal } from '../../engine.ts';
import type { StateStore } from './store.ts';

/** Things of one kind with a number each; none is given twice, not even by another management node. */
export interface Collection<T> {
  /** In the order of their numbers. */
  entries(): Promise<[id: number, item: T][]>;
  /** @throws Refusal 404 */
  get(id: number): Promise<T>;
  /** A number for `add`; it is not given again. */
  reserve(): Promise<number>;
  /** Adds what `make` gives for its number, which was reserved or is the next one. */
  add(make: (id: number) => T, reserved?: number): Promise<[id: number, item: T]>;
  /** `change` may be called several times. @throws Refusal 404 */
  update(id: number, change: (present: T) => T): Promise<T>;
  /** @param check refuses by throwing @throws Refusal 404 */
  remove(id: number, check?: (present: T) => void): Promise<void>;
}

/** Ids that a message names at the most. */
const NAMED = 20;

/** Takes the next number of a kind: never one that is in use, even if the last one that was given is no longer known. */
export async function nextId(store: StateStore, kind: string): Promise<number> {
  const key = `last-id/${kind}`;
  const isKnown = (await store.get<number>(key)) !== undefined;
  const used = isKnown ? [] : (await store.list(`${kind}/`)).keys();
  const highest = Math.max(0, ...Array.from(used, Number));
  return store.update<number, number>(key, (last = highest) => last + 1);
}

/**
 * @param kind names its keys, such as `network`
 * @param noun what one of them is called, such as `HA group`
 */
export function createCollection<T>(store: StateStore, kind: string, noun: string): Collection<T> {
  const keyOf = (id: number) => `${kind}/${id}`;
  const entries = async (): Promise<[number, T][]> =>
    [...(await store.list<T>(`${kind}/`))]
      .map(([id, item]): [number, T] => [Number(id), item])
      .sort(([a], [b]) => a - b);
  const absent = async (id: number): Promise<Refusal> => {
    const ids = (await entries()).map(([known]) => known).filter((known) => known !== id);
    const known = ids.length === 0 ? 'there is none at all' : `there is ${ids.slice(0, NAMED).join(', ')}`;
    return new Refusal(404, `there is no ${noun} ${id}: ${known}`);
  };
  /** Runs a change of something that must be there. */
  const changeOf = async <R extends T | undefined>(id: number, change: (present: T) => R): Promise<R> => {
    let missing = false;
    const changed = await store.update<T, R | undefined>(keyOf(id), (present) => {
      missing = present === undefined;
      return present === undefined ? undefined : change(present);
    });
    if (missing) throw await absent(id);
    return changed as R;
  };
  return {
    entries,
    async get(id) {
      const item = (await store.list<T>(`${kind}/`)).get(String(id));
      if (item === undefined) throw await absent(id);
      return item;
    },
    reserve: () => nextId(store, kind),
    async add(make, reserved) {
      const id = reserved ?? (await nextId(store, kind));
      const item = make(id);
      await store.put(keyOf(id), item);
      return [id, item];
    },
    update: (id, change) => changeOf(id, change),
    async remove(id, check) {
      await changeOf(id, (present) => {
        check?.(present);
        return undefined;
      });
    },
  };
}
