import { fit, visible } from '../../lib/text.ts';
import { descriptionLines } from '../../screens/description/descriptionLines.ts';
import { screenOf } from '../../screens/screens.ts';
import type { Box } from '../../screens/view.ts';
import type { Description } from '../../store/action/action.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { isStale } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { freshScreen } from '../../store/session/view.ts';

type DescribedLists = NonNullable<Description['lists']>;
type List = DescribedLists[number];

/** The fewest rows of a list: its name, its header, a row, and the count of the others. */
const MIN_ROWS = 4;
/** A page of this width has two columns of lists, with a gap between them. */
const TWO_COLUMNS = 150;
const GAP = 2;

const readsOf = (cockpit: Known & Shown, list: List): readonly Resource[] => {
  const view = freshScreen(list.screen, list.scope);
  return Object.values(screenOf(view).reads?.(view, cockpit) ?? {});
};

/** A list under its name; none while its data is not known, or old. */
function linesOf(cockpit: Known & Shown, list: List, box: Box): readonly string[] {
  if (box.height < MIN_ROWS) return [];
  const view = freshScreen(list.screen, list.scope);
  if (isStale(cockpit.screens.slot(view), cockpit.view.getState().now)) return [];
  const { look } = cockpit;
  const screen = screenOf(view);
  const rows = screen.firstRows?.(cockpit, view, { ...box, height: box.height - 1 }) ?? [];
  return rows.length === 0
    ? []
    : [look.paint('strong', visible(list.label ?? screen.title, look.unicode)), ...rows];
}

/** Lists one below the other, as far as they fit; each leaves the next ones their share. */
function stacked(cockpit: Known & Shown, lists: DescribedLists, { width, height }: Box): readonly string[] {
  const lines: string[] = [];
  for (const [index, list] of lists.entries()) {
    const gap = lines.length > 0 ? 1 : 0;
    const left = height - lines.length - gap;
    const share = Math.min(left, Math.max(MIN_ROWS, Math.floor(left / (lists.length - index))));
    const more = linesOf(cockpit, list, { width, height: share });
    if (more.length > 0) lines.push(...(gap > 0 ? [''] : []), ...more);
  }
  return lines;
}

/** Rows that are left to the log of an object below the lists that belong to it. */
const LOG_ROWS = 8;

/** The room that a page leaves for the lists that belong to its object. */
export function roomForLists({ look }: Shown, { log = [], ...above }: Description, box: Box): Box {
  const taken = descriptionLines(look, above, box.width).length + 1;
  const forLog = log.length > 0 ? LOG_ROWS : 0;
  return { ...box, height: box.height - taken - forLog };
}

/** The lists that belong to an object, as far as they fit: one below the other, on a wide page in two columns. */
export function pageLists(cockpit: Known & Shown, { lists = [] }: Description, box: Box): readonly string[] {
  const shown = lists.filter((list) => linesOf(cockpit, list, box).length > 0);
  if (shown.length < 2 || box.width < TWO_COLUMNS) return stacked(cockpit, shown, box);
  const half = { ...box, width: Math.floor((box.width - GAP) / 2) };
  const side = (odd: number) =>
    stacked(
      cockpit,
      shown.filter((_, index) => index % 2 === odd),
      half,
    );
  const [left, right] = [side(0), side(1)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) =>
    right[row] === undefined
      ? (left[row] ?? '')
      : `${fit(left[row] ?? '', half.width)}${' '.repeat(GAP)}${right[row]}`,
  );
}

/** The data of as many lists of a page as have room on it. */
export function pageListReads(
  cockpit: Known & Shown,
  { lists = [] }: Description,
  { width, height }: Box,
): readonly Resource[] {
  const each = Math.max(0, Math.floor((height + 1) / (MIN_ROWS + 1)));
  const room = width < TWO_COLUMNS ? each : 2 * each;
  return lists.slice(0, room).flatMap((list) => readsOf(cockpit, list));
}
