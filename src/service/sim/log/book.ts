import { Ring } from '../../../lib/ring.ts';
import { ChangeSignal } from '../../changeSignal.ts';
import type { LogEntry, NumberedLog } from '../../logQuery.ts';

/** Number of lines that are kept: some minutes in the busiest simulation, days on a small cluster. */
const CAPACITY = 50_000;
/** Seconds between the timestamps of lines of the same moment. */
const SPACING = 0.00001;

/** The newest log lines of all servers. Lines are numbered from 0, and a line's number and cursor never change. */
export class SimLogBook implements NumberedLog {
  readonly #entries = new Ring<LogEntry>(CAPACITY);
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

  at(number: number): LogEntry | undefined {
    return number < this.first ? undefined : this.#entries.at(number - this.first);
  }

  write(entry: Omit<LogEntry, 't'>): void {
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

  after(cursor: string): { readonly number: number } | undefined {
    const [, id, digits = ''] = /^s=(.*);i=([0-9a-f]+)$/.exec(cursor) ?? [];
    return id === this.#id ? { number: Number.parseInt(digits, 16) + 1 } : undefined;
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
