/** The interval of values, and how long they are kept, in seconds. */
export interface Resolution {
  readonly every: number;
  readonly for: number;
}

/** Resolutions of the whole cluster, and of each pool, server and disk, finest first. */
export const CLUSTER_RESOLUTIONS: readonly Resolution[] = [
  { every: 1, for: 600 },
  { every: 10, for: 6 * 3600 },
  { every: 300, for: 30 * 86_400 },
];
export const PART_RESOLUTIONS: readonly Resolution[] = [
  { every: 10, for: 2 * 3600 },
  { every: 300, for: 30 * 86_400 },
];

/** Initial number of values of a level, which grows to its full length with time. */
const FIRST_LENGTH = 16;

/** Averages over slots of equal length; a slot without a value is a gap. */
class SeriesLevel {
  readonly every: number;
  readonly slots: number;
  #values = new Float32Array(FIRST_LENGTH).fill(Number.NaN);
  #first = 0;
  #last = -1;
  #empty = true;
  /** Number of values in the last slot. */
  #count = 0;

  constructor({ every, for: seconds }: Resolution) {
    this.every = every;
    this.slots = seconds / every;
  }

  add(at: number, value: number): void {
    const slot = Math.floor(at / this.every);
    if (this.#empty) {
      this.#empty = false;
      this.#first = slot;
      this.#last = slot - 1;
    }
    if (slot > this.#last) this.#advance(slot);
    if (slot < this.#last || Number.isNaN(value)) return;
    const index = this.#index(slot);
    this.#count++;
    const mean = this.#count === 1 ? 0 : this.#values[index]!;
    this.#values[index] = mean + (value - mean) / this.#count;
  }

  /** The average of a slot; NaN for a gap. */
  at(slot: number): number {
    return this.#empty || slot < this.#first || slot > this.#last || slot <= this.#last - this.slots
      ? Number.NaN
      : this.#values[this.#index(slot)]!;
  }

  #index(slot: number): number {
    return (slot - this.#first) % this.slots;
  }

  #advance(slot: number): void {
    const length = Math.min(this.slots, slot - this.#first + 1);
    if (length > this.#values.length) {
      const longer = new Float32Array(Math.min(this.slots, Math.max(length, 2 * this.#values.length)));
      longer.fill(Number.NaN).set(this.#values);
      this.#values = longer;
    }
    for (let skipped = Math.max(this.#last + 1, slot - this.slots + 1); skipped <= slot; skipped++) {
      this.#values[this.#index(skipped)] = Number.NaN;
    }
    this.#last = slot;
    this.#count = 0;
  }
}

/** One value over time, in fine resolution for the last minutes and in coarse resolution for the last weeks. */
export class SampleSeries {
  readonly resolutions: readonly Resolution[];
  /** One level for each resolution. */
  readonly levels: readonly SeriesLevel[];
  /** The first value and its time in seconds; undefined while there is none. */
  first: { readonly at: number; readonly value: number } | undefined;

  constructor(resolutions: readonly Resolution[]) {
    this.resolutions = resolutions;
    this.levels = resolutions.map((resolution) => new SeriesLevel(resolution));
  }

  /** @param value NaN for a gap */
  add(at: number, value: number): void {
    if (this.first === undefined && !Number.isNaN(value)) this.first = { at, value };
    for (const level of this.levels) level.add(at, value);
  }
}
