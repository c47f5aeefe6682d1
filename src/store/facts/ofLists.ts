import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { type Chunked, finishInChunks, finishNow } from '../../lib/chunked.ts';

/** The two long lists that tell of OSDs. */
export interface OsdLists {
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
}

/** A result that is worked out of the lists, and kept while they are the same. */
export interface OfLists<T> {
  /** Gives the result; works it out now where that was not yet done. */
  of(lists: OsdLists): T;
  /** Works the result out before it is asked for; `pause` comes between two chunks of the work. */
  prepare(lists: OsdLists, pause?: () => Promise<void>): Promise<void>;
}

interface Kept<T> {
  readonly lists: OsdLists;
  readonly result: T;
}

/** Makes a result of lists. The last result of a CRUSH map, or of disks without one, lives as long as these. */
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
    // The result from before the map came.
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
