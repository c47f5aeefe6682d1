import { compareUtf8 } from '../../values/order.ts';

/** A map that is sorted by the UTF-8 bytes of its keys, and can be read from any position. */
export class SortedMap<Value> {
  readonly #keys: string[] = [];
  readonly #values = new Map<string, Value>();

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  keys(): readonly string[] {
    return this.#keys;
  }

  /** The key at a position, from 0. */
  keyAt(index: number): string | undefined {
    return this.#keys[index];
  }

  /** The position of the first key that is not before this text. */
  indexFrom(text: string): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareUtf8(this.#keys[middle]!, text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  set(key: string, value: Value): void {
    if (!this.#values.has(key)) this.#insert(key);
    this.#values.set(key, value);
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#keys.splice(this.indexFrom(key), 1);
  }

  #insert(key: string): void {
    const last = this.#keys.at(-1);
    // Keys are often added in order.
    if (last === undefined || compareUtf8(last, key) < 0) this.#keys.push(key);
    else this.#keys.splice(this.indexFrom(key), 0, key);
  }
}
