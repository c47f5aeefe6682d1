import type { LogLines } from './buffer.ts';
import type { LogFilter } from './filter.ts';
import { LogFold, type LogRows } from './fold.ts';
import { type LineNumbers, LineSet } from './lineSet.ts';

/** The lines found so far that match a filter. */
export interface LogMatches {
  readonly filter: LogFilter;
  /** The epoch of the line numbers. */
  readonly epoch: number;
  readonly numbers: LineNumbers;
  /** The matching lines as rows with repeats folded; computed on demand. */
  readonly folded: () => LogRows;
  /** The share of lines searched so far, from 0 to 1. */
  readonly searched: number;
}

/**
 * The maximum cost of a slice of a search, which takes some milliseconds. A line of which only time and priority are
 * tested costs 1; a line that is read costs READ_COST, plus 1 for every COST_CHARACTERS characters of its message.
 */
const SLICE_COST = 32_768;
const READ_COST = 8;
const COST_CHARACTERS = 64;

/** An incremental search: in slices, new lines first, then backwards from the newest line. It keeps the matches. */
export class LogSearch {
  readonly filter: LogFilter;
  #epoch: number;
  #found = new LineSet();
  readonly #fold = new LogFold();
  /** The lines from `#low` up to, but not including, `#high` have been searched. */
  #low: number;
  #high: number;

  constructor(filter: LogFilter, lines: LogLines) {
    this.filter = filter;
    this.#epoch = lines.epoch;
    this.#low = lines.end;
    this.#high = lines.end;
  }

  /** The matches found so far. */
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

  /** True if there are new lines that have not been searched. */
  isBehind(lines: LogLines): boolean {
    return this.#epoch === lines.epoch && this.#high < lines.end;
  }

  /** Searches one slice; returns true if there are more lines to search. */
  step(lines: LogLines): boolean {
    if (this.#epoch !== lines.epoch) this.#restart(lines);
    // Forget the lines that were dropped, searched or not.
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

  #restart(lines: LogLines): void {
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
      cost += this.#test(lines, this.#high);
  }

  #back(lines: LogLines): void {
    for (let cost = 0; this.#low > lines.first && cost < SLICE_COST;) {
      this.#low--;
      cost += this.#test(lines, this.#low);
    }
  }

  /** Tests a line and adds it if it matches; returns the cost. */
  #test(lines: LogLines, number: number): number {
    const { filter } = this;
    if (!filter.mayPass(lines.time(number), lines.priority(number))) return 1;
    if (!filter.reads) {
      // A line that was dropped in the meantime has no time and would pass, so check that it still exists.
      if (lines.piece(number) !== undefined) this.#found.add(number);
      return 1;
    }
    const event = lines.at(number);
    if (event !== undefined && filter.matches(event)) this.#found.add(number);
    return READ_COST + (event?.m?.length ?? 0) / COST_CHARACTERS;
  }
}
