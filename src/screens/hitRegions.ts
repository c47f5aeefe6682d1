import type { Shown } from '../store/cockpit.ts';
import { columnAt } from '../widgets/tableLayout.ts';
import { scroll } from '../widgets/viewport.ts';
import type { ListHandle } from './list/handle.ts';
import type { ListCache } from './list/rows.ts';
import { sortByTitle } from './list/sorting.ts';

interface RegionBase {
  /** Scrolls by some rows, down or (negative) up; the cursor moves only if it would go out of sight. */
  readonly scroll: (rows: number) => void;
  /** Moves the focus to the part of the body that contains the position, if there are several. */
  readonly takeFocus?: () => void;
}

/** The target at a position of a painted body, with its reactions to the mouse. */
export type HitRegion =
  | (RegionBase & {
      readonly kind: 'row';
      /** True if the cursor is on this row. */
      readonly isChosen: () => boolean;
      /** Puts the cursor on this row. */
      readonly choose: () => void;
    })
  | (RegionBase & {
      readonly kind: 'title';
      /** Sorts by this column, or reverses the order; returns the reason if it cannot. */
      readonly sort: () => string | undefined;
    })
  | (RegionBase & { readonly kind: 'rest' });

/**
 * Finds the target at a column and row, counted from the upper left corner of a body. Places outside of the body find
 * something that only scrolls. Rows are those that were painted, even if the data has changed since.
 */
export type HitRegions = (column: number, row: number) => HitRegion;

/** The regions of a body that does not react to the mouse. */
export const NO_REGIONS: HitRegions = () => ({ kind: 'rest', scroll: () => undefined });

/** Moves regions down by `rows`. */
export const shiftedDown =
  (rows: number, regions: HitRegions): HitRegions =>
  (column, row) =>
    regions(column, row - rows);

/** Joins the regions of two bodies beside each other; the right one begins at column `from`. */
export const sideBySide =
  (from: number, left: HitRegions, right: HitRegions): HitRegions =>
  (column, row) =>
    column < from ? left(column, row) : right(column - from, row);

/** Rows as they were painted: the ids of all, the index of the topmost one in sight, and the number of lines. */
export interface PaintedRows {
  readonly ids: readonly string[];
  readonly top: number;
  readonly height: number;
  /** The index of the row on each line; without it, each line is one row. */
  readonly at?: readonly number[];
}

/** The regions of the rows of a list. */
export function rowRegions(
  cockpit: Shown,
  handle: ListHandle,
  { ids, top, height, at }: PaintedRows,
): HitRegions {
  const rest: HitRegion = {
    kind: 'rest',
    scroll: (rows) => handle.change(cockpit, scroll(handle.get(cockpit), rows, ids, height)),
  };
  return (_column, row) => {
    const index = at === undefined ? top + row : (at[row] ?? -1);
    const id = row >= 0 && row < height ? ids[index] : undefined;
    if (id === undefined) return rest;
    return {
      ...rest,
      kind: 'row',
      isChosen: () => handle.get(cockpit).cursor === id,
      choose: () => handle.change(cockpit, { cursor: id, index, top }),
    };
  };
}

/** The regions of a table: its column titles, and its rows below them. */
export function tableRegions<Row>(
  cockpit: Shown,
  handle: ListHandle,
  { layout, all }: Pick<ListCache<Row>, 'layout' | 'all'>,
  painted: PaintedRows,
): HitRegions {
  const rows = shiftedDown(1, rowRegions(cockpit, handle, painted));
  return (column, row) => {
    const region = rows(column, row);
    const title = row === 0 ? columnAt(layout, column) : undefined;
    if (!title) return region;
    return { scroll: region.scroll, kind: 'title', sort: () => sortByTitle(cockpit, handle, all, title.id) };
  };
}
