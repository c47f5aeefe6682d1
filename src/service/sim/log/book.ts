import { Ring } from '../../../lib/ring.ts';
import { ChangeSignal } from '../../changeSignal.ts';

/** A stored log line. Its cursor follows from its number. */
export interface SimLogEntry {
  /** Unix timestamp in seconds. It is less than that of an earlier entry only if the clock was set back in between. */
  readonly t: number;
  readonly m: string;
  readonly s: string;
  readonly h: number;
  readonly p: number;
}

/** Number of lines that are kept: some minutes in the busiest simulation, days on a small cluster. */
const CAPACITY = 50_000;
/** Seconds between the timestamps of lines of the same moment. */
const SPACING = 0.00001;

/** The newest log lines of all servers. Lines are numbered from 0, and a line's number and cursor never change. */
export class SimLogBook {
  readonly #entries = new Ring<SimLogEntry>(CAPACITY);
  readonly #id: string;
  readonly #seconds: () => number;
  #newest = 0;
  #read = 0;
  readonly #news = new ChangeSignal();

  /** `id` is part of all cursors, so that cursors of another log are refused; `seconds` returns the current time. */
  constructor(id: string, seconds: () => number) {
    this.#id = id;
    this.#seconds = seconds;
  }

  /** Number of the oldest line kept, and of the next line to come. */
  get first(): number {
    return this.#entries.dropped;
  }
  get end(): number {
    return this.#entries.dropped + this.#entries.length;
  }

  at(number: number): SimLogEntry | undefined {
    return number < this.first ? undefined : this.#entries.at(number - this.first);
  }

  write(entry: Omit<SimLogEntry, 't'>): void {
    const now = this.#seconds();
    // As in the journal of a real server, lines keep the order of their arrival and carry the current date.
    const t = now < this.#read ? now : Math.max(now, this.#newest + SPACING);
    this.#read = now;
    this.#newest = t;
    this.#entries.push({ t, ...entry });
  }

  /** The opaque cursor of a line, similar to those of the systemd journal. */
  cursor(number: number): string {
    return `s=${this.#id};i=${number.toString(16)}`;
  }

  /** The line number of a cursor; undefined for a cursor of another log. */
  numberOf(cursor: string): number | undefined {
    const prefix = `s=${this.#id};i=`;
    const digits = cursor.slice(prefix.length);
    return cursor.startsWith(prefix) && /^[0-9a-f]+$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
  }

  /** Resolves at the next `wake` or when the signal is aborted, whichever comes first. */
  news(signal: AbortSignal): Promise<void> {
    return this.#news.wait(signal);
  }

  /** Wakes the waiters of `news`; called once per step, not once per line. */
  wake(): void {
    this.#news.notify();
  }
}
