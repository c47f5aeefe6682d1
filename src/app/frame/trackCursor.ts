import { viewInForce } from '../../screens/inForce.ts';
import type { ListedRows } from '../../screens/list/rows.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { ViewState } from '../../store/session/viewState.ts';
import { moveTo, settle } from '../../widgets/viewport.ts';

/** Only what moves the rows of a list: the clock and notices come each second. */
const sameLook = (a: ViewState, b: ViewState): boolean =>
  a.lists === b.lists &&
  a.overlays === b.overlays &&
  a.focus === b.focus &&
  a.zoomed === b.zoomed &&
  a.toggled === b.toggled &&
  a.pageRows === b.pageRows;

/** Before the first layout nobody knows how many rows are in sight, and nothing is scrolled. */
const heightOf = (pageRows: number): number => (pageRows > 1 ? pageRows : Number.POSITIVE_INFINITY);

/**
 * Ties the cursor of the active list to the row it is on, as soon as it is there: whatever comes, goes or is
 * filtered then, a key never acts on another row than the one that was under the cursor, while that is to be seen. A
 * filter that hides it leads to the first match, past what is only there for what matches below it.
 */
export function trackCursor(cockpit: Cockpit): Disposable {
  const filters = new WeakMap<ListedRows['place'], string>();

  function keep(): void {
    const list = viewInForce(cockpit).list();
    if (!list) return;
    const { place, ids, first } = list;
    const view = place.get(cockpit);
    const isNarrowed = view.filter !== '' && view.filter !== filters.get(place);
    filters.set(place, view.filter);
    if (ids.length === 0) return;
    const height = heightOf(place.pageRows(cockpit));
    const settled = settle(view, ids, height, first);
    // Another row than the one that the cursor was on, or one that leads to matches, is not what is looked for.
    const astray = settled.cursor !== view.cursor || list.isContext(settled.index);
    const { cursor, index, top } = isNarrowed && astray ? moveTo(settled, first, ids, height) : settled;
    if (cursor !== view.cursor || index !== view.index || top !== view.top)
      place.change(cockpit, { cursor, index, top });
  }

  const unsubscribe = [
    cockpit.view.subscribe((state, earlier) => {
      if (!sameLook(state, earlier)) keep();
    }),
    cockpit.cache.store.subscribe(keep),
  ];
  return {
    [Symbol.dispose]() {
      for (const end of unsubscribe) end();
    },
  };
}
