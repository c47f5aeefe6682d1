import type { LogEvent } from '../api/contract/logs.ts';
import { Ring } from '../lib/ring.ts';

/** The lines held now. Each has a number that it keeps: `first` is the oldest held, `end` one past the newest. */
export interface LogLines {
  /** Grows when lines were put in order anew and got new numbers. */
  readonly epoch: number;
  readonly first: number;
  readonly end: number;
  /** The line with that number, unless it was never there or has been pushed out. */
  at(number: number): LogEvent | undefined;
}

/** What tells a line from all others: its cursor, or, from a service that sends none, everything it says. */
export const lineKey = ({ c, t, h, s, m }: LogEvent): string => c ?? `${t}\0${h}\0${s}\0${m}`;

/** Log lines in bounded memory; the oldest are pushed out and counted. */
export class LogBuffer {
  readonly #capacity: number;
  #ring: Ring<LogEvent>;
  #epoch = 0;
  #end = 0;
  #dropped = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#ring = new Ring(capacity);
  }

  /** Lines pushed out by newer ones. */
  get dropped(): number {
    return this.#dropped;
  }

  append(event: LogEvent): void {
    if (this.#ring.length === this.#capacity) this.#dropped++;
    this.#ring.push(event);
    this.#end++;
  }

  /** Adds lines that may be older than those held, each where its time belongs; returns how many were not held already. */
  merge(events: readonly LogEvent[]): number {
    const held = [...this.#ring];
    const keys = new Set(held.map(lineKey));
    const fresh = events.filter((event) => !keys.has(lineKey(event)));
    const newest = held.at(-1)?.t ?? -Infinity;
    if (fresh.some((event) => timeOf(event) < newest)) {
      this.#ring = new Ring(this.#capacity);
      this.#epoch++;
      for (const event of [...held, ...fresh].sort((a, b) => timeOf(a) - timeOf(b))) this.append(event);
    } else {
      for (const event of fresh) this.append(event);
    }
    return fresh.length;
  }

  /** Forgets the lines held. */
  clear(): void {
    this.#ring.clear();
  }

  /** A view of the present bounds. A line that is pushed out later is gone from it. */
  lines(): LogLines {
    return { epoch: this.#epoch, first: this.#first, end: this.#end, at: (number) => this.#at(number) };
  }

  get #first(): number {
    return this.#end - this.#ring.length;
  }

  #at(number: number): LogEvent | undefined {
    return number < this.#first ? undefined : this.#ring.at(number - this.#first);
  }
}

/** A line without a time stays behind those that have one. */
const timeOf = (event: LogEvent): number => event.t ?? Number.MAX_VALUE;
