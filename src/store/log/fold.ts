import type { LogLines } from './buffer.ts';
import type { LineNumbers } from './lineSet.ts';

/** The rows of a log: one for each line, or one for a line with its repeats. */
export interface LogRows {
  readonly length: number;
  /**
   * The number of the first line of the row at an index, and `last` that of its newest line; a negative index counts
   * from the end.
   */
  first(index: number): number | undefined;
  last(index: number): number | undefined;
  /** The number of lines in the row. */
  count(index: number): number;
  /** The index of the row that contains a line, or the next shown line. */
  rowOf(number: number): number;
}

/** Rows without folding, one for each line. */
export const rawRows = (numbers: LineNumbers): LogRows => ({
  length: numbers.length,
  first: (index) => numbers.at(index),
  last: (index) => numbers.at(index),
  count: () => 1,
  rowOf: (number) => numbers.indexFrom(number),
});

/**
 * A line can be a repeat only of one of this many preceding rows, so that it is folded into a row near its own place.
 */
const WINDOW_ROWS = 8;
/** The maximum distance in rows between a line and its row, after the first lines of some rows were dropped. */
const NEAR_ROWS = 2 * WINDOW_ROWS;
/** The maximum time between a line and its repeat, in seconds; a later one gets a row of its own. */
const WINDOW_SECONDS = 60;
/** The maximum number of lines in a row. */
const MAX_LINES = 1000;

/** The rows in the order of their first lines, as parallel arrays. */
interface FoldedRows {
  firsts: number[];
  lasts: number[];
  counts: number[];
}

/**
 * Log lines with repeats folded into one row. Repeats have the same service, server and priority, and the same message
 * except for its numbers, and only few other lines between them. Each line is examined once.
 */
export class LogFold implements LogRows {
  #rows: FoldedRows = { firsts: [], lasts: [], counts: [] };
  #numbers: LineNumbers | undefined;
  #lines: LogLines | undefined;
  /** The lines from `#low` up to, but not including, `#high` have been folded. */
  #low = 0;
  #high = 0;

  /** Folds the lines with these numbers that are new, and removes those that were dropped. */
  update(numbers: LineNumbers, lines: LogLines): this {
    const { firsts } = this.#rows;
    const oldest = numbers.at(0);
    if (this.#numbers !== numbers || oldest === undefined || this.#high <= oldest) {
      this.#numbers = numbers;
      this.#rows = { firsts: [], lasts: [], counts: [] };
      this.#low = this.#high = oldest ?? 0;
    }
    this.#lines = lines;
    if (oldest === undefined) return this;
    if (firsts.length > 0 && firsts[0]! < oldest) this.#drop(numbers, lines, oldest);
    if (oldest < this.#low) {
      const older: FoldedRows = { firsts: [], lasts: [], counts: [] };
      this.#fold(older, oldest, this.#low);
      for (const key of ['firsts', 'lasts', 'counts'] as const)
        this.#rows[key] = older[key].concat(this.#rows[key]);
    }
    this.#low = oldest;
    const end = (numbers.at(-1) ?? oldest) + 1;
    this.#fold(this.#rows, this.#high, end);
    this.#high = Math.max(this.#high, end);
    return this;
  }

  get length(): number {
    return this.#rows.firsts.length;
  }

  first(index: number): number | undefined {
    return this.#rows.firsts.at(index);
  }

  last(index: number): number | undefined {
    return this.#rows.lasts.at(index);
  }

  count(index: number): number {
    return this.#rows.counts.at(index) ?? 0;
  }

  rowOf(number: number): number {
    const wanted = this.#numbers?.nearest(number, 1);
    const lines = this.#lines;
    if (wanted === undefined || lines === undefined) return this.length;
    const { firsts, lasts } = this.#rows;
    const end = upperBound(firsts, wanted);
    const source = lines.source(wanted);
    for (let row = end - 1; row >= Math.max(0, end - 1 - NEAR_ROWS); row--)
      if (lasts[row]! >= wanted && lines.source(firsts[row]!) === source) return row;
    return Math.max(0, end - 1);
  }

  /** Folds the lines from number `from` up to, but not including, `to` into rows. */
  #fold({ firsts, lasts, counts }: FoldedRows, from: number, to: number): void {
    const [numbers, lines] = [this.#numbers, this.#lines];
    if (numbers === undefined || lines === undefined) return;
    for (let number = numbers.nearest(from, 1); number !== undefined && number < to;) {
      const [source, time] = [lines.source(number), lines.time(number)];
      let row = firsts.length - 1;
      const least = Math.max(0, firsts.length - WINDOW_ROWS);
      while (row >= least && lines.source(firsts[row]!) !== source) row--;
      const isRepeat =
        row >= least &&
        counts[row]! < MAX_LINES &&
        // The difference of two missing times (Infinity) is NaN, so only the row window applies to such lines.
        !(Math.abs(time - lines.time(lasts[row]!)) > WINDOW_SECONDS);
      if (isRepeat) {
        lasts[row] = number;
        counts[row]!++;
      } else {
        firsts.push(number);
        lasts.push(number);
        counts.push(1);
      }
      number = numbers.nearest(number + 1, 1);
    }
  }

  /** Removes the lines before `oldest`; a row of which only some lines were removed stays with the others. */
  #drop(numbers: LineNumbers, lines: LogLines, oldest: number): void {
    const { firsts, lasts, counts } = this.#rows;
    const gone = upperBound(firsts, oldest - 1);
    const open = new Map<number, number>();
    for (const last of lasts.slice(Math.max(0, gone - NEAR_ROWS), gone))
      if (last >= oldest) open.set(lines.source(last), last);
    const until = Math.max(-1, ...open.values());
    const kept = new Map<number, { readonly first: number; readonly last: number; count: number }>();
    for (let number = numbers.nearest(oldest, 1); number !== undefined && number <= until;) {
      const source = lines.source(number);
      const last = open.get(source) ?? -1;
      const row = kept.get(source);
      if (row !== undefined && number <= last) row.count++;
      else if (number <= last) kept.set(source, { first: number, last, count: 1 });
      number = numbers.nearest(number + 1, 1);
    }
    for (const rows of [firsts, lasts, counts]) rows.splice(0, gone);
    // The new first line of such a row may be after the first lines of the rows that followed it.
    for (const { first, last, count } of kept.values()) {
      const row = upperBound(firsts, first);
      firsts.splice(row, 0, first);
      lasts.splice(row, 0, last);
      counts.splice(row, 0, count);
    }
  }
}

/** The index of the first of the ascending numbers that is greater than `number`. */
function upperBound(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
