import { Ring } from '../../../lib/ring.ts';
import { ChangeSignal } from '../../changeSignal.ts';
import type { LogEntry, NumberedLog } from '../../logQuery.ts';

/**
 * The newest log lines, permanently numbered in the order of their arrival. Lines carry the clocks of several servers and
 * arrive in different ways, so their times may go back a little. The numbers never do, so a cursor represents a number.
 */
export class LogBook implements NumberedLog {
  readonly #entries: Ring<LogEntry>;
  readonly #id: string;
  readonly #news = new ChangeSignal();

  /** @param id marks the cursors of this book */
  constructor(id: string, capacity: number) {
    this.#id = id;
    this.#entries = new Ring(capacity);
  }

  /** The number of the oldest stored line, and that of the next line to arrive. */
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

  /** An opaque text that represents a line. It includes the line's time, so that it is useful after a restart. */
  cursor(number: number, { t }: LogEntry): string {
    return [this.#id, number.toString(36), Math.round(t * 1e6).toString(36)].join('.');
  }

  after(cursor: string): { readonly number: number; readonly t?: number } | undefined {
    const [, id, number = '', micros = ''] = /^(.+)\.([0-9a-z]+)\.([0-9a-z]+)$/.exec(cursor) ?? [];
    if (id === undefined) return undefined;
    if (id === this.#id) return { number: Number.parseInt(number, 36) + 1 };
    return { number: this.first, t: Number.parseInt(micros, 36) / 1e6 };
  }

  /** Resolves when the next line arrives, or when the signal is aborted. */
  news(signal: AbortSignal): Promise<void> {
    return this.#news.wait(signal);
  }
}
