import type { LogLines } from './buffer.ts';
import type { LineNumbers, LinePage } from './lineSet.ts';

/** The number of lines in a piece of time, by their priority. */
export interface LogBucket {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

/** The lines of a span of time, counted in buckets of equal width, the oldest first. */
export interface LogHistogram {
  readonly buckets: readonly LogBucket[];
  /** Seconds since the epoch at which the first bucket begins. */
  readonly from: number;
  /** There is more to count: asked again, it goes on. */
  readonly unfinished: boolean;
}

/** Syslog severities (RFC 5424): error and above, and warning. */
const ERROR = 3;
const WARNING = 4;
/** Pages that are counted anew at most for one answer: some milliseconds. */
const PAGES_AT_ONCE = 24;

type Counts = { -readonly [Key in keyof LogBucket]: LogBucket[Key] };

/** The lines of a page, counted by the number of the bucket that they fall into. */
interface Tally {
  readonly version: number;
  readonly width: number;
  readonly counts: ReadonlyMap<number, Counts>;
}

/** Counts stay until the page changes, or a bucket takes more time or less. */
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
  if (priority <= ERROR) bucket.errors++;
  else if (priority === WARNING) bucket.warnings++;
  else bucket.others++;
}

/**
 * Counts the lines with these numbers in `count` buckets of a `span` of time, both in seconds, up to the one that
 * `to` falls into. Buckets begin at multiples of their width, so that a line stays in its own as time goes on. Lines
 * stand in the order of their time, by and large; only those within the span are looked at, and each once.
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
  let left = PAGES_AT_ONCE;
  for (const page of numbers.pages.toReversed()) {
    if (page.count === 0) continue;
    if (lines.time(numbers.nearest(page.end - 1, -1) ?? page.end) < from) break;
    const begin = lines.time(numbers.nearest(page.start, 1) ?? page.start);
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

/** The spans that the histogram zooms through, in seconds. */
const SPANS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 259_200, 604_800];
/** The span that the histogram opens with, in seconds. */
export const FIRST_SPAN = 3600;

/** The next shorter or longer span. */
export function nextSpan(span: number, step: 1 | -1): number {
  const next = step > 0 ? SPANS.find((one) => one > span) : SPANS.findLast((one) => one < span);
  return next ?? span;
}
