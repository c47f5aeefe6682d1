import { Ring } from '../../../lib/ring.ts';
import { ChangeSignal } from '../../changeSignal.ts';

/** A log line as it is kept; its cursor follows from its number. */
export interface SimLogEntry {
  /** Unix timestamp in seconds; before that of an earlier entry only where the clock was set back between them. */
  readonly t: number;
  readonly m: string;
  readonly s: string;
  readonly h: number;
  readonly p: number;
}

/** Lines kept. At the busiest that the simulation gets this is some minutes, on a small cluster days. */
const CAPACITY = 50_000;
/** Spacing of the lines of one second. */
const SPACING = 0.00001;

/** The newest log lines of all servers, numbered for good from 0, with cursors that stay valid while lines come and go. */
export class SimLogBook {
  readonly #entries = new Ring<SimLogEntry>(CAPACITY);
  readonly #id: string;
  readonly #seconds: () => number;
  #newest = 0;
  #read = 0;
  readonly #news = new ChangeSignal();

  /** `id` marks the cursors, so that one of another log is refused; `seconds` tells the time. */
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
    // As in the journal of a real server, lines keep the order in which they came and carry the date that it is.
    const t = now < this.#read ? now : Math.max(now, this.#newest + SPACING);
    this.#read = now;
    this.#newest = t;
    this.#entries.push({ t, ...entry });
  }

  /** The opaque cursor of a line, in the manner of the systemd journal. */
  cursor(number: number): string {
    return `s=${this.#id};i=${number.toString(16)}`;
  }

  /** The number of the line that a cursor stands for; undefined when it is not one of this log. */
  numberOf(cursor: string): number | undefined {
    const prefix = `s=${this.#id};i=`;
    const digits = cursor.slice(prefix.length);
    return cursor.startsWith(prefix) && /^[0-9a-f]+$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
  }

  /** Resolves at the next `wake` or when the signal is aborted, whichever comes first. */
  news(signal: AbortSignal): Promise<void> {
    return this.#news.wait(signal);
  }

  /** Wakes those who wait for news; called once a step, not once a line. */
  wake(): void {
    this.#news.notify();
  }
}
