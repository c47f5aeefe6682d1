import { visible } from '../../lib/text.ts';
import { screenOf } from '../../screens/screens.ts';
import type { Box } from '../../screens/view.ts';
import type { Description } from '../../store/action/action.ts';
import { isStale } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { PAGE } from '../../store/session/screenView.ts';
import { freshList } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';

type List = NonNullable<Description['lists']>[number];

/** The fewest rows of a list: its name, its header, a row, and the count of the others. */
const LEAST_ROWS = 4;

/** Tells whether everything that a screen reads is read already, for the view below the page. */
const isRead = (cockpit: Known & Shown, view: ScreenView): boolean =>
  Object.values(screenOf(view).reads?.(view, cockpit) ?? {}).every(
    (one) => one.isOptional === true || cockpit.cache.isWatched(one),
  );

/** A list under its name; none if its data is not read at present, as a page reads nothing for it. */
function linesOf(cockpit: Known & Shown, { label, screen, scope }: List, box: Box): readonly string[] {
  const view: ScreenView = { kind: 'screen', screen, scope, list: freshList, pageRows: 1, limit: PAGE };
  if (box.height < LEAST_ROWS || !isRead(cockpit, view)) return [];
  if (isStale(cockpit.screens.slot(view), cockpit.view.getState().now)) return [];
  const { look } = cockpit;
  const rows = screenOf(view).firstRows?.(cockpit, view, { ...box, height: box.height - 1 }) ?? [];
  return rows.length === 0 ? [] : [look.paint('strong', visible(label, look.unicode)), ...rows];
}

/** The lists that belong to a thing, one below the other, as far as they fit. */
export function pageLists(
  cockpit: Known & Shown,
  { lists = [] }: Description,
  { width, height }: Box,
): readonly string[] {
  const lines: string[] = [];
  for (const list of lists) {
    const gap = lines.length > 0 ? 1 : 0;
    const more = linesOf(cockpit, list, { width, height: height - lines.length - gap });
    if (more.length > 0) lines.push(...(gap > 0 ? [''] : []), ...more);
  }
  return lines;
}
