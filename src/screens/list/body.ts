import type { Shown } from '../../store/cockpit.ts';
import { layoutColumns } from '../../widgets/table.ts';
import { tableLines } from '../../widgets/tableLines.ts';
import { settle } from '../../widgets/viewport.ts';
import type { ListPlace } from './place.ts';
import type { ListCache } from './rows.ts';
import { emptyText } from './title.ts';
import { lettersInForce } from './sorting.ts';
import type { Drawing } from '../view.ts';
import { tableRegions } from '../hitRegions.ts';

/** The lines of a list: its header and the rows in sight. */
export function listBody<Row extends object>(
  cockpit: Shown,
  place: ListPlace,
  kept: ListCache<Row>,
  { box, focused, empty, onRegions }: Omit<Drawing, 'zoomed'> & { readonly empty: string },
): readonly string[] {
  if (kept.layout.width !== box.width) kept.layout = layoutColumns(kept.columns, box.width);
  const view = place.get(cockpit);
  const { index, top } = settle(view, kept.shown.ids, box.height - 1);
  onRegions?.(tableRegions(cockpit, place, kept, { ids: kept.shown.ids, top, height: box.height - 1 }));
  return tableLines(
    {
      layout: kept.layout,
      rows: kept.shown.rows,
      top,
      selected: focused ? index : -1,
      sort: view.sort,
      letters: focused ? lettersInForce(cockpit) : undefined,
      empty: emptyText(cockpit, { place, empty }, kept.shown),
      height: box.height,
    },
    kept.line,
    cockpit.look,
  );
}
