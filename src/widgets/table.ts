import type { Look } from '../lib/look.ts';
import { cut, fit, visible, width } from '../lib/text.ts';
import { GAP, GUTTER, leastWidth, type Layout, type Placed, type Sort, usedWidth } from './tableLayout.ts';
import { sharedHeight, type SharedRun, textParts } from './tableRuns.ts';

/** The state of a row in its list. */
export interface RowState {
  readonly selected: boolean;
  /** A painted sign of one column in front of the row; the cursor replaces it on the selected row. */
  readonly sign?: string | undefined;
  /** Its position in a run of visible rows with the same text in a `once` column. */
  readonly run?: SharedRun | undefined;
}

/** The letter that sorts by each column, by column id, while one is being chosen. */
export type Letters = ReadonlyMap<string, string>;

/**
 * A column title with its letter as the only capital, so that it is visible without colour; the letter is put in front of a
 * title that does not contain it.
 */
function titleWithLetter(title: string, letter: string, room: number, look: Look): string {
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
  const title = width(column.title) + arrow.length;
  placed.need = Math.max(placed.need, title);
  placed.want = Math.max(placed.want, title);
  const space = room - arrow.length;
  const letter = letters?.get(column.id);
  const shown =
    letter === undefined
      ? cut(column.title, space, look.glyphs.ellipsis)
      : titleWithLetter(column.title, letter, space, look);
  return fit(shown + arrow, room, column.align);
}

/** The parts of the header besides the titles. */
export interface TableHeader {
  readonly sort?: Sort | undefined;
  readonly letters?: Letters | undefined;
}

/** The column titles with the arrow of the sort order and the sort letters; exactly as wide as the layout. */
export function headerLine<Row>(layout: Layout<Row>, header: TableHeader, look: Look): string {
  const cells = layout.columns.map((placed) => headerCell(placed, header, look));
  return look.paint('strong', fit(`${' '.repeat(GUTTER)}${cells.join(' '.repeat(GAP))}`, layout.width));
}

/** A cell on `most` lines at most, each as wide as its column. Right-aligned cells (numbers) stay on one line. */
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
  const isWhole = run !== undefined && sharedHeight(text, Math.max(1, room)) <= run.length;
  const all = width(before) + wanted;
  placed.want = Math.max(placed.want, all);
  placed.need = Math.max(placed.need, isWhole ? Math.min(all, leastWidth(column)) : all);
  const role = 'painted' in cell ? 'text' : (cell.role ?? 'text');
  const goesOn = wanted > room && most > 1 && room > 0 && column.align !== 'right';
  const parts = textParts(text, room, { goesOn, most, run, glyphs: look.glyphs });
  return parts.map((part, index) => {
    const shown = cut(part, room, ellipsis);
    const painted = look.paint(inverse ? 'selected' : role, shown);
    const blank = ' '.repeat(room - width(shown));
    const lead = index === 0 ? prefix : ' '.repeat(width(prefix));
    return column.align === 'right' ? lead + blank + painted : lead + painted + blank;
  });
}

/**
 * A row of a table, exactly as wide as the layout, on `most` lines at most: longer texts are wrapped within their column.
 * The selected row has a cursor sign in front and its name inverse; the rest is unchanged, so that moving the cursor changes
 * few cells of the screen.
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
  const rest = ' '.repeat(Math.max(0, layout.width - usedWidth(layout)));
  const count = Math.max(1, ...cells.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, index) => {
    const line = cells.map(({ lines, blank }) => lines[index] ?? blank).join(' '.repeat(GAP));
    return `${index === 0 ? sign : ' '.repeat(GUTTER)}${line}${rest}`;
  });
}
