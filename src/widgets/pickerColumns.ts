import type { Look } from '../lib/look.ts';
import { cut, fit, width, wrap } from '../lib/text.ts';
import { scrollTop } from './viewport.ts';

/** An item to choose, with its group; the texts are sanitized. */
interface ColumnItem {
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  /** The sentence shown for the selected item. */
  readonly help?: string;
  readonly disabled?: string;
}

interface ItemPosition {
  readonly column: number;
  readonly line: number;
}

/** Items below the headings of their groups, in several columns. */
export interface ItemColumns {
  /** The number of columns, and the lines of the longest one. */
  readonly across: number;
  readonly lines: number;
  /** The position of each item. */
  readonly positions: readonly ItemPosition[];
  readonly headings: readonly (ItemPosition & { readonly text: string })[];
}

/** The maximum number of columns; more are hard to scan. */
const MAX_COLUMNS = 4;
/** The maximum width of a label; a cut one is shown in full with the sentence of the selected item. */
const MAX_LABEL = 23;
/** Columns around a label: the cursor's sign, and a gap. */
const AROUND = 3;

/** Stacks whole groups, and starts a new column for a group that does not fit into `lines`. */
function flow(
  groups: readonly (readonly number[])[],
  lines: number,
): (ItemPosition & { readonly group: number })[] {
  const starts: (ItemPosition & { readonly group: number })[] = [];
  let [column, line] = [0, 0];
  for (const [group, items] of groups.entries()) {
    const gap = line === 0 ? 0 : 1;
    if (line > 0 && line + gap + 1 + items.length > lines) [column, line] = [column + 1, 0];
    else line += gap;
    starts.push({ group, column, line });
    line += 1 + items.length;
  }
  return starts;
}

/** Lays out items in as many columns as fit, as short as possible without splitting groups. */
export function itemColumns(items: readonly ColumnItem[], columns: number): ItemColumns {
  const widest = Math.min(MAX_LABEL, Math.max(1, ...items.map(({ label }) => width(label)))) + AROUND;
  const across = Math.max(1, Math.min(MAX_COLUMNS, Math.floor(columns / widest)));
  const groups = [...Map.groupBy(items.keys(), (index) => items[index]?.group ?? '').values()];
  const longest = Math.max(0, ...groups.map((group) => group.length + 1));
  const total = items.length + 2 * groups.length;
  let lines = Math.max(longest, Math.ceil(total / across));
  let starts = flow(groups, lines);
  while ((starts.at(-1)?.column ?? 0) >= across && lines < total) starts = flow(groups, ++lines);
  const positions: ItemPosition[] = [];
  for (const { group, column, line } of starts)
    for (const [below, index] of (groups[group] ?? []).entries())
      positions[index] = { column, line: line + 1 + below };
  return {
    across,
    lines: Math.max(0, ...positions.map(({ line }) => line + 1)),
    positions,
    headings: starts.map(({ group, column, line }) => ({
      column,
      line,
      text: items[groups[group]?.[0] ?? 0]?.group ?? '',
    })),
  };
}

/** The index of the nearest item in the next column to the left (-1) or right (1); `from` if there is none. */
export function besideItem({ positions }: ItemColumns, from: number, by: 1 | -1): number {
  const here = positions[from];
  if (here === undefined) return from;
  const beside = [...positions.entries()].filter(([, { column }]) => column === here.column + by);
  const off = ([, { line }]: (typeof beside)[number]) => Math.abs(line - here.line);
  return (
    beside.reduce<(typeof beside)[number] | undefined>(
      (best, one) => (best === undefined || off(one) < off(best) ? one : best),
      undefined,
    )?.[0] ?? from
  );
}

/** The maximum lines of the selected item's sentence. */
const HELP_LINES = 2;

/** The lines with label, hint and help of the selected item. */
function sentenceOf(item: ColumnItem | undefined, columns: number): string[] {
  if (item === undefined) return [];
  const said = [item.label, item.hint, item.disabled ?? item.help].filter(Boolean).join('  ');
  return wrap(said, Math.max(10, columns - 2)).slice(0, HELP_LINES);
}

/** The sentence with the number of lines below at the end of its last line, if there are any and it has room. */
function withMore(sentence: readonly string[], below: number, columns: number): readonly string[] {
  const last = sentence.at(-1);
  const more = `${below} more rows below`;
  if (below <= 0 || last === undefined || width(last) + width(more) + AROUND > columns) return sentence;
  return [...sentence.slice(0, -1), `${fit(last, columns - width(more) - 2)}${more}`];
}

/** At most `height` lines: the items' labels in columns by group, and the sentence of the selected item below. */
export function columnLines(
  items: readonly ColumnItem[],
  {
    columns,
    height,
    selected,
  }: { readonly columns: number; readonly height: number; readonly selected: number },
  look: Look,
): string[] {
  const { paint, glyphs } = look;
  const layout = itemColumns(items, columns);
  const each = Math.floor(columns / layout.across);
  const sentence = sentenceOf(items[selected], columns);
  const room = Math.max(1, height - sentence.length);
  const at = layout.positions[selected]?.line ?? 0;
  const top = scrollTop(0, at, room, layout.lines);
  const cells = new Map<string, string>();
  const put = ({ column, line }: ItemPosition, text: string) =>
    cells.set(`${column}.${line}`, fit(text, each, 'left', glyphs.ellipsis));
  for (const heading of layout.headings) put(heading, ` ${paint('strong', heading.text)}`);
  for (const [index, { label, hint = '', disabled }] of items.entries()) {
    const position = layout.positions[index];
    if (position === undefined) continue;
    const sign = index === selected ? paint('accent', glyphs.cursor) : ' ';
    const shown = cut(label, each - AROUND + 1, glyphs.ellipsis);
    const role = index === selected ? 'selected' : disabled === undefined ? 'text' : 'dim';
    const isRoom = width(shown) + width(hint) + AROUND + 1 <= each;
    put(position, `${sign}${paint(role, shown)}${isRoom && hint !== '' ? ` ${paint('dim', hint)}` : ''}`);
  }
  const body = Array.from({ length: Math.min(room, layout.lines - top) }, (_, row) =>
    Array.from(
      { length: layout.across },
      (_unused, column) => cells.get(`${column}.${top + row}`) ?? ' '.repeat(each),
    ).join(''),
  );
  const gap = body.length + sentence.length < height ? [''] : [];
  const below = layout.lines - top - room;
  return [...body, ...gap, ...withMore(sentence, below, columns).map((line) => ` ${paint('dim', line)}`)];
}
