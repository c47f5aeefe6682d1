import { Ring } from '../../../lib/ring.ts';
import { ChangeSignal } from '../../changeSignal.ts';

/** A line of a log as it is kept: Unix time in seconds, message, service, server, syslog priority. */
export interface LogEntry {
  readonly t: number;
  readonly m: string;
  readonly s: string;
  /** Server id; absent where the server is not known. */
  readonly h?: number;
  readonly p: number;
}

/**
 * The newest log lines, numbered for good in the order in which they arrived. Lines come from clocks of
 * several servers and by several ways, so times may step back a little; numbers never do, and a cursor
 * stands for a number.
 */
export class LogBook {
  readonly #entries: Ring<LogEntry>;
  readonly #id: string;
  readonly #news = new ChangeSignal();

  /** `id` marks the cursors of this book; it holds no dot. */
  constructor(id: string, capacity: number) {
    this.#id = id;
    this.#entries = new Ring(capacity);
  }

  /** Number of the oldest line kept, and of the next line to come. */
  get first(): number {
    return this.#entries.dropped;
  }
  get end(): number {
    return this.#entries.dropped + this.#entries.length;
  }

  at(number: number): LogEntry | undefined {
    return this.#entries.at(number - this.first);
  }

  write(entries: Iterable<LogEntry>): void {
    for (const entry of entries) this.#entries.push(entry);
    this.#news.notify();
  }

  /** An opaque text that stands for a line. It holds the line's time too, which outlives this book. */
  cursor(number: number, { t }: LogEntry): string {
    return [this.#id, number.toString(36), Math.round(t * 1e6).toString(36)].join('.');
  }

  /**
   * The lines that follow a cursor: those from a number on, if it is of this book, else those after a time, if it
   * is from before a restart. Undefined for what is no cursor.
   */
  after(cursor: string): { readonly number: number; readonly t?: number } | undefined {
    const [, id, number = '', micros = ''] = /^(.+)\.([0-9a-z]+)\.([0-9a-z]+)$/.exec(cursor) ?? [];
    if (id === undefined) return undefined;
    if (id === this.#id) return { number: Number.parseInt(number, 36) + 1 };
    return { number: this.first, t: Number.parseInt(micros, 36) / 1e6 };
  }

  /** Resolves at the next line, or when the signal is aborted. */
  news(signal: AbortSignal): Promise<void> {
    return this.#news.wait(signal);
  }
}
