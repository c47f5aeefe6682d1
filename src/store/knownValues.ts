import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';
import type { Choices } from './field.ts';
import { failureOf } from './failureOf.ts';

interface Read extends Choices {
  /** When it was asked for, in milliseconds since the epoch. */
  readonly at: number;
}

/** A list that was read longer ago than this is read again when a field asks for it, in milliseconds. */
const FRESH_MS = 10_000;

const READING = 'being read ...';

/**
 * The values that fields can have and the deck does not hold, such as the users of the object store: read when a field
 * asks for them, and kept until the next one does.
 */
export class KnownValues {
  /** Tells its listeners when something was read. */
  readonly store: StoreApi<{ readonly reads: ReadonlyMap<string, Read> }> = createStore(() => ({
    reads: new Map<string, Read>(),
  }));
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is known under a key; a note says why that is nothing. */
  get(key: string): Choices {
    return this.store.getState().reads.get(key) ?? { all: [], note: READING };
  }

  /** Reads the values of a key unless that was done lately. A failure is noted, and no values are known then. */
  read(key: string, values: () => Promise<Choices>): void {
    const { reads } = this.store.getState();
    const before = reads.get(key);
    const at = this.#clock.now();
    if (before !== undefined && at - before.at < FRESH_MS) return;
    this.#set(key, { all: [], note: READING, ...before, at });
    values().then(
      (choices) => this.#set(key, { ...choices, at }),
      (error: unknown) => this.#set(key, { all: [], note: `not known: ${failureOf(error).message}`, at }),
    );
  }

  #set(key: string, read: Read): void {
    this.store.setState(({ reads }) => ({ reads: new Map(reads).set(key, read) }));
  }
}
