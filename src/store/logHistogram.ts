import type { LogLines } from './logBuffer.ts';

/** How many lines fell into a piece of time, by how grave they are. */
export interface LogBucket {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

/** Syslog severities (RFC 5424): error and graver, and warning. */
const ERROR = 3;
const WARNING = 4;

/**
 * Counts the lines with these numbers in `count` equal pieces of the time up to `to`, in seconds since the epoch.
 * Lines stand in the order of their time, so that only those within it are looked at.
 */
export function logBuckets(
  lines: LogLines,
  numbers: readonly number[],
  time: { readonly to: number; readonly span: number; readonly count: number },
): LogBucket[] {
  const { to, span, count } = time;
  const buckets = Array.from({ length: Math.max(0, count) }, () => ({ errors: 0, warnings: 0, others: 0 }));
  const from = to - span;
  for (let index = numbers.length - 1; index >= 0; index--) {
    const event = lines.at(numbers[index] ?? -1);
    const t = event?.t;
    if (t === undefined) continue;
    if (t < from) break;
    const bucket = buckets[Math.min(count - 1, Math.floor(((t - from) / span) * count))];
    if (!bucket || t > to) continue;
    const priority = event?.p ?? 7;
    if (priority <= ERROR) bucket.errors++;
    else if (priority === WARNING) bucket.warnings++;
    else bucket.others++;
  }
  return buckets;
}

/** The spans that the histogram zooms through, in seconds. */
const SPANS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 259_200, 604_800];
export const FIRST_SPAN = 3600;

/** The next shorter or longer span. */
export function nextSpan(span: number, step: 1 | -1): number {
  const next = step > 0 ? SPANS.find((one) => one > span) : SPANS.findLast((one) => one < span);
  return next ?? span;
}
