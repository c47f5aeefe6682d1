import type { LogEvent } from '../../api/contract/logs.ts';
import { CHUNK_LINES, LogChunk, NO_PRIORITY } from './chunk.ts';
import { mergeInto, type Shift, timeOf } from './merge.ts';
import { PatternCounts } from './pattern.ts';
import type { LogSheet } from './sheet.ts';

/** A view of the buffered lines. Each line has a stable number: `first` is the oldest, `end` is one past the newest. */
export interface LogLines {
  /** Increases when lines are inserted between others, which gives all older lines new, smaller numbers. */
  readonly epoch: number;
  readonly first: number;
  readonly end: number;
  /** The current number of the line that had this number in an earlier epoch. */
  renumbered(number: number, epoch: number): number;
  /** The line with this number; undefined if it never existed or has been dropped. */
  at(number: number | undefined): LogEvent | undefined;
  /** The time of a line in seconds since the epoch, much cheaper than reading the line; Infinity if it has none. */
  time(number: number): number;
  /** The priority of a line, equally cheap; NO_PRIORITY if it has none. */
  priority(number: number): number;
  /** A hash of message (except its numbers), service, server and priority, which repeats of a line have in common. */
  source(number: number): number;
  /**
   * The number of buffered lines with the same message (except its numbers), priority and kind of service; 0 for a
   * dropped line.
   */
  occurrences(number: number): number;
  /** A summary of the chunk that contains the line, which does not read any lines. */
  piece(number: number): LogPiece | undefined;
}

/** A summary of the lines from number `start` up to, but not including, `end`. */
export interface LogPiece {
  readonly start: number;
  readonly end: number;
  /** The numerically lowest, that is, most severe priority. */
  readonly worstPriority: number;
  /**
   * The earliest and the latest time, in seconds since the epoch; a line without a time counts as later than all
   * others.
   */
  readonly oldest: number;
  readonly newest: number;
}

/** The default memory per line of capacity, in bytes: several times what lines of usual length take. */
const BYTES_PER_LINE = 64;
/** The minimum memory, so that a small buffer can hold long lines. */
const MIN_BYTES = 4 * 1024 * 1024;
/**
 * The number of shifts that are kept, enough for the largest merges while a view still uses numbers from before them.
 */
const MAX_SHIFTS = 50_000;
/** The number of packed chunks that are also kept unpacked: one for each end of a screen, and one for a search. */
const MAX_UNPACKED = 3;

/**
 * A log buffer in bounded memory. It drops and counts the oldest lines: one by one if there are more than `capacity`,
 * and a chunk of some thousand at a time if they take more than `bytes`.
 */
export class LogBuffer {
  readonly #capacity: number;
  readonly #bytes: number;
  #chunks: LogChunk[] = [];
  /** The memory of the packed chunks, in bytes. */
  #packedBytes = 0;
  #first = 0;
  #end = 0;
  #epoch = 0;
  /** The changes of line numbers by merges, each with the epoch that it started. */
  #shifts: (Shift & { readonly epoch: number })[] = [];
  #dropped = 0;
  /** The number of lines by pattern; computed on demand, and again after lines were inserted between others. */
  #patterns: PatternCounts | undefined;
  /** The chunk that was read last. */
  #lastRead: LogChunk | undefined;
  readonly #sheets = new Map<LogChunk, LogSheet>();

  constructor(capacity: number, bytes = Math.max(MIN_BYTES, capacity * BYTES_PER_LINE)) {
    this.#capacity = capacity;
    this.#bytes = bytes;
  }

  /** The number of lines dropped so far to make room for newer ones. */
  get dropped(): number {
    return this.#dropped;
  }

  append(event: LogEvent): void {
    let last = this.#chunks.at(-1);
    if (last === undefined || last.isPacked || last.isFull) {
      if (last !== undefined) this.#pack(last);
      last = new LogChunk();
      last.start = this.#end;
      this.#chunks.push(last);
    }
    last.add(event);
    this.#patterns?.add(last.pattern(last.count - 1), 1);
    this.#end++;
    this.#evict();
  }

  /**
   * Inserts lines that may be older than the buffered ones, in the order of their times, and skips those that are
   * already buffered. Buffered lines that are newer keep their numbers.
   * @param maxChunks the maximum number of chunks to rewrite
   * @returns the number of added lines, and the lines that are left for the next call
   */
  merge(
    events: readonly LogEvent[],
    maxChunks = Infinity,
  ): { readonly added: number; readonly rest: readonly LogEvent[] } {
    const sorted = events.toSorted((a, b) => Math.sign(timeOf(a) - timeOf(b)) || 0);
    this.#trim();
    const merged = mergeInto(this.#chunks, sorted, (chunk) => this.#sheet(chunk), maxChunks);
    if (merged.inserted > 0) {
      this.#chunks = [...merged.chunks];
      this.#patterns = undefined;
      this.#renumber();
      for (const shift of merged.shifts) this.#shifts.push({ ...shift, epoch: this.#epoch });
      if (this.#shifts.length > MAX_SHIFTS) this.#shifts = this.#shifts.slice(-MAX_SHIFTS);
    }
    for (const event of merged.newer) this.append(event);
    return { added: merged.inserted + merged.newer.length, rest: merged.rest };
  }

  /** Removes all lines. */
  clear(): void {
    this.#chunks = [];
    this.#patterns = undefined;
    this.#sheets.clear();
    this.#lastRead = undefined;
    this.#packedBytes = 0;
    this.#first = this.#end;
  }

  /** A view with the current bounds. A line that is dropped later cannot be read through it any more. */
  lines(): LogLines {
    const epoch = this.#epoch;
    return {
      epoch,
      first: this.#first,
      end: this.#end,
      renumbered: (number, from) => this.#renumbered(number, from, epoch),
      // Lines may have been inserted since this view was made.
      at: (number) =>
        this.#at(number === undefined ? undefined : this.#renumbered(number, epoch, this.#epoch)),
      time: (number) => this.#time(number),
      priority: (number) => {
        const chunk = this.#chunkOf(number);
        return chunk === undefined ? NO_PRIORITY : chunk.priority(number - chunk.start);
      },
      source: (number) => {
        const chunk = this.#chunkOf(number);
        return chunk === undefined ? 0 : chunk.source(number - chunk.start);
      },
      occurrences: (number) => {
        const chunk = this.#chunkOf(number);
        return chunk === undefined ? 0 : this.#patternCounts().of(chunk.pattern(number - chunk.start));
      },
      piece: (number) => this.#chunkOf(number),
    };
  }

  /** The number in epoch `to` of the line that has this number in epoch `from`. */
  #renumbered(number: number, from: number, to: number): number {
    if (from >= to) return number;
    let result = number;
    for (let index = this.#shifts.findLastIndex(({ epoch }) => epoch <= from) + 1; ; index++) {
      const shift = this.#shifts[index];
      if (shift === undefined || shift.epoch > to) return result;
      if (result < shift.before) result -= shift.by;
    }
  }

  #at(number: number | undefined): LogEvent | undefined {
    const chunk = number === undefined ? undefined : this.#chunkOf(number);
    return number === undefined || chunk === undefined
      ? undefined
      : chunk.at(number - chunk.start, this.#sheet(chunk));
  }

  #patternCounts(): PatternCounts {
    if (this.#patterns !== undefined) return this.#patterns;
    this.#patterns = new PatternCounts();
    for (const chunk of this.#chunks) this.#count(chunk, Math.max(this.#first, chunk.start), chunk.end, 1);
    return this.#patterns;
  }

  /** Adds lines of a chunk to the pattern counts, or removes them. */
  #count(chunk: LogChunk, from: number, to: number, by: 1 | -1): void {
    for (let number = from; number < to; number++)
      this.#patterns?.add(chunk.pattern(number - chunk.start), by);
  }

  #time(number: number): number {
    const chunk = this.#chunkOf(number);
    return chunk === undefined ? Infinity : chunk.time(number - chunk.start);
  }

  #chunkOf(number: number): LogChunk | undefined {
    if (number < this.#first || number >= this.#end) return undefined;
    const lastRead = this.#lastRead;
    if (lastRead !== undefined && number >= lastRead.start && number < lastRead.end) return lastRead;
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#chunks[middle]!.start <= number) low = middle;
      else high = middle - 1;
    }
    this.#lastRead = this.#chunks[low];
    return this.#lastRead;
  }

  #sheet(chunk: LogChunk): LogSheet {
    if (!chunk.isPacked) return chunk.sheet();
    const known = this.#sheets.get(chunk);
    const sheet = known ?? chunk.sheet();
    // Keep the map in order of last use.
    this.#sheets.delete(chunk);
    this.#sheets.set(chunk, sheet);
    const [oldest] = this.#sheets.keys();
    if (this.#sheets.size > MAX_UNPACKED && oldest !== undefined) this.#sheets.delete(oldest);
    return sheet;
  }

  #pack(chunk: LogChunk): void {
    if (chunk.isPacked) return;
    chunk.pack();
    this.#packedBytes += chunk.bytes;
  }

  /** Rewrites the oldest chunk without its dropped lines. */
  #trim(): void {
    const [oldest] = this.#chunks;
    if (oldest === undefined || oldest.start === this.#first) return;
    const sheet = this.#sheet(oldest);
    const kept = new LogChunk();
    for (let number = this.#first; number < oldest.end; number++)
      kept.add(oldest.at(number - oldest.start, sheet));
    kept.start = this.#first;
    this.#sheets.delete(oldest);
    this.#lastRead = undefined;
    if (oldest.isPacked) {
      kept.pack();
      this.#packedBytes += kept.bytes - oldest.bytes;
    }
    this.#chunks[0] = kept;
  }

  /** Renumbers the chunks backwards from the newest line, which keeps its number. */
  #renumber(): void {
    this.#epoch++;
    this.#lastRead = undefined;
    this.#sheets.clear();
    this.#packedBytes = 0;
    let end = this.#end;
    for (const [index, chunk] of [...this.#chunks.entries()].toReversed()) {
      if (index < this.#chunks.length - 1 || chunk.count >= CHUNK_LINES) chunk.pack();
      if (chunk.isPacked) this.#packedBytes += chunk.bytes;
      end -= chunk.count;
      chunk.start = end;
    }
    this.#first = end;
    this.#evict();
  }

  /** Drops the oldest lines beyond the limits. */
  #evict(): void {
    let first = Math.max(this.#first, this.#end - this.#capacity);
    for (let oldest = this.#chunks[0]; oldest !== undefined; oldest = this.#chunks[0]) {
      const isTooMuch = this.#packedBytes > this.#bytes && this.#chunks.length > 1;
      if (isTooMuch) first = Math.max(first, oldest.end);
      this.#count(oldest, Math.max(this.#first, oldest.start), Math.min(first, oldest.end), -1);
      if (oldest.end > first) break;
      this.#chunks.shift();
      this.#sheets.delete(oldest);
      if (oldest.isPacked) this.#packedBytes -= oldest.bytes;
    }
    this.#dropped += first - this.#first;
    this.#first = first;
  }
}
