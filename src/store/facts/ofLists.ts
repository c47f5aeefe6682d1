import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { type Chunked, finishInChunks, finishNow } from '../../lib/chunked.ts';

/** The two long lists from which everything about OSDs is derived. */
export interface OsdLists {
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
}

/** A result derived from the lists and cached until one of them changes. */
export interface OfLists<T> {
  /** Returns the result; computes it now unless it is cached. */
  of(lists: OsdLists): T;
  /** Computes the result in chunks before it is needed; `pause` is awaited between two chunks. */
  prepare(lists: OsdLists, pause?: () => Promise<void>): Promise<void>;
}

interface Kept<T> {
  readonly lists: OsdLists;
  readonly result: T;
}

/** Caches the last result per CRUSH map, or per list of disks if there is no map, for as long as that object lives. */
export function ofLists<T>(working: (lists: OsdLists) => Chunked<T>): OfLists<T> {
  const results = new WeakMap<object, Kept<T>>();
  let none: Kept<T> | undefined;

  const find = ({ disks, crush }: OsdLists): Kept<T> | undefined => {
    const owner = crush ?? disks;
    const kept = owner === undefined ? none : results.get(owner);
    return kept?.lists.disks === disks && kept?.lists.crush === crush ? kept : undefined;
  };
  const keep = (lists: OsdLists, result: T): Kept<T> => {
    const { disks, crush } = lists;
    const owner = crush ?? disks;
    const kept = { lists, result };
    if (owner === undefined) none = kept;
    else results.set(owner, kept);
    // The result without the map is not needed any more.
    if (crush && disks) results.delete(disks);
    return kept;
  };

  return {
    of: (lists) => (find(lists) ?? keep(lists, finishNow(working(lists)))).result,
    async prepare(lists, pause) {
      if (find(lists) === undefined) keep(lists, await finishInChunks(working(lists), pause));
    },
  };
}
