import { noItem, refusal } from './rules/refused.ts';

/** A `Numbered` as JSON. */
export interface SavedNumbers<K> {
  /** The last number assigned. */
  readonly last: number;
  readonly items: readonly (readonly [id: number, item: K])[];
}

/** Items by number, counted from 1 in the order in which they are added; no number is used twice. */
export class Numbered<T> {
  readonly #items = new Map<number, T>();
  readonly #noun: string;
  #last = 0;

  /** `noun` names one item in messages, such as `network`. */
  constructor(noun: string) {
    this.#noun = noun;
  }

  /** Assigns the next number without adding an item; it is not assigned again. */
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
    if (item === undefined) throw refusal(noItem(this.#noun, id, [...this.#items.keys()]));
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

  /** All items, each serialized by `write`, with the last number, so that no number is used twice. */
  save<K>(write: (item: T, id: number) => K): SavedNumbers<K> {
    return { last: this.#last, items: this.entries().map(([id, item]) => [id, write(item, id)]) };
  }

  /** Replaces all items by the saved ones. */
  restore<K>({ last, items }: SavedNumbers<K>, read: (saved: K) => T): void {
    this.#items.clear();
    for (const [id, item] of items) this.#items.set(id, read(item));
    this.#last = last;
  }
}
