import type { Look } from '../lib/look.ts';
import { unstyled } from '../lib/sgr.ts';
import { fit, visible, width, wrap } from '../lib/text.ts';
import { paintedLine } from '../lib/textLine.ts';
import type { Description } from '../store/action/action.ts';
import { factColumn, nameWidth } from './factLines.ts';
import { levelRole } from './levels.ts';

type Facts = Description['facts'];

const halves = (facts: Facts): readonly [Facts, Facts] => {
  const half = Math.ceil(facts.length / 2);
  return [facts.slice(0, half), facts.slice(half)];
};

/** Those of the facts that fit into a column of two, one line each. */
function shortFacts(facts: Facts, columns: number): Facts {
  const short = halves(facts).flatMap((column) => {
    const room = columns - nameWidth(column) - 2;
    return column.filter(([, value]) => width(value) <= room);
  });
  // Without the long ones the others are divided anew, and fit as long as that takes none away.
  return short.length === facts.length ? facts : shortFacts(short, columns);
}

/** Facts stand in two columns from so many columns of the screen on. */
const TWO_COLUMNS = 76;

/** Facts as name and value, in two columns where there is room, and what is too long for that below. */
function factColumns(look: Look, facts: Facts, columns: number): string[] {
  if (columns < TWO_COLUMNS || facts.length <= 4) return factColumn(look, facts, columns);
  const each = Math.floor((columns - 2) / 2);
  const short = shortFacts(facts, each);
  const long = facts.filter((fact) => !short.includes(fact));
  const [left, right] = halves(short);
  // What stands below the left column begins where its values do, as long as that leaves these in one line.
  const names = Math.max(nameWidth(left), nameWidth(long));
  const isShared = left.every(([, value]) => width(value) <= each - names - 2);
  const [leftNames, longNames] = isShared ? [names, names] : [nameWidth(left), nameWidth(long)];
  const beside = factColumn(look, right, each);
  return [
    ...factColumn(look, left, each, leftNames).map((line, index) => `${line}  ${beside[index] ?? ''}`),
    ...factColumn(look, long, columns, longNames),
  ];
}

const clean = (look: Look, facts: Facts): Facts =>
  facts.map(([name, value]) => [visible(name, look.unicode), visible(value, look.unicode)]);

/** Parts of a page with a blank line between those that have something to say. */
const apart = (parts: readonly (readonly string[])[]): string[] =>
  parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));

/** Names of what is related, beside the key that leads there. */
function relatedLines(look: Look, related: readonly string[], columns: number): string[] {
  if (related.length === 0) return [];
  const names = related
    .map((name) => visible(name, look.unicode))
    .join(look.paint('dim', ` ${look.glyphs.leaf} `));
  return wrap(names, Math.max(1, columns - 3)).map(
    (line, index) => `${index === 0 ? look.paint('key', 'o') : ' '}  ${line}`,
  );
}

/** The rows of a table as text, its columns as wide as what stands in them; where they have no room, the cells of a row below each other. */
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
    return [heading, ...apart(cleanRows.map(rowLines))];
  }
  const lineOf = (row: readonly string[]) =>
    `  ${row.map((cell, index) => fit(cell, widths[index] ?? 0)).join('  ')}`;
  return [heading, look.paint('dim', lineOf(titles)), ...cleanRows.map(lineOf)];
}

type Table = NonNullable<Description['table']>;

/** The lines of a description: facts first, then what belongs to it, what is told at length, and what is related. */
export function descriptionLines(
  look: Look,
  { facts, text, table, related = [] }: Description,
  columns: number,
): string[] {
  const below = text.flatMap((line) => (line === '' ? [''] : wrap(paintedLine(look, line), columns)));
  while (below.at(-1) === '') below.pop();
  return apart([
    factColumns(look, clean(look, facts), columns),
    table && table.rows.length > 0 ? tableText(look, table, columns) : [],
    below,
    relatedLines(look, related, columns),
  ]);
}

/** A description's title, and its state in the colour of that. */
export function descriptionState(look: Look, { state }: Description): string {
  return state === undefined
    ? ''
    : look.paint(levelRole(state.level), `${look.glyphs[state.level]} ${visible(state.word, look.unicode)}`);
}

/** A description as plain text, unwrapped. */
export function descriptionText(look: Look, { title, state, facts, table, text }: Description): string {
  const all: Facts = state === undefined ? facts : [['state', state.word], ...facts];
  const named = clean(look, all).map(([name, value]) => `${name}: ${value}`);
  const rows =
    table && table.rows.length > 0
      ? ['', ...tableText(look, table, Infinity).map((line) => unstyled(line).trimEnd())]
      : [];
  const below = [
    ...rows,
    ...(text.length > 0 ? ['', ...text.map((line) => unstyled(paintedLine(look, line)))] : []),
  ];
  return `${[visible(title, look.unicode), ...named, ...below].join('\n').trimEnd()}\n`;
}
