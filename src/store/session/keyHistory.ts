import { Ring } from '../../lib/ring.ts';

/** The action of a key, by the name of its binding; of typed text only that there was some. */
export interface KeyRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly what: string;
}

/** So many lead up to a moment. */
const KEPT = 50;

/** The actions of the keys of the last minutes, for a report on what went wrong. Never what was typed. */
export class KeyHistory {
  readonly #traces = new Ring<KeyRecord>(KEPT);
  #lastAt: number | undefined;

  /** Consecutive text counts as one: its length is private. */
  add(at: number, what: string): void {
    this.#lastAt = at;
    if (what !== TYPED || this.#traces.at(-1)?.what !== TYPED) this.#traces.push({ at, what });
  }

  /** When the last key was pressed, in milliseconds since the epoch. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  /** Oldest first. */
  list(): readonly KeyRecord[] {
    return [...this.#traces];
  }
}

/** Stands for any number of characters. */
export const TYPED = '(typed text)';
