/** Mixes up to four integers into 32 well-spread bits (rounds of the finalizer of MurmurHash3). */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  return mix(mix(mix(mix(0x9e3779b9, a), b), c), d) >>> 0;
}

function mix(bits: number, value: number): number {
  let mixed = Math.imul(bits ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * A seeded random number generator (mulberry32). Each concern of the model has its own, forked by name, so that more
 * log chatter, for example, does not change which disk fails.
 */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An independent generator that depends only on the current state of this one and on the name. */
  fork(name: string): Dice {
    return new Dice(
      Array.from(name).reduce((bits, letter) => hash(bits, letter.codePointAt(0)), this.#state),
    );
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A random item. @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('cannot pick from an empty list');
    return item;
  }

  /** A random id in the format of a UUID. */
  uuid(): string {
    return [8, 4, 4, 4, 12].map((digits) => this.hex(digits)).join('-');
  }

  /** A string of random hexadecimal digits, as in serial numbers and checksums. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('');
  }
}
