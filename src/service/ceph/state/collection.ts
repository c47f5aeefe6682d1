import type { Refusal } from '../../engine.ts';
import { noItem, refusal } from '../../rules/refused.ts';
import type { StateStore } from './store.ts';

/** Stored items of one kind, each with an id. An id is never assigned twice, not even by another management node. */
export interface Collection<T> {
  /** The items, sorted by id. */
  entries(): Promise<[id: number, item: T][]>;
  /** @throws Refusal 404 */
  get(id: number): Promise<T>;
  /** Reserves an id for `add`. */
  reserve(): Promise<number>;
  /** Adds the item that `make` returns for its id: the reserved one, or the next. */
  add(make: (id: number) => T, reserved?: number): Promise<[id: number, item: T]>;
  /** Replaces an item. @param change may be called several times @throws Refusal 404 */
  update(id: number, change: (present: T) => T): Promise<T>;
  /** Removes an item. @param check throws to refuse the removal @throws Refusal 404 */
  remove(id: number, check?: (present: T) => void): Promise<void>;
}

/** Assigns the next id of a kind. If the record of the last id is lost, it continues after the highest id in use. */
export async function nextId(store: StateStore, kind: string): Promise<number> {
  const key = `last-id/${kind}`;
  const isKnown = (await store.get<number>(key)) !== undefined;
  const used = isKnown ? [] : (await store.list(`${kind}/`)).keys();
  const highest = Math.max(0, ...Array.from(used, Number));
  return store.update<number, number>(key, (last = highest) => last + 1);
}

/**
 * @param kind the prefix of the items' keys, such as `network`
 * @param noun the name of an item in messages, such as `HA group`
 */
export function createCollection<T>(store: StateStore, kind: string, noun: string): Collection<T> {
  const keyOf = (id: number) => `${kind}/${id}`;
  const entries = async (): Promise<[number, T][]> =>
    [...(await store.list<T>(`${kind}/`))]
      .map(([id, item]): [number, T] => [Number(id), item])
      .sort(([a], [b]) => a - b);
  const absent = async (id: number): Promise<Refusal> => {
    const ids = (await entries()).map(([known]) => known).filter((known) => known !== id);
    return refusal(noItem(noun, id, ids));
  };
  /** Changes an item, which must exist; undefined removes it. */
  const changeItem = async <R extends T | undefined>(id: number, change: (present: T) => R): Promise<R> => {
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
    update: (id, change) => changeItem(id, change),
    async remove(id, check) {
      await changeItem(id, (present) => {
        check?.(present);
        return undefined;
      });
    },
  };
}
