import type { LogEvent } from '../../api/contract/logs.ts';
import { clockTime } from '../../lib/format.ts';
import { type FilterColumn, parseFilter, type Term } from '../filter/filter.ts';
import { mergeRanges, type Range } from '../filter/pattern.ts';
import { NO_PRIORITY } from './chunk.ts';
import { priorityWord } from './priority.ts';

/** The choice among the lines held. */
export interface LogFilterChoice {
  /** All of these must match, in the syntax of the filters of lists. */
  readonly texts?: readonly string[];
  /** Syslog priority 0 (highest) to 7: this and above. */
  readonly maxPriority?: number;
  /** Any of these; `osd.*` is every OSD. All when absent or empty. */
  readonly services?: readonly string[];
  /** Server ids; all when absent or empty. */
  readonly servers?: readonly number[];
  /** Lines from this moment on, in seconds since the epoch. */
  readonly since?: number | undefined;
}

/** The look of lines on the screen, as far as they do not tell themselves. */
export interface LogNames {
  /** The name of a server. */
  readonly server: (id: number) => string;
  readonly utc: boolean;
  /** No time of day stands on the screen: it is looked for by its column only. */
  readonly untimed?: boolean;
}

/** The columns of a log line, by which a text may be looked for. */
const LOG_COLUMNS = ['time', 'server', 'service', 'priority', 'message'] as const;
export type LogColumn = (typeof LOG_COLUMNS)[number];
const NAMED = LOG_COLUMNS.map((id): FilterColumn => ({ id, aliases: id === 'priority' ? ['level'] : [] }));

/** A choice of lines made ready to be asked about each of very many. */
export interface LogFilter {
  /** Lets everything through. */
  readonly empty: boolean;
  /** The problem of one of the texts, in words; it then counts for nothing. */
  readonly error?: string;
  /** Tells whether a line of that time and priority may pass; Infinity stands for none. Asked first, since it costs little. */
  mayPass(time: number, priority: number): boolean;
  /** Tells whether what a line says, or who says it, counts as well. */
  readonly reads: boolean;
  matches(event: LogEvent): boolean;
  /** The parts to highlight in a column of a line; inverted texts highlight nothing. */
  ranges(column: LogColumn, text: string): readonly Range[];
  /**
   * A word that was typed as the name of a column and is none, in words: as long as no line was found that holds it together
   * with what stands behind the colon.
   */
  unknownColumn(): string | undefined;
}

const NO_NAMES: LogNames = { server: (id) => `#${id}`, utc: true };
const NONE: readonly Range[] = [];

/** All that is chosen has to fit a line. A text that is wrong, or not complete yet, counts for nothing. */
export function compileLogFilter(choice: LogFilterChoice, names: LogNames = NO_NAMES): LogFilter {
  const { texts = [], maxPriority = Infinity, services = [], servers = [], since = -Infinity } = choice;
  const parsed = texts.map((text) => parseFilter(text, NAMED));
  const terms = parsed.flatMap((one) => one.terms);
  const [error] = parsed.flatMap((one) => one.error ?? []);
  const tests: ((event: LogEvent) => boolean)[] = [];
  if (services.length > 0) tests.push(({ s = '' }) => services.some((service) => isOfService(s, service)));
  if (servers.length > 0) tests.push(({ h }) => h !== undefined && servers.includes(h));
  const cell = cellsOf(names);
  const typed = terms.map((term) => asked(term, cell, names.untimed === true));
  tests.push(...typed.map((one) => one.passes));
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
      const name = typed.find((one) => one.unknownName !== undefined && !one.isFound())?.unknownName;
      return name === undefined ? undefined : `no column "${name}"; there are: ${LOG_COLUMNS.join(', ')}`;
    },
  };
}

const isOfService = (name: string, wanted: string): boolean =>
  name === wanted || (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -1)));

/** The text of a line's column, as it stands on the screen. */
type Cell = (event: LogEvent, column: string) => string;

function cellsOf({ server, utc }: LogNames): Cell {
  // Lines that follow each other mostly are of the same second.
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

/** Most texts are found in the message, or nowhere. */
const UNTIMED: readonly LogColumn[] = ['message', 'service', 'server', 'priority'];
const TIMED: readonly LogColumn[] = [...UNTIMED, 'time'];

/** Tells whether a line holds what a term looks for, inverted or not. */
function holds(
  { pattern, column, within }: Term,
  cell: Cell,
  untimed: boolean,
): (event: LogEvent) => boolean {
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

/** Asks lines about a term, and keeps whether one held what it looks for. */
function asked(term: Term, cell: Cell, untimed: boolean) {
  const test = holds(term, cell, untimed);
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
