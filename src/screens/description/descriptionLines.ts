import type { Look } from '../../lib/look.ts';
import { unstyled } from '../../lib/sgr.ts';
import { atMost, cut, fit, visible, width, wrap } from '../../lib/text.ts';
import { paintedLine } from '../../lib/textLine.ts';
import type { Description, FactPairs } from '../../store/action/action.ts';
import { historyLines } from '../figures/historyLines.ts';
import { levelRole, quietRole } from '../levels.ts';
import { priorityOf, timesText } from '../logLines/words.ts';
import { factColumn, nameWidth } from './factLines.ts';

const halves = (facts: FactPairs): readonly [FactPairs, FactPairs] => {
  const half = Math.ceil(facts.length / 2);
  return [facts.slice(0, half), facts.slice(half)];
};

/** The facts that fit on one line each when they are laid out in two columns. */
function shortFacts(facts: FactPairs, columns: number): FactPairs {
  const short = halves(facts).flatMap((column) => {
    const room = columns - nameWidth(column) - 2;
    return column.filter(([, value]) => width(value) <= room);
  });
  // Without the long facts the two columns are divided anew; repeat until all of them fit.
  return short.length === facts.length ? facts : shortFacts(short, columns);
}

/** The smallest number of screen columns at which facts are laid out in two columns. */
const TWO_COLUMNS = 76;

/** Facts as name and value, in two columns if there is room; values that are too long follow below. */
function factColumns(look: Look, facts: FactPairs, columns: number): string[] {
  if (columns < TWO_COLUMNS || facts.length <= 4) return factColumn(look, facts, columns);
  const columnWidth = Math.floor((columns - 2) / 2);
  const short = shortFacts(facts, columnWidth);
  const long = facts.filter((fact) => !short.includes(fact));
  const [left, right] = halves(short);
  // Long values below are aligned with the values of the left column, provided those still fit on one line.
  const names = Math.max(nameWidth(left), nameWidth(long));
  const isShared = left.every(([, value]) => width(value) <= columnWidth - names - 2);
  const [leftNames, longNames] = isShared ? [names, names] : [nameWidth(left), nameWidth(long)];
  const beside = factColumn(look, right, columnWidth);
  return [
    ...factColumn(look, left, columnWidth, leftNames).map((line, index) => `${line}  ${beside[index] ?? ''}`),
    ...factColumn(look, long, columns, longNames),
  ];
}

const visibleFacts = (look: Look, facts: FactPairs): FactPairs =>
  facts.map(([name, value]) => [visible(name, look.unicode), visible(value, look.unicode)]);

/** Parts of a page, separated by blank lines; empty parts are left out. */
const separated = (parts: readonly (readonly string[])[]): string[] =>
  parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));

/** The names of related things, beside the key that opens them. */
function relatedLines(look: Look, related: readonly string[], columns: number): string[] {
  if (related.length === 0) return [];
  const names = related
    .map((name) => visible(name, look.unicode))
    .join(look.paint('dim', ` ${look.glyphs.leaf} `));
  return wrap(names, Math.max(1, columns - 3)).map(
    (line, index) => `${index === 0 ? look.paint('key', 'o') : ' '}  ${line}`,
  );
}

/** A table as text, its columns as wide as their longest cell; if that is too wide, each row is a block with one cell a line. */
function tableText(look: Look, { title, titles, rows }: Table, columns: number): string[] {
  const cleanRows = rows.map((row) => row.map((cell) => visible(cell, look.unicode)));
  const heading = look.paint('strong', visible(title, look.unicode));
  const widths = titles.map((name, index) =>
    Math.max(width(name), ...cleanRows.map((row) => width(row[index] ?? ''))),
  );
  if (widths.reduce((sum, one) => sum + 2 + one, 0) > columns) {
    const rowLines = (row: readonly string[]) =>
      factColumn(
        look,
        titles.map((name, index) => [name, row[index] ?? '']),
        columns,
      );
    return [heading, ...separated(cleanRows.map(rowLines))];
  }
  const lineOf = (row: readonly string[]) =>
    `  ${row.map((cell, index) => fit(cell, widths[index] ?? 0)).join('  ')}`;
  return [heading, look.paint('dim', lineOf(titles)), ...cleanRows.map(lineOf)];
}

type Table = NonNullable<Description['table']>;

type DescribedLog = NonNullable<Description['log']>;

/** Columns of the name of the service that wrote a line. */
const SERVICE = 9;

/** The last log lines in at most `rows` rows, the newest at the end: as many of them as fit in uncut, but at least one. */
function logLines(look: Look, log: DescribedLog, columns: number, rows: number): string[] {
  if (rows < 2 || log.length === 0) return [];
  const lines: string[] = [];
  for (const { time, event, count } of log.toReversed()) {
    const { letter, role } = priorityOf(event);
    const service = fit(visible(event.s ?? '', look.unicode), SERVICE, 'left', look.glyphs.ellipsis);
    const message = look.paint(role === 'danger' ? 'error' : role, visible(event.m ?? '', look.unicode));
    const times = look.paint('strong', timesText(look, count));
    const whole = `${look.paint('dim', time)} ${service} ${look.paint(role, letter)} ${message}${times}`;
    const wrapped = wrap(cut(whole, columns * rows, ''), columns);
    if (lines.length > 0 && lines.length + wrapped.length > rows - 1) break;
    lines.unshift(...atMost(wrapped, rows - 1).map((line) => cut(line, columns, look.glyphs.ellipsis)));
  }
  return [look.paint('strong', 'Last log lines'), ...lines];
}

const TASKS = 'Tasks';
const MADE = 'Changes made from here';

/** The tasks on something, or the changes of it, under a heading, a line each. */
const taskLines = (
  look: Look,
  heading: string,
  tasks: NonNullable<Description['tasks']>,
  columns: number,
): string[] =>
  tasks.length === 0
    ? []
    : [
        look.paint('strong', heading),
        ...tasks.map(({ time, text, level }) => {
          const said = look.paint(quietRole(level), visible(text, look.unicode));
          return cut(`${look.paint('dim', time)} ${said}`, columns, look.glyphs.ellipsis);
        }),
      ];

/** The rows that a page has, and the painted lists that belong to it. */
interface PageRoom {
  readonly rows?: number;
  readonly lists?: readonly string[];
}

/**
 * The lines of a description: facts, its figures over time, its table, its longer text, what is related, its
 * tasks and the changes made from here, lists that belong to it, and in what is left of `rows` its log.
 */
export function descriptionLines(
  look: Look,
  { facts, text, history = [], table, related = [], tasks = [], made = [], log = [] }: Description,
  columns: number,
  { rows = Infinity, lists = [] }: PageRoom = {},
): string[] {
  const below = text.flatMap((line) => (line === '' ? [''] : wrap(paintedLine(look, line), columns)));
  while (below.at(-1) === '') below.pop();
  const named = factColumns(look, visibleFacts(look, facts), columns);
  const rest = [
    table && table.rows.length > 0 ? tableText(look, table, columns) : [],
    below,
    relatedLines(look, related, columns),
    taskLines(look, TASKS, tasks, columns),
    taskLines(look, MADE, made, columns),
  ];
  const figures = historyLines(look, history, columns);
  const fitting = separated([named, figures, ...rest]);
  // On a page that has to be scrolled the figures come last, so that they push no sentence out of sight.
  const lines = fitting.length <= rows ? fitting : separated([named, ...rest, figures]);
  const whole = separated([lines, lists]);
  return separated([whole, logLines(look, log, columns, rows - whole.length - 1)]);
}

/** A description's state, painted in the colour of its level. */
export function descriptionState(look: Look, { state }: Description): string {
  return state === undefined
    ? ''
    : look.paint(levelRole(state.level), `${look.glyphs[state.level]} ${visible(state.word, look.unicode)}`);
}

/** Columns of the figures over time in a description as text. */
const TEXT_COLUMNS = 100;

/** A description as plain text, unwrapped. */
export function descriptionText(
  look: Look,
  { title, state, facts, history = [], table, text, tasks = [], made = [], log = [] }: Description,
): string {
  const all: FactPairs = state === undefined ? facts : [['state', state.word], ...facts];
  const named = visibleFacts(look, all).map(([name, value]) => `${name}: ${value}`);
  const rows =
    table && table.rows.length > 0
      ? ['', ...tableText(look, table, Infinity).map((line) => unstyled(line).trimEnd())]
      : [];
  const figures = historyLines(look, history, TEXT_COLUMNS).map(unstyled);
  const below = [
    ...(figures.length > 0 ? ['', ...figures] : []),
    ...rows,
    ...(text.length > 0 ? ['', ...text.map((line) => unstyled(paintedLine(look, line)))] : []),
    ...(tasks.length > 0 ? ['', ...taskLines(look, TASKS, tasks, Infinity).map(unstyled)] : []),
    ...(made.length > 0 ? ['', ...taskLines(look, MADE, made, Infinity).map(unstyled)] : []),
    ...(log.length > 0 ? ['', ...logLines(look, log, Infinity, Infinity).map(unstyled)] : []),
  ];
  return `${[visible(title, look.unicode), ...named, ...below].join('\n').trimEnd()}\n`;
}
