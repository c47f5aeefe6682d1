import { PRIORITY } from '../../lib/priority.ts';
import type { LogLines } from './buffer.ts';
import type { LineNumbers, LinePage } from './lineSet.ts';

/** The number of lines in a time interval, by severity. */
export interface LogBucket {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

/** The number of lines over time, in buckets of equal width, oldest first. */
export interface LogHistogram {
  readonly buckets: readonly LogBucket[];
  /** The start of the first bucket, in seconds since the epoch. */
  readonly from: number;
  /** Not all lines were counted; the next call continues. */
  readonly unfinished: boolean;
}

/** The maximum number of pages that one call counts, which takes some milliseconds. */
const PAGES_PER_CALL = 24;

type Counts = { -readonly [Key in keyof LogBucket]: LogBucket[Key] };

/** The counts of a page's lines by bucket number. */
interface Tally {
  readonly version: number;
  readonly width: number;
  readonly counts: ReadonlyMap<number, Counts>;
}

/** A cache of counts by page, valid for a version of the page and a width of the buckets. */
const tallies = new WeakMap<LinePage, Tally>();

function isCounted(page: LinePage, width: number): boolean {
  const known = tallies.get(page);
  return known?.version === page.version && known.width === width;
}

function tallyOf(page: LinePage, lines: LogLines, numbers: LineNumbers, width: number): Tally['counts'] {
  const known = tallies.get(page);
  if (known && isCounted(page, width)) return known.counts;
  const counts = new Map<number, Counts>();
  for (let number = numbers.nearest(page.start, 1); number !== undefined && number < page.end;) {
    const time = lines.time(number);
    if (time !== Infinity) count(counts, Math.floor(time / width), lines.priority(number));
    number = numbers.nearest(number + 1, 1);
  }
  tallies.set(page, { version: page.version, width, counts });
  return counts;
}

function count(counts: Map<number, Counts>, key: number, priority: number): void {
  let bucket = counts.get(key);
  if (bucket === undefined) counts.set(key, (bucket = { errors: 0, warnings: 0, others: 0 }));
  if (priority <= PRIORITY.error) bucket.errors++;
  else if (priority === PRIORITY.warning) bucket.warnings++;
  else bucket.others++;
}

/**
 * Counts the lines with these numbers in `count` buckets that cover `span` seconds; the last bucket contains `to`.
 * Buckets begin at multiples of their width, so that a line stays in its bucket as time goes on. Since lines are mostly
 * in the order of their times, only pages within the span are counted, and each page once.
 */
export function logHistogram(
  lines: LogLines,
  numbers: LineNumbers,
  time: { readonly to: number; readonly span: number; readonly count: number },
): LogHistogram {
  const count = Math.max(1, time.count);
  const width = time.span / count;
  const first = Math.floor(time.to / width) - count + 1;
  const buckets: Counts[] = Array.from({ length: count }, () => ({ errors: 0, warnings: 0, others: 0 }));
  const from = first * width;
  let left = PAGES_PER_CALL;
  for (const page of numbers.pages.toReversed()) {
    if (page.count === 0) continue;
    if (lines.time(numbers.nearest(page.end - 1, -1)!) < from) break;
    const begin = lines.time(numbers.nearest(page.start, 1)!);
    if (begin !== Infinity && begin >= from + time.span) continue;
    if (!isCounted(page, width) && --left < 0) return { buckets, from, unfinished: true };
    for (const [key, { errors, warnings, others }] of tallyOf(page, lines, numbers, width)) {
      const bucket = buckets[key - first];
      if (bucket === undefined) continue;
      bucket.errors += errors;
      bucket.warnings += warnings;
      bucket.others += others;
    }
  }
  return { buckets, from, unfinished: false };
}

/** The zoom levels of the histogram, as spans in seconds. */
const SPANS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 259_200, 604_800];
/** The initial span of the histogram, in seconds. */
export const FIRST_SPAN = 3600;

/** The next shorter or longer span. */
export function nextSpan(span: number, step: 1 | -1): number {
  const next = step > 0 ? SPANS.find((one) => one > span) : SPANS.findLast((one) => one < span);
  return next ?? span;
}
