/**
 * A ring buffer of the newest `capacity` items of a stream. It counts the dropped items, so that the loss can be shown.
 */
export class Ring<T> implements Iterable<T> {
  readonly capacity: number;
  #items: T[] = [];
  #start = 0;
  #dropped = 0;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`A ring holds at least one item, not ${capacity}`);
    this.capacity = capacity;
  }

  get length(): number {
    return this.#items.length;
  }

  /** The number of items dropped since the ring was created. `dropped + index` is a stable number of an item. */
  get dropped(): number {
    return this.#dropped;
  }

  push(item: T): void {
    if (this.#items.length < this.capacity) {
      this.#items.push(item);
      return;
    }
    this.#items[this.#start] = item;
    this.#start = (this.#start + 1) % this.capacity;
    this.#dropped++;
  }

  /** The item at `index`, where 0 is the oldest; a negative index counts from the newest, as in `Array.at`. */
  at(index: number): T | undefined {
    const position = index < 0 ? this.#items.length + index : index;
    if (position < 0 || position >= this.#items.length) return undefined;
    return this.#items[(this.#start + position) % this.capacity];
  }

  *[Symbol.iterator](): IterableIterator<T> {
    yield* this.#items.slice(this.#start);
    yield* this.#items.slice(0, this.#start);
  }
}
