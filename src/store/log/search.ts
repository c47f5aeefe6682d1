import type { LogLines } from './buffer.ts';
import type { LogFilter } from './filter.ts';
import { LogFold, type LogRows } from './fold.ts';
import { type LineNumbers, LineSet } from './lineSet.ts';

/** The lines that pass a filter, as far as they have been looked at. */
export interface LogMatches {
  readonly filter: LogFilter;
  /** That of the lines whose numbers these are. */
  readonly epoch: number;
  readonly numbers: LineNumbers;
  /** The rows that these lines make with their repeats folded; made when they are asked for. */
  readonly folded: () => LogRows;
  /** The share of the lines that were looked at: 1 when all were. */
  readonly searched: number;
}

/**
 * The cost that a slice of a search may have, some milliseconds: a line of which only time and priority are looked at costs 1,
 * one that is read 8 and a further one for so many characters of its message.
 */
const SLICE_COST = 32_768;
const READ_COST = 8;
const COST_CHARACTERS = 64;

/** Looks lines through slice by slice, from the newest back, and what comes meanwhile first. Keeps what it found. */
export class LogSearch {
  readonly filter: LogFilter;
  #epoch: number;
  #found = new LineSet();
  readonly #fold = new LogFold();
  /** The lines between these numbers were looked at. */
  #low: number;
  #high: number;

  constructor(filter: LogFilter, lines: LogLines) {
    this.filter = filter;
    this.#epoch = lines.epoch;
    this.#low = lines.end;
    this.#high = lines.end;
  }

  /** The lines found among these so far. */
  matches(lines: LogLines): LogMatches {
    const all = lines.end - lines.first;
    const left = this.#epoch === lines.epoch ? this.#left(lines) : all;
    return {
      filter: this.filter,
      epoch: this.#epoch,
      numbers: this.#found,
      folded: () => this.#fold.update(this.#found, lines),
      searched: all === 0 ? 1 : 1 - left / all,
    };
  }

  /** Tells whether lines came that were not looked at. */
  isBehind(lines: LogLines): boolean {
    return this.#epoch === lines.epoch && this.#high < lines.end;
  }

  /** Looks at some more lines; whether there are more still. */
  step(lines: LogLines): boolean {
    if (this.#epoch !== lines.epoch) this.#begin(lines);
    // What was pushed out, with what was to be looked at of it.
    this.#found.dropBelow(lines.first);
    this.#low = Math.max(this.#low, lines.first);
    if (this.#high < lines.first) [this.#low, this.#high] = [lines.end, lines.end];
    if (this.filter.empty) this.#addAll(lines);
    else if (this.#high < lines.end) this.#forward(lines);
    else this.#back(lines);
    return this.#left(lines) > 0;
  }

  #left(lines: LogLines): number {
    return Math.max(0, this.#low - lines.first) + Math.max(0, lines.end - this.#high);
  }

  #begin(lines: LogLines): void {
    this.#epoch = lines.epoch;
    this.#found = new LineSet();
    this.#low = lines.end;
    this.#high = lines.end;
  }

  #addAll(lines: LogLines): void {
    this.#found.add(lines.first, this.#low);
    this.#found.add(this.#high, lines.end);
    this.#low = lines.first;
    this.#high = lines.end;
  }

  #forward(lines: LogLines): void {
    for (let cost = 0; this.#high < lines.end && cost < SLICE_COST; this.#high++)
      cost += this.#look(lines, this.#high);
  }

  #back(lines: LogLines): void {
    for (let cost = 0; this.#low > lines.first && cost < SLICE_COST;) {
      this.#low--;
      cost += this.#look(lines, this.#low);
    }
  }

  /** Takes a line that passes; answers what that cost. */
  #look(lines: LogLines, number: number): number {
    const { filter } = this;
    if (!filter.mayPass(lines.time(number), lines.priority(number))) return 1;
    if (!filter.reads) {
      // One that was pushed out meanwhile tells no time, and passes.
      if (lines.piece(number) !== undefined) this.#found.add(number);
      return 1;
    }
    const event = lines.at(number);
    if (event !== undefined && filter.matches(event)) this.#found.add(number);
    return READ_COST + (event?.m?.length ?? 0) / COST_CHARACTERS;
  }
}
