import type { LogLines } from './buffer.ts';
import type { LineNumbers } from './lineSet.ts';

/** The rows of a log: a line each, or one for all repeats of a line. */
export interface LogRows {
  readonly length: number;
  /** Number of the first and of the newest line that the row at an index stands for; a negative index counts from the end. */
  first(index: number): number | undefined;
  last(index: number): number | undefined;
  /** The number of lines that it stands for. */
  count(index: number): number;
  /** Index of the row that stands for a line, or for the next one that is shown. */
  rowOf(number: number): number;
}

/** A row for each line. */
export const rawRows = (numbers: LineNumbers): LogRows => ({
  length: numbers.length,
  first: (index) => numbers.at(index),
  last: (index) => numbers.at(index),
  count: () => 1,
  rowOf: (number) => numbers.indexFrom(number),
});

/** A line is a repeat of what one of so many rows before it says, so that it is told of near the place where it stands. */
const WINDOW_ROWS = 8;
/** As many rows may stand between a line and its row, when the first lines of some were pushed out. */
const NEAR_ROWS = 2 * WINDOW_ROWS;
/** Between a line and its repeat there is no more time than this, in seconds: later it is news. */
const WINDOW_SECONDS = 60;
/** A row stands for so many lines at most. */
const MOST_LINES = 1000;

/** Rows in the order of their first lines. */
interface Rows {
  firsts: number[];
  lasts: number[];
  counts: number[];
}

/**
 * Log lines with their repeats folded to one row: lines of the same service, server and priority that say the same but
 * for the numbers in it, with only few others between them. Each line is looked at once.
 */
export class LogFold implements LogRows {
  #rows: Rows = { firsts: [], lasts: [], counts: [] };
  #numbers: LineNumbers | undefined;
  #lines: LogLines | undefined;
  /** The lines between these numbers were looked at. */
  #low = 0;
  #high = 0;

  /** Folds what is new among the lines with these numbers, and forgets what is gone. */
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
    if (firsts.length > 0 && (firsts[0] ?? 0) < oldest) this.#drop(numbers, lines, oldest);
    if (oldest < this.#low) {
      const older: Rows = { firsts: [], lasts: [], counts: [] };
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
    const behind = indexBehind(firsts, wanted);
    const source = lines.source(wanted);
    for (let row = behind - 1; row >= Math.max(0, behind - 1 - NEAR_ROWS); row--)
      if ((lasts[row] ?? -1) >= wanted && lines.source(firsts[row] ?? -1) === source) return row;
    return Math.max(0, behind - 1);
  }

  /** Puts the lines from one number up to another into rows. */
  #fold({ firsts, lasts, counts }: Rows, from: number, to: number): void {
    const [numbers, lines] = [this.#numbers, this.#lines];
    if (numbers === undefined || lines === undefined) return;
    for (let number = numbers.nearest(from, 1); number !== undefined && number < to;) {
      const [source, time] = [lines.source(number), lines.time(number)];
      let row = firsts.length - 1;
      const least = Math.max(0, firsts.length - WINDOW_ROWS);
      while (row >= least && lines.source(firsts[row] ?? -1) !== source) row--;
      const isRepeat =
        row >= least &&
        (counts[row] ?? 0) < MOST_LINES &&
        // Lines without a time are as near as their rows.
        !(Math.abs(time - lines.time(lasts[row] ?? -1)) > WINDOW_SECONDS);
      if (isRepeat) {
        lasts[row] = number;
        counts[row] = (counts[row] ?? 0) + 1;
      } else {
        firsts.push(number);
        lasts.push(number);
        counts.push(1);
      }
      number = numbers.nearest(number + 1, 1);
    }
  }

  /** Forgets the lines before `oldest`; a row that stood for some of them and for later ones stays for those. */
  #drop(numbers: LineNumbers, lines: LogLines, oldest: number): void {
    const { firsts, lasts, counts } = this.#rows;
    const gone = indexBehind(firsts, oldest - 1);
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
    // Its first line now may stand behind those of rows that followed.
    for (const { first, last, count } of kept.values()) {
      const row = indexBehind(firsts, first);
      firsts.splice(row, 0, first);
      lasts.splice(row, 0, last);
      counts.splice(row, 0, count);
    }
  }
}

/** Index of the first of some ascending numbers that is greater than `number`. */
function indexBehind(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
