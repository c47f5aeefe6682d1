import type { LogEvent } from '../../api/contract/logs.ts';
import { clockTime } from '../../lib/format.ts';
import { priorityLetter, priorityWord } from '../../lib/priority.ts';
import { type FilterColumn, parseFilter, type Term } from '../filter/filter.ts';
import { mergeRanges, type Range } from '../filter/pattern.ts';
import { NO_PRIORITY } from './chunk.ts';

/** The conditions that select among the buffered lines. */
export interface LogFilterChoice {
  /** Filter texts in the syntax of list filters; all must match. */
  readonly texts?: readonly string[];
  /** The least severe syslog priority to select, from 0 (most severe) to 7. */
  readonly maxPriority?: number;
  /** Service names to select, where `osd.*` is every OSD; all if absent or empty. */
  readonly services?: readonly string[];
  /** Server ids to select; all if absent or empty. */
  readonly servers?: readonly number[];
  /** The earliest time to select, in seconds since the epoch. */
  readonly since?: number | undefined;
}

/** The display settings that affect the text of a line's columns. */
export interface LogNames {
  /** The name of a server. */
  readonly server: (id: number) => string;
  readonly utc: boolean;
  /** Times are not shown as time of day, so a text matches them only if it names the time column. */
  readonly untimed?: boolean;
}

/** The columns of a log line, which a filter text may name. */
const LOG_COLUMNS = ['time', 'server', 'service', 'priority', 'message'] as const;
export type LogColumn = (typeof LOG_COLUMNS)[number];
const NAMED = LOG_COLUMNS.map((id): FilterColumn => ({ id, aliases: id === 'priority' ? ['level'] : [] }));

/** A compiled log filter. */
export interface LogFilter {
  /** The filter has no conditions and matches every line. */
  readonly empty: boolean;
  /** An error message about one of the texts, which is then ignored. */
  readonly error?: string;
  /** A cheap first test: false if no line of this time and priority matches. Infinity stands for a missing value. */
  mayPass(time: number, priority: number): boolean;
  /** True if the filter has conditions on the message, service or server, so that lines must be read. */
  readonly reads: boolean;
  matches(event: LogEvent): boolean;
  /** The ranges to highlight in the text of a column; inverted terms highlight nothing. */
  ranges(column: LogColumn, text: string): readonly Range[];
  /**
   * A message about a term of the form `name:word` whose name is not a column, as long as no line was found that
   * contains the term literally.
   */
  unknownColumn(): string | undefined;
}

const NO_NAMES: LogNames = { server: (id) => `#${id}`, utc: true };
const NONE: readonly Range[] = [];

/** Compiles a filter; a line must fulfil all conditions. An invalid or incomplete text is ignored. */
export function compileLogFilter(choice: LogFilterChoice, names: LogNames = NO_NAMES): LogFilter {
  const { texts = [], maxPriority = Infinity, services = [], servers = [], since = -Infinity } = choice;
  const parsed = texts.map((text) => parseFilter(text, NAMED));
  const terms = parsed.flatMap((one) => one.terms);
  const [error] = parsed.flatMap((one) => one.error ?? []);
  const tests: ((event: LogEvent) => boolean)[] = [];
  if (services.length > 0) tests.push(({ s = '' }) => services.some((service) => isOfService(s, service)));
  if (servers.length > 0) tests.push(({ h }) => h !== undefined && servers.includes(h));
  const cell = cellsOf(names);
  const tracked = terms.map((term) => trackedTerm(term, cell, names.untimed === true));
  tests.push(...tracked.map((one) => one.passes));
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
    ranges(column, text) {
      const found = shown.filter((term) => term.column === undefined || term.column === column);
      return found.length === 0 ? NONE : mergeRanges(found.flatMap(({ pattern }) => pattern.ranges(text)));
    },
    unknownColumn() {
      const name = tracked.find((one) => one.unknownName !== undefined && !one.isFound())?.unknownName;
      return name === undefined ? undefined : `no column "${name}"; columns: ${LOG_COLUMNS.join(', ')}`;
    },
  };
}

const isOfService = (name: string, wanted: string): boolean =>
  name === wanted || (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -1)));

/** Returns the text of a line's column as it is shown on the screen. */
type CellReader = (event: LogEvent, column: string) => string;

function cellsOf({ server, utc }: LogNames): CellReader {
  // Consecutive lines are mostly from the same second, so its text is cached.
  let [second, time] = [Number.NaN, ''];
  return ({ t, h, s = '', p, m = '' }, column) => {
    switch (column) {
      case 'message':
        return m;
      case 'service':
        return s;
      case 'server':
        return h === undefined ? '' : server(h);
      case 'priority':
        return priorityWord(p);
      default:
        if (t === undefined) return '';
        if (Math.floor(t) !== second) [second, time] = [Math.floor(t), clockTime(t * 1000, utc)];
        return time;
    }
  };
}

/** The message comes first, because most matches are there. */
const UNTIMED: readonly LogColumn[] = ['message', 'service', 'server', 'priority'];
const TIMED: readonly LogColumn[] = [...UNTIMED, 'time'];

/** A test that a line contains the pattern of a term; it ignores `inverse`. */
function termTest(
  { pattern, column, within }: Term,
  cell: CellReader,
  untimed: boolean,
): (event: LogEvent) => boolean {
  // Lines show the letter of their priority.
  if (column === 'priority')
    return (event) => pattern.matches(cell(event, column)) || pattern.matches(priorityLetter(event.p));
  if (column !== undefined) return (event) => pattern.matches(cell(event, column));
  const columns = untimed ? UNTIMED : TIMED;
  const inCells = (event: LogEvent) => columns.some((one) => pattern.matches(cell(event, one)));
  if (within === 'cells') return inCells;
  const inLine = (event: LogEvent) => {
    const time = untimed ? '' : `${cell(event, 'time')} `;
    const who = `${cell(event, 'server')} ${event.s ?? ''} ${cell(event, 'priority')}`;
    return pattern.matches(`${time}${who} ${event.m ?? ''}`);
  };
  return within === 'line' ? inLine : (event) => inLine(event) || inCells(event);
}

/** A term that remembers whether any tested line contained its pattern. */
function trackedTerm(term: Term, cell: CellReader, untimed: boolean) {
  const test = termTest(term, cell, untimed);
  let isFound = false;
  return {
    unknownName: term.unknownName,
    isFound: () => isFound,
    passes: (event: LogEvent): boolean => {
      const found = test(event);
      isFound ||= found;
      return found !== term.inverse;
    },
  };
}
