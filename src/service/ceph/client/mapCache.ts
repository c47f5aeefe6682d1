import type { Clock } from '../../../lib/clock.ts';
import { freshOrPrevious } from './reader.ts';

/** The part of `ceph status` that shows changes of the cluster's maps. */
export interface MapEpochs {
  readonly osdmap?: { readonly epoch?: number };
  readonly monmap?: { readonly epoch?: number };
  readonly fsmap?: { readonly epoch?: number };
  readonly mgrmap?: { readonly available?: boolean; readonly num_standbys?: number };
  readonly quorum_names?: readonly string[];
}

/** The maps on which an answer depends: the OSD map, or the maps of all daemons. */
export type FixedBy = 'osdmap' | 'maps';

/**
 * The maximum age of an answer even if no map changes: it may come from a monitor that was behind the others, so it is
 * read once more after a minute. The status does not show each change of the manager map, so these are always read then.
 */
const MAX_AGE_MS = 60_000;
/** The maximum age of an answer that has been read twice of the same OSD map: megabytes, on a large cluster. */
const CONFIRMED_MAX_AGE_MS = 900_000;

/** A text that changes with the maps; undefined if the status does not contain their epochs. */
function stampOf({ osdmap, monmap, fsmap, mgrmap, quorum_names }: MapEpochs, by: FixedBy) {
  if (osdmap?.epoch === undefined) return undefined;
  if (by === 'osdmap') return String(osdmap.epoch);
  // The status does not contain the epoch of the manager map.
  const managers = [mgrmap?.available, mgrmap?.num_standbys];
  return JSON.stringify([osdmap.epoch, monmap?.epoch, fsmap?.epoch, ...managers, quorum_names]);
}

interface CachedAnswer {
  readonly stamp: string;
  readonly at: number;
  readonly value: Promise<unknown>;
  readonly maxAgeMs: number;
  /** The previous answer for the same maps, until this one has arrived. */
  previous: Promise<unknown> | undefined;
}

/** Caches answers that grow with the cluster, until the maps on which they depend change. */
export class MapCache {
  readonly #clock: Clock;
  readonly #status: () => Promise<MapEpochs>;
  readonly #answers = new Map<string, CachedAnswer>();

  /** @param status reads `ceph status`; its answer may be shared */
  constructor(clock: Clock, status: () => Promise<MapEpochs>) {
    this.#clock = clock;
    this.#status = status;
  }

  /**
   * Returns the cached answer, or reads it.
   * @param read reads the answer from the cluster without a cache: one from before the status might be of older maps
   */
  async get<T>(key: string, by: FixedBy, read: () => Promise<T>): Promise<T> {
    const stamp = stampOf(await this.#status(), by);
    if (stamp === undefined) return read();
    const at = this.#clock.elapsed();
    const cached = this.#answers.get(key);
    const current = cached?.stamp === stamp ? cached : undefined;
    const isFresh = current !== undefined && at - current.at < current.maxAgeMs;
    const maxAgeMs = current && by === 'osdmap' ? CONFIRMED_MAX_AGE_MS : MAX_AGE_MS;
    const { value, previous } = isFresh
      ? current
      : this.#begin(key, { stamp, at, maxAgeMs, value: read() }, current);
    return (previous ? freshOrPrevious(this.#clock, value, previous) : value) as Promise<T>;
  }

  #begin(key: string, started: Omit<CachedAnswer, 'previous'>, last: CachedAnswer | undefined): CachedAnswer {
    const entry: CachedAnswer = { ...started, previous: last?.value };
    this.#answers.set(key, entry);
    entry.value.then(
      () => (entry.previous = undefined),
      () => {
        if (this.#answers.get(key) !== entry) return;
        if (last) this.#answers.set(key, last);
        else this.#answers.delete(key);
      },
    );
    return entry;
  }
}
