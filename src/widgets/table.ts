import type { Look } from '../lib/look.ts';
import { cut, fit, visible, width, wrap } from '../lib/text.ts';
import { GAP, GUTTER, type Layout, type Placed, type Sort, taken } from './tableLayout.ts';
import { type SharedRun, textParts } from './tableRuns.ts';

/** The state of a row in its list. */
export interface RowState {
  readonly selected: boolean;
  /** Painted, one column wide: stands in front of the row while the cursor does not. */
  readonly sign?: string | undefined;
  /** Its place among the rows in sight that share the text of a column that says it once. */
  readonly run?: SharedRun | undefined;
}

/** By the ids of the columns: the letter that sorts by each, while one is being chosen. */
export type Letters = ReadonlyMap<string, string>;

/**
 * A title that shows its letter: the only capital of it, so that it is found without colour, or in front of what is
 * left of a title that does not show it.
 */
function lettered(title: string, letter: string, room: number, look: Look): string {
  const { ellipsis } = look.glyphs;
  const lower = cut(title.toLowerCase(), room, ellipsis);
  const at = lower.indexOf(letter);
  const mark = look.paint('letter', letter.toUpperCase());
  if (at >= 0) return `${lower.slice(0, at)}${mark}${lower.slice(at + 1)}`;
  return room < 1 ? '' : mark + cut(` ${title.toLowerCase()}`, room - 1, ellipsis);
}

function headerCell<Row>(
  placed: Placed<Row>,
  { sort, letters }: Pick<TableHeader, 'sort' | 'letters'>,
  look: Look,
): string {
  const { column, width: room } = placed;
  const sorted = sort?.column === column.id;
  const arrow = sorted ? (sort.descending ? look.glyphs.down : look.glyphs.up) : '';
  placed.need = Math.max(placed.need, width(column.title) + arrow.length);
  const space = room - arrow.length;
  const letter = letters?.get(column.id);
  const title =
    letter === undefined
      ? cut(column.title, space, look.glyphs.ellipsis)
      : lettered(column.title, letter, space, look);
  return fit(title + arrow, room, column.align);
}

/** The parts of the header besides the titles. */
export interface TableHeader {
  readonly sort?: Sort | undefined;
  readonly letters?: Letters | undefined;
}

/** The column titles, with the sort order's arrow and the letters to choose one by; exactly as wide as the layout. */
export function headerLine<Row>(layout: Layout<Row>, header: TableHeader, look: Look): string {
  const cells = layout.columns.map((placed) => headerCell(placed, header, look));
  return look.paint('strong', fit(`${' '.repeat(GUTTER)}${cells.join(' '.repeat(GAP))}`, layout.width));
}

/** A cell on so many lines at most, each as wide as its column. Numbers stay on one. */
function cellLines<Row>(
  placed: Placed<Row>,
  row: Row,
  {
    inverse,
    most,
    run,
  }: { readonly inverse: boolean; readonly most: number; readonly run: SharedRun | undefined },
  look: Look,
): string[] {
  const { column, width: columns } = placed;
  const { ellipsis } = look.glyphs;
  const before = column.prefix?.(row) ?? '';
  const cell = column.cell(row);
  const text = 'painted' in cell ? cell.painted : visible(cell.text, look.unicode);
  const wanted = width(text);
  const prefix = cut(before, columns, ellipsis);
  const room = columns - width(prefix);
  const isWhole = run !== undefined && wrap(text, Math.max(1, room)).length <= run.length;
  placed.need = Math.max(placed.need, width(before) + (isWhole ? Math.min(wanted, room) : wanted));
  const role = 'painted' in cell ? 'text' : (cell.role ?? 'text');
  const goesOn = wanted > room && most > 1 && room > 0 && column.align !== 'right';
  const parts = textParts(text, room, { goesOn, most, run });
  return parts.map((part, index) => {
    const shown = cut(part, room, ellipsis);
    const painted = look.paint(inverse ? 'selected' : role, shown);
    const blank = ' '.repeat(room - width(shown));
    const lead = index === 0 ? prefix : ' '.repeat(width(prefix));
    return column.align === 'right' ? lead + blank + painted : lead + painted + blank;
  });
}

/**
 * One row of a table, exactly as wide as the layout, on so many lines at most: a text goes on below itself where more than one
 * may be. The selected row has a sign of its own in front and its name inverse; the rest of it stays as it is, so that moving the
 * cursor changes few cells of the screen.
 */
export function rowLines<Row>(
  layout: Layout<Row>,
  row: Row,
  { sign: own = ' '.repeat(GUTTER), selected, run }: RowState,
  look: Look,
  most = 1,
): readonly string[] {
  const { glyphs } = look;
  const sign = selected ? look.paint('accent', glyphs.cursor) : own;
  const cells = layout.columns.map((placed) => ({
    lines: cellLines(
      placed,
      row,
      {
        inverse: selected && placed.column === layout.name,
        most,
        run: placed.column.once === true ? run : undefined,
      },
      look,
    ),
    blank: ' '.repeat(placed.width),
  }));
  const rest = ' '.repeat(Math.max(0, layout.width - taken(layout)));
  const count = Math.max(1, ...cells.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, index) => {
    const line = cells.map(({ lines, blank }) => lines[index] ?? blank).join(' '.repeat(GAP));
    return `${index === 0 ? sign : ' '.repeat(GUTTER)}${line}${rest}`;
  });
}
