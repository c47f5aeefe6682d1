import type { LogEvent } from '../api/contract/logs.ts';
import { NO_PRIORITY } from './logChunk.ts';
import { compilePattern, mergeRanges, patternProblem, type Range } from './pattern.ts';

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

/** A choice of lines made ready to be asked about each of very many. */
export interface LogFilter {
  /** Lets everything through. */
  readonly empty: boolean;
  /** What is wrong with one of the texts, in words; it then counts for nothing. */
  readonly error?: string;
  /** Whether a line of that time and priority may pass; Infinity stands for none. Asked first, since it costs little. */
  mayPass(time: number, priority: number): boolean;
  /** Whether what a line says, or who says it, counts as well. */
  readonly reads: boolean;
  matches(event: LogEvent): boolean;
  /** What to highlight in a message; inverted texts highlight nothing. */
  ranges(message: string): readonly Range[];
}

/**
 * All that is chosen has to fit a line; empty texts and a lone `!` count for nothing, and no text is a wrong
 * one.
 */
export function compileLogFilter(choice: LogFilterChoice): LogFilter {
  const { texts = [], maxPriority = Infinity, services = [], servers = [], since = -Infinity } = choice;
  const typed = texts
    .map((text) => ({ inverse: text.startsWith('!'), wanted: text.replace(/^!/, '') }))
    .filter(({ wanted }) => wanted !== '');
  const [error] = typed.flatMap(({ wanted }) => patternProblem(wanted) ?? []);
  const terms = typed
    .filter(({ wanted }) => patternProblem(wanted) === undefined)
    .map(({ inverse, wanted }) => ({ inverse, pattern: compilePattern(wanted) }));
  const tests: ((event: LogEvent) => boolean)[] = terms.map(
    ({ inverse, pattern }) =>
      (event) =>
        pattern.matches(event.m ?? '') !== inverse,
  );
  if (services.length > 0) tests.push(({ s = '' }) => services.some((service) => isOfService(s, service)));
  if (servers.length > 0) tests.push(({ h }) => h !== undefined && servers.includes(h));
  const mayPass = (time: number, priority: number) =>
    time >= since && (priority <= maxPriority || priority >= NO_PRIORITY);
  const shown = terms.filter((term) => !term.inverse);
  return {
    ...(error !== undefined && { error }),
    empty: tests.length === 0 && maxPriority === Infinity && since === -Infinity,
    mayPass,
    reads: tests.length > 0,
    matches: (event) =>
      mayPass(event.t ?? Infinity, event.p ?? Infinity) && tests.every((test) => test(event)),
    ranges: (message) => mergeRanges(shown.flatMap((term) => term.pattern.ranges(message))),
  };
}

const isOfService = (name: string, wanted: string): boolean =>
  name === wanted || (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -1)));
