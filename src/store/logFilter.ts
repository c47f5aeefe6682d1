import type { LogEvent } from '../api/contract/logs.ts';
import type { LogLines } from './logBuffer.ts';
import { compilePattern, mergeRanges, type Range } from './pattern.ts';

/** What is shown of the lines held. */
export interface LogFilterChoice {
  /** All of these must match; `!` in front inverts one. */
  readonly texts?: readonly string[];
  /** Syslog priority 0 (highest) to 7: this and graver ones. */
  readonly maxPriority?: number;
  /** Any of these; `osd.*` is every OSD. All when absent or empty. */
  readonly services?: readonly string[];
  /** Server ids; all when absent or empty. */
  readonly servers?: readonly number[];
  /** Lines from this moment on, in seconds since the epoch. */
  readonly since?: number | undefined;
}

export interface LogFilter {
  /** Lets everything through. */
  readonly empty: boolean;
  matches(event: LogEvent): boolean;
  /** What to highlight in a message; inverted texts highlight nothing. */
  ranges(message: string): readonly Range[];
}

export function compileLogFilter(choice: LogFilterChoice): LogFilter {
  const { texts = [], maxPriority, services = [], servers = [], since } = choice;
  const terms = texts
    .map((text) => ({ inverse: text.startsWith('!'), wanted: text.replace(/^!/, '') }))
    .filter(({ wanted }) => wanted !== '')
    .map(({ inverse, wanted }) => ({ inverse, pattern: compilePattern(wanted) }));
  const tests: ((event: LogEvent) => boolean)[] = terms.map(
    ({ inverse, pattern }) =>
      (event) =>
        pattern.matches(event.m ?? '') !== inverse,
  );
  if (maxPriority !== undefined) tests.push(({ p }) => p === undefined || p <= maxPriority);
  if (services.length > 0) tests.push(({ s = '' }) => services.some((service) => isOfService(s, service)));
  if (servers.length > 0) tests.push(({ h }) => h !== undefined && servers.includes(h));
  if (since !== undefined) tests.push(({ t }) => t === undefined || t >= since);
  const shown = terms.filter((term) => !term.inverse);
  return {
    empty: tests.length === 0,
    matches: (event) => tests.every((test) => test(event)),
    ranges: (message) => mergeRanges(shown.flatMap((term) => term.pattern.ranges(message))),
  };
}

const isOfService = (name: string, wanted: string): boolean =>
  name === wanted || (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -1)));

/** The numbers of the lines that pass a filter, oldest first. */
export interface LogMatches {
  readonly filter: LogFilter;
  readonly epoch: number;
  /** One past the last line that was looked at. */
  readonly end: number;
  readonly numbers: readonly number[];
}

/** Applies a filter; given what it found last time, only to the lines that are new. */
export function matchLines(lines: LogLines, filter: LogFilter, previous?: LogMatches): LogMatches {
  const goesOn = previous !== undefined && previous.filter === filter && previous.epoch === lines.epoch;
  const held = goesOn ? withoutDropped(previous.numbers, lines.first) : [];
  const fresh: number[] = [];
  for (let number = Math.max(lines.first, goesOn ? previous.end : 0); number < lines.end; number++) {
    const event = lines.at(number);
    if (event !== undefined && filter.matches(event)) fresh.push(number);
  }
  return {
    filter,
    epoch: lines.epoch,
    end: lines.end,
    numbers: fresh.length === 0 ? held : held.concat(fresh),
  };
}

function withoutDropped(numbers: readonly number[], first: number): readonly number[] {
  const kept = indexFrom(numbers, first);
  return kept === 0 ? numbers : numbers.slice(kept);
}

/** Index of the first of the ascending `numbers` that is not less than `wanted`. */
export function indexFrom(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Syslog severity `error` (RFC 5424): this and graver ones are what E jumps to. */
const ERROR = 3;

/** The nearest line of severity error or graver among `numbers`, looking from index `from` on in steps of `step`; its index. */
export function findError(
  lines: LogLines,
  numbers: readonly number[],
  from: number,
  step: 1 | -1,
): number | undefined {
  for (let index = from; index >= 0 && index < numbers.length; index += step) {
    const priority = lines.at(numbers[index] ?? -1)?.p;
    if (priority !== undefined && priority <= ERROR) return index;
  }
  return undefined;
}
