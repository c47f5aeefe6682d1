import type { Clock } from '../../lib/clock.ts';
import { soonOr } from './reader.ts';

/** The part of `ceph status` that tells whether the cluster's maps have changed. */
export interface MapEpochs {
  readonly osdmap?: { readonly epoch?: number };
  readonly monmap?: { readonly epoch?: number };
  readonly fsmap?: { readonly epoch?: number };
  readonly mgrmap?: { readonly available?: boolean; readonly num_standbys?: number };
  readonly quorum_names?: readonly string[];
}

/** The maps that fix an answer: that of the OSDs, or those of all daemons. */
export type FixedBy = 'osdmap' | 'maps';

/** An answer is read again after so long even while no map has changed: another monitor may have been behind with it. */
const LONGEST_MS = 60_000;

/** The state of the maps, as a text that changes with them; undefined where the status does not tell it. */
function stampOf({ osdmap, monmap, fsmap, mgrmap, quorum_names }: MapEpochs, by: FixedBy) {
  if (osdmap?.epoch === undefined) return undefined;
  if (by === 'osdmap') return String(osdmap.epoch);
  // The manager's map has no epoch there.
  const managers = [mgrmap?.available, mgrmap?.num_standbys];
  return JSON.stringify([osdmap.epoch, monmap?.epoch, fsmap?.epoch, ...managers, quorum_names]);
}

interface Kept {
  readonly stamp: string;
  readonly at: number;
  readonly value: Promise<unknown>;
  /** The answer before, of the same maps, until this one has come. */
  before: Promise<unknown> | undefined;
}

/** Keeps answers that grow with the cluster for as long as the maps that they tell of stay the same. */
export class MapCache {
  readonly #clock: Clock;
  readonly #status: () => Promise<MapEpochs>;
  readonly #kept = new Map<string, Kept>();

  /** `status` gives the answer of `ceph status`; many callers may share one. */
  constructor(clock: Clock, status: () => Promise<MapEpochs>) {
    this.#clock = clock;
    this.#status = status;
  }

  /**
   * The answer under `key`, read by `read` if it is not the present one.
   * @param read asks the cluster at once: an answer from before the status would be kept as if it were of its maps
   */
  async get<T>(key: string, by: FixedBy, read: () => Promise<T>): Promise<T> {
    const stamp = stampOf(await this.#status(), by);
    if (stamp === undefined) return read();
    const at = this.#clock.elapsed();
    const known = this.#kept.get(key);
    const ofNow = known?.stamp === stamp ? known : undefined;
    const { value, before } =
      ofNow && at - ofNow.at < LONGEST_MS ? ofNow : this.#begin(key, stamp, read(), ofNow);
    return (before ? soonOr(this.#clock, value, before) : value) as Promise<T>;
  }

  #begin(key: string, stamp: string, value: Promise<unknown>, last: Kept | undefined): Kept {
    const entry: Kept = { stamp, at: this.#clock.elapsed(), value, before: last?.value };
    this.#kept.set(key, entry);
    value.then(
      () => (entry.before = undefined),
      () => {
        if (this.#kept.get(key) !== entry) return;
        if (last) this.#kept.set(key, last);
        else this.#kept.delete(key);
      },
    );
    return entry;
  }
}
