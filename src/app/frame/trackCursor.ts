import { activeView } from '../../screens/activeView.ts';
import type { ListedRows } from '../../screens/list/rows.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { ViewState } from '../../store/session/viewState.ts';
import { moveTo, settle } from '../../widgets/viewport.ts';

/** True if nothing changed that can move the rows of a list; the clock and notices change every second. */
const sameRows = (a: ViewState, b: ViewState): boolean =>
  a.lists === b.lists &&
  a.overlays === b.overlays &&
  a.focus === b.focus &&
  a.zoomed === b.zoomed &&
  a.toggled === b.toggled &&
  a.pageRows === b.pageRows;

/** The number of visible rows. Before the first layout it is unknown, and the list must not scroll. */
const heightOf = (pageRows: number): number => (pageRows > 1 ? pageRows : Number.POSITIVE_INFINITY);

/**
 * Ties the cursor of the active list to the id of its row: when rows are added, removed or filtered, the cursor stays on
 * the same row as long as that is visible. If a filter hides it, the cursor moves to the first match, skipping rows that
 * are shown only because a row below them matches.
 */
export function trackCursor(cockpit: Cockpit): Disposable {
  const filters = new WeakMap<ListedRows['handle'], string>();

  function keep(): void {
    const list = activeView(cockpit).list();
    if (!list) return;
    const { handle, ids, first } = list;
    const view = handle.get(cockpit);
    const isNarrowed = view.filter !== '' && view.filter !== filters.get(handle);
    filters.set(handle, view.filter);
    if (ids.length === 0) return;
    const height = heightOf(handle.pageRows(cockpit));
    const settled = settle(view, ids, height, first);
    // The filter hid the cursor's row, or left it only as a parent of matching rows.
    const astray = settled.cursor !== view.cursor || list.isContext(settled.index);
    const { cursor, index, top } = isNarrowed && astray ? moveTo(settled, first, ids, height) : settled;
    if (cursor !== view.cursor || index !== view.index || top !== view.top)
      handle.change(cockpit, { cursor, index, top });
  }

  const unsubscribe = [
    cockpit.view.subscribe((state, earlier) => {
      if (!sameRows(state, earlier)) keep();
    }),
    cockpit.cache.store.subscribe(keep),
  ];
  return {
    [Symbol.dispose]() {
      for (const end of unsubscribe) end();
    },
  };
}
