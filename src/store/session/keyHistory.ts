import { Ring } from '../../lib/ring.ts';

/** A key press, recorded as the name of the binding that it ran; for typed text, only the fact is recorded. */
export interface KeyRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly what: string;
}

/** The number of records that are kept. */
const KEPT = 50;

/** The most recent key presses, for a crash report. It never contains typed text. */
export class KeyHistory {
  readonly #records = new Ring<KeyRecord>(KEPT);
  #lastAt: number | undefined;

  /** Adds a record; consecutive typed characters become one record, since the length of the text is private. */
  add(at: number, what: string): void {
    this.#lastAt = at;
    if (what !== TYPED || this.#records.at(-1)?.what !== TYPED) this.#records.push({ at, what });
  }

  /** The time at which the last key was pressed, in milliseconds since the epoch. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  /** Oldest first. */
  list(): readonly KeyRecord[] {
    return [...this.#records];
  }
}

/** The record of any number of typed characters. */
export const TYPED = '(typed text)';
