import type { LogEvent } from '../../api/contract/logs.ts';
import { CHUNK_LINES, LogChunk, NO_PRIORITY } from './chunk.ts';
import { mergeInto, type Shift, timeOf } from './merge.ts';
import { PatternCounts } from './pattern.ts';
import type { LogSheet } from './sheet.ts';

/** The lines held now. Each has a number that it keeps: `first` is the oldest held, `end` one past the newest. */
export interface LogLines {
  /** Grows when lines came between others: those before them have other numbers then, smaller ones. */
  readonly epoch: number;
  readonly first: number;
  readonly end: number;
  /** The number that a line has now which had this one in an earlier epoch. */
  moved(number: number, epoch: number): number;
  /** The line with that number, unless it was never there or has been pushed out. */
  at(number: number | undefined): LogEvent | undefined;
  /** Its time in seconds since the epoch, at a fraction of what the line costs; infinite where there is none. */
  time(number: number): number;
  /** Its priority, as cheaply; above all others where there is none. */
  priority(number: number): number;
  /** A number that lines have in common which say the same but for numbers, and are of the same service, server and priority. */
  source(number: number): number;
  /** The number of lines held that say the same but for numbers, from any service of the kind; 0 for a line that is gone. */
  occurrences(number: number): number;
  /** All that is known of the lines around it without a look at each. */
  piece(number: number): LogPiece | undefined;
}

/** Lines from number `start` up to `end`, the latter not among them. */
export interface LogPiece {
  readonly start: number;
  readonly end: number;
  /** Their lowest priority. */
  readonly worstPriority: number;
  /** Their earliest and latest time; a line without one counts as later than all. */
  readonly oldest: number;
  readonly newest: number;
}

/** Memory for each line that may be held, in bytes: several times what lines of usual length take. */
const BYTES_PER_LINE = 64;
/** A small buffer holds long lines, too. */
const LEAST_BYTES = 4 * 1024 * 1024;
/** Shifts that are remembered: those of the largest merges, while somebody looks at the log as it was before. */
const SHIFTS = 50_000;
/** Packed chunks that are kept unpacked as well: those at both ends of a screen, and one that is searched. */
const UNPACKED = 3;

/**
 * Log lines in bounded memory; the oldest are pushed out and counted, one by one where there are too many, and some
 * thousand at once where they take more than `bytes`.
 */
export class LogBuffer {
  readonly #capacity: number;
  readonly #bytes: number;
  #chunks: LogChunk[] = [];
  /** Memory of the packed chunks. */
  #held = 0;
  #first = 0;
  #end = 0;
  #epoch = 0;
  /** The effect of the merges on the numbers, with the epoch that began with each. */
  #shifts: (Shift & { readonly epoch: number })[] = [];
  #dropped = 0;
  /** Lines held by what they say; made when it is asked for, and anew after lines came between others. */
  #patterns: PatternCounts | undefined;
  /** The chunk that was read last. */
  #near: LogChunk | undefined;
  readonly #sheets = new Map<LogChunk, LogSheet>();

  constructor(capacity: number, bytes = Math.max(LEAST_BYTES, capacity * BYTES_PER_LINE)) {
    this.#capacity = capacity;
    this.#bytes = bytes;
  }

  /** Lines pushed out by newer ones. */
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
    this.#keepWithin();
  }

  /**
   * Adds lines that may be older than those held, each behind the last one that is not younger, unless they are held
   * already. The lines held that are younger keep their numbers.
   * @param most how much of the log is written anew at most, in chunks
   * @returns how many were added, and those that are left for the next time
   */
  merge(
    events: readonly LogEvent[],
    most = Infinity,
  ): { readonly added: number; readonly rest: readonly LogEvent[] } {
    const sorted = events.toSorted((a, b) => Math.sign(timeOf(a) - timeOf(b)) || 0);
    this.#trim();
    const merged = mergeInto(this.#chunks, sorted, (chunk) => this.#sheet(chunk), most);
    if (merged.inserted > 0) {
      this.#chunks = [...merged.chunks];
      this.#patterns = undefined;
      this.#renumber();
      for (const shift of merged.shifts) this.#shifts.push({ ...shift, epoch: this.#epoch });
      if (this.#shifts.length > SHIFTS) this.#shifts = this.#shifts.slice(-SHIFTS);
    }
    for (const event of merged.younger) this.append(event);
    return { added: merged.inserted + merged.younger.length, rest: merged.rest };
  }

  /** Forgets the lines held. */
  clear(): void {
    this.#chunks = [];
    this.#patterns = undefined;
    this.#sheets.clear();
    this.#near = undefined;
    this.#held = 0;
    this.#first = this.#end;
  }

  /** A view of the present bounds. A line that is pushed out later is gone from it. */
  lines(): LogLines {
    const epoch = this.#epoch;
    return {
      epoch,
      first: this.#first,
      end: this.#end,
      moved: (number, from) => this.#moved(number, from, epoch),
      // Others may have come between since.
      at: (number) => this.#at(number === undefined ? undefined : this.#moved(number, epoch, this.#epoch)),
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
        return chunk === undefined ? 0 : this.#counted().of(chunk.pattern(number - chunk.start));
      },
      piece: (number) => this.#chunkOf(number),
    };
  }

  /** The number that a line has in one epoch which has this one in an earlier one. */
  #moved(number: number, from: number, to: number): number {
    if (from >= to) return number;
    let moved = number;
    for (let index = this.#shifts.findLastIndex(({ epoch }) => epoch <= from) + 1; ; index++) {
      const shift = this.#shifts[index];
      if (shift === undefined || shift.epoch > to) return moved;
      if (moved < shift.before) moved -= shift.by;
    }
  }

  #at(number: number | undefined): LogEvent | undefined {
    const chunk = number === undefined ? undefined : this.#chunkOf(number);
    return number === undefined || chunk === undefined
      ? undefined
      : chunk.at(number - chunk.start, this.#sheet(chunk));
  }

  #counted(): PatternCounts {
    if (this.#patterns !== undefined) return this.#patterns;
    this.#patterns = new PatternCounts();
    for (const chunk of this.#chunks) this.#count(chunk, Math.max(this.#first, chunk.start), chunk.end, 1);
    return this.#patterns;
  }

  /** Counts lines of a chunk in or out. */
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
    const near = this.#near;
    if (near !== undefined && number >= near.start && number < near.end) return near;
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#chunks[middle]?.start ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    this.#near = this.#chunks[low];
    return this.#near;
  }

  #sheet(chunk: LogChunk): LogSheet {
    if (!chunk.isPacked) return chunk.sheet();
    const known = this.#sheets.get(chunk);
    const sheet = known ?? chunk.sheet();
    // The one that was read last stands last.
    this.#sheets.delete(chunk);
    this.#sheets.set(chunk, sheet);
    const [oldest] = this.#sheets.keys();
    if (this.#sheets.size > UNPACKED && oldest !== undefined) this.#sheets.delete(oldest);
    return sheet;
  }

  #pack(chunk: LogChunk): void {
    if (chunk.isPacked) return;
    chunk.pack();
    this.#held += chunk.bytes;
  }

  /** Takes the lines out of the oldest chunk that were pushed out already. */
  #trim(): void {
    const [oldest] = this.#chunks;
    if (oldest === undefined || oldest.start === this.#first) return;
    const sheet = this.#sheet(oldest);
    const kept = new LogChunk();
    for (let number = this.#first; number < oldest.end; number++)
      kept.add(oldest.at(number - oldest.start, sheet));
    kept.start = this.#first;
    this.#sheets.delete(oldest);
    this.#near = undefined;
    if (oldest.isPacked) {
      kept.pack();
      this.#held += kept.bytes - oldest.bytes;
    }
    this.#chunks[0] = kept;
  }

  /** Numbers the chunks from the newest line back, which keeps its number. */
  #renumber(): void {
    this.#epoch++;
    this.#near = undefined;
    this.#sheets.clear();
    this.#held = 0;
    let end = this.#end;
    for (const [index, chunk] of [...this.#chunks.entries()].toReversed()) {
      if (index < this.#chunks.length - 1 || chunk.count >= CHUNK_LINES) chunk.pack();
      if (chunk.isPacked) this.#held += chunk.bytes;
      end -= chunk.count;
      chunk.start = end;
    }
    this.#first = end;
    this.#keepWithin();
  }

  /** Pushes out what is too much. */
  #keepWithin(): void {
    let first = Math.max(this.#first, this.#end - this.#capacity);
    for (let oldest = this.#chunks[0]; oldest !== undefined; oldest = this.#chunks[0]) {
      const isTooMuch = this.#held > this.#bytes && this.#chunks.length > 1;
      if (isTooMuch) first = Math.max(first, oldest.end);
      this.#count(oldest, Math.max(this.#first, oldest.start), Math.min(first, oldest.end), -1);
      if (oldest.end > first) break;
      this.#chunks.shift();
      this.#sheets.delete(oldest);
      if (oldest.isPacked) this.#held -= oldest.bytes;
    }
    this.#dropped += first - this.#first;
    this.#first = first;
  }
}
