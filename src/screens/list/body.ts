import type { Look } from '../../lib/look.ts';
import { fit, visible } from '../../lib/text.ts';
import { type Level, worstOf } from '../../store/answers/level.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { cutsText, layoutColumns } from '../../widgets/tableLayout.ts';
import { type PaintedTable, paintTable, type TableView } from '../../widgets/tableLines.ts';
import { settle } from '../../widgets/viewport.ts';
import { changeSign } from '../changes.ts';
import { tableRegions } from '../hitRegions.ts';
import { levelRole } from '../levels.ts';
import type { Drawing } from '../view.ts';
import { favouriteTest, type FavouriteSource } from './favourite.ts';
import type { ListHandle } from './handle.ts';
import { type ListCache, type ListRows, troubleOf } from './rows.ts';
import { activeSortLetters } from './sorting.ts';
import { emptyText } from './title.ts';

/** The parts of a list that its body needs. */
type BodyList<Row> = Pick<ListRows<Row>, 'handle' | 'empty'> &
  Partial<Pick<ListRows<Row>, 'level' | 'trouble' | 'fine' | 'subjects'>>;

/** Body rows below which another row is worth more than a count of the hidden rows. */
const MIN_COUNTED = 4;

/**
 * Number of list rows in sight under the header of a body. If a list with words for fine rows does not fit on the deck,
 * one line goes to the count of the hidden rows.
 */
function rowsInSight(
  cockpit: Shown,
  { handle, fine }: { readonly handle: ListHandle; readonly fine?: unknown },
  { rows, height }: { readonly rows: number; readonly height: number },
): number {
  const isCounted =
    fine !== undefined && handle.inDeck(cockpit) && height >= MIN_COUNTED && rows > height - 1;
  return Math.max(1, height - (isCounted ? 2 : 1));
}

/** "2 more DOWN in, 58 OSDs up": a count of the given rows by their trouble. */
function countText<Row>({ look }: Shown, list: BodyList<Row>, rows: readonly Row[]): string {
  const { level = (): Level => 'ok', trouble, fine } = list;
  const isFine = (row: Row) => level(row) === 'ok';
  const bad = rows.filter((row) => !isFine(row));
  const kinds = Map.groupBy(bad, (row) => troubleOf({ level, trouble }, row).word);
  const fineRows = rows.filter(isFine);
  const counts = [
    ...[...kinds].map(([word, all]) => ({
      role: levelRole(worstOf(all.map(level))),
      text: `${all.length} ${visible(word, look.unicode)}`,
    })),
    ...(fineRows.length === 0
      ? []
      : [{ role: 'dim' as const, text: fine?.(fineRows) ?? `${fineRows.length} fine` }]),
  ];
  return counts
    .map(({ role, text }, index) => look.paint(role, index === 0 ? text.replace(/^\d+/, '$& more') : text))
    .join(look.paint('dim', ', '));
}

/** Like `countText` for the rows from an index on, but cached: there may be thousands of rows and a frame each second. */
function countFrom<Row>(cockpit: Shown, list: BodyList<Row>, cache: ListCache<Row>, from: number): string {
  const { rows } = cache.shown;
  if (cache.counted?.rows !== rows || cache.counted.from !== from)
    cache.counted = { rows, from, text: countText(cockpit, list, rows.slice(from)) };
  return cache.counted.text;
}

/** The signs in front of rows: changed during the absence, or a favourite. */
function signsOf<Row extends object>(
  cockpit: Known & Shown,
  list: BodyList<Row> & Partial<FavouriteSource<Row>>,
) {
  const { subjects, scope, rowId } = list;
  const isFavourite = scope && rowId && favouriteTest(cockpit, { ...list, scope, rowId });
  const { look } = cockpit;
  const star = look.paint('dim', look.glyphs.favourite);
  return (row: Row) =>
    (subjects && changeSign(cockpit, subjects(row))) ?? (isFavourite?.(row) ? star : undefined);
}

/**
 * Paints the rows in sight. Where the rows below are counted and a text of a row in trouble is cut, fine rows give way to its
 * other lines.
 */
function paintRows<Row>(
  table: TableView<Row>,
  list: Pick<BodyList<Row>, 'level'>,
  cache: ListCache<Row>,
  { look, isCounted }: { readonly look: Look; readonly isCounted: boolean },
): PaintedTable<Row> {
  const painted = paintTable(table, cache.line, look);
  const { level } = list;
  if (!isCounted || level === undefined || table.top > 0 || !cutsText(painted.layout)) return painted;
  const inSight = table.rows.slice(0, table.height - 1);
  const bad = inSight.filter((row) => level(row) !== 'ok').length;
  const needed = Math.max(bad, table.selected + 1);
  if (bad === 0 || needed >= inSight.length) return painted;
  const least = { ...table, layout: painted.layout, rows: inSight.slice(0, needed) };
  const { lines } = paintTable(least, cache.line, look);
  const rows = inSight.slice(0, needed + table.height - lines.length);
  return paintTable({ ...least, rows }, cache.line, look);
}

/** The lines of a list: its header, the rows in sight, and on the deck a count of the rows below. */
export function listBody<Row extends object>(
  cockpit: Known & Shown,
  list: BodyList<Row> & Partial<FavouriteSource<Row>>,
  cache: ListCache<Row>,
  { box, focused, onRegions, onListRows }: Omit<Drawing, 'zoomed'>,
): readonly string[] {
  const { handle, empty } = list;
  if (cache.layout.width !== box.width) cache.layout = layoutColumns(cache.columns, box.width);
  const view = handle.get(cockpit);
  const { rows } = cache.shown;
  const height = rowsInSight(cockpit, list, { rows: rows.length, height: box.height });
  onListRows?.(height);
  const { index, top } = settle(view, cache.shown.ids, height);
  const isCounted = height < box.height - 1 && box.height > 1;
  const { lines, at, layout } = paintRows(
    {
      layout: cache.layout,
      rows,
      top,
      selected: focused ? index : -1,
      signOf: signsOf(cockpit, list),
      sort: view.sort,
      letters: focused ? activeSortLetters(cockpit) : undefined,
      empty: emptyText(
        cockpit,
        { handle, empty: typeof empty === 'string' ? empty : empty(cockpit) },
        cache.shown,
      ),
      height: Math.min(box.height, height + 1),
    },
    list,
    cache,
    { look: cockpit.look, isCounted },
  );
  cache.layout = layout;
  onRegions?.(tableRegions(cockpit, handle, cache, { ids: cache.shown.ids, top, height, at }));
  if (!isCounted) return lines;
  // Only a list with rows is counted.
  const below = at.at(-1)! + 1;
  const last =
    rows.length > below
      ? countFrom(cockpit, list, cache, below)
      : cockpit.look.paint('dim', `${rows.length - height} more above`);
  return [...lines, fit(` ${last}`, box.width, 'left', cockpit.look.glyphs.ellipsis)];
}
