import { Refusal } from './engine.ts';

/** Numbered things as JSON. */
export interface KeptNumbers<K> {
  /** The latest number that was given. */
  readonly last: number;
  readonly items: readonly (readonly [id: number, item: K])[];
}

/** Things that are known by a number: counted from 1 in the order in which they were added; none is given twice. */
export class Numbered<T> {
  readonly #items = new Map<number, T>();
  readonly #noun: string;
  #last = 0;

  /** `noun` is what one of them is called, such as `network`. */
  constructor(noun: string) {
    this.#noun = noun;
  }

  /** The number that the next one will get, without adding it; it is not given again. */
  reserve(): number {
    return ++this.#last;
  }

  add(item: T, id = this.reserve()): number {
    this.#items.set(id, item);
    return id;
  }

  /** @throws Refusal 404 */
  get(id: number): T {
    const item = this.#items.get(id);
    if (item === undefined) {
      const ids = [...this.#items.keys()];
      const known = ids.length === 0 ? 'there is none at all' : `there is ${ids.slice(0, 20).join(', ')}`;
      throw new Refusal(404, `there is no ${this.#noun} ${id}: ${known}`);
    }
    return item;
  }

  has(id: number): boolean {
    return this.#items.has(id);
  }

  /** @throws Refusal 404 */
  replace(id: number, item: T): void {
    this.get(id);
    this.#items.set(id, item);
  }

  /** @throws Refusal 404 */
  remove(id: number): void {
    this.get(id);
    this.#items.delete(id);
  }

  entries(): [id: number, item: T][] {
    return [...this.#items];
  }

  values(): T[] {
    return [...this.#items.values()];
  }
  /** Everything, each written by `write`; the last number is kept, too, so that none is given twice. */
  keep<K>(write: (item: T, id: number) => K): KeptNumbers<K> {
    return { last: this.#last, items: this.entries().map(([id, item]) => [id, write(item, id)]) };
  }

  /** Puts what was kept in the place of all that is there. */
  restore<K>({ last, items }: KeptNumbers<K>, read: (kept: K) => T): void {
    this.#items.clear();
    for (const [id, item] of items) this.#items.set(id, read(item));
    this.#last = last;
  }
}
