import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { type Chunked, finishInChunks, finishNow } from '../../lib/chunked.ts';

/** The two long lists from which facts about OSDs are derived. */
export interface OsdLists {
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
}

/** A derived value of the lists, memoized while the lists are the same objects. */
export interface ListMemo<T> {
  /** The value for these lists; computed now unless it is cached. */
  of(lists: OsdLists): T;
  /** Computes the value in chunks before it is needed; `pause` is awaited between two chunks. */
  prepare(lists: OsdLists, pause?: () => Promise<void>): Promise<void>;
}

interface Kept<T> {
  readonly lists: OsdLists;
  readonly result: T;
}

/** Memoizes a chunked computation: one result per CRUSH map, or per list of disks without a map, while that object lives. */
export function memoizeByLists<T>(compute: (lists: OsdLists) => Chunked<T>): ListMemo<T> {
  const results = new WeakMap<object, Kept<T>>();
  /** The owner of the result for no lists at all. */
  const none = {};

  const find = ({ disks, crush }: OsdLists): Kept<T> | undefined => {
    const kept = results.get(crush ?? disks ?? none);
    return kept?.lists.disks === disks && kept?.lists.crush === crush ? kept : undefined;
  };
  const keep = (lists: OsdLists, result: T): Kept<T> => {
    const { disks, crush } = lists;
    const kept = { lists, result };
    results.set(crush ?? disks ?? none, kept);
    // The result without the map is not needed any more.
    if (crush && disks) results.delete(disks);
    return kept;
  };

  return {
    of: (lists) => (find(lists) ?? keep(lists, finishNow(compute(lists)))).result,
    async prepare(lists, pause) {
      if (find(lists) === undefined) keep(lists, await finishInChunks(compute(lists), pause));
    },
  };
}
