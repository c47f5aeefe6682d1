import type { Shown } from '../store/cockpit.ts';
import { columnAt } from '../widgets/tableLayout.ts';
import { scroll } from '../widgets/viewport.ts';
import type { ListPlace } from './list/place.ts';
import type { ListCache } from './list/rows.ts';
import { sortByTitle } from './list/sorting.ts';

interface Anywhere {
  /** Moves what is seen there by some rows, down or (negative) up; the cursor comes along only where it must. */
  readonly scroll: (rows: number) => void;
  /** Gives the keys to the part of the body that it stands in, where there are several. */
  readonly take?: () => void;
}

/** The thing at a place of a painted body, and what the mouse does with it. */
export type HitRegion =
  | (Anywhere & {
      readonly kind: 'row';
      /** Tells whether the cursor is on it. */
      readonly isChosen: () => boolean;
      /** Puts the cursor on it. */
      readonly choose: () => void;
    })
  | (Anywhere & {
      readonly kind: 'title';
      /** Sorts by the column, or turns its order around; answers why not. */
      readonly sort: () => string | undefined;
    })
  | (Anywhere & { readonly kind: 'rest' });

/**
 * The spots in a body as it was painted: by column and row from its upper left corner, also for places beside
 * it, where nothing is but what scrolls. What it names is what was painted, whatever has come since.
 */
export type HitRegions = (column: number, row: number) => HitRegion;

/** A body that has nothing to point at. */
export const NO_REGIONS: HitRegions = () => ({ kind: 'rest', scroll: () => undefined });

/** The same under `rows` rows of something else. */
export const below =
  (rows: number, spots: HitRegions): HitRegions =>
  (column, row) =>
    spots(column, row - rows);

/** Two bodies beside each other, the right one from a column on. */
export const beside =
  (from: number, left: HitRegions, right: HitRegions): HitRegions =>
  (column, row) =>
    column < from ? left(column, row) : right(column - from, row);

/** Rows as they were painted: the ids of all, the index of the first one in sight, and how many there is room for. */
export interface PaintedRows {
  readonly ids: readonly string[];
  readonly top: number;
  readonly height: number;
  /** The index of the row on each line; one line is one row where it is missing. */
  readonly at?: readonly number[];
}

/** The rows of a list, the first one in sight at the top. */
export function rowRegions(
  cockpit: Shown,
  place: ListPlace,
  { ids, top, height, at }: PaintedRows,
): HitRegions {
  const rest: HitRegion = {
    kind: 'rest',
    scroll: (rows) => place.change(cockpit, scroll(place.get(cockpit), rows, ids, height)),
  };
  return (_column, row) => {
    const index = at === undefined ? top + row : (at[row] ?? -1);
    const id = row >= 0 && row < height ? ids[index] : undefined;
    if (id === undefined) return rest;
    return {
      ...rest,
      kind: 'row',
      isChosen: () => place.get(cockpit).cursor === id,
      choose: () => place.change(cockpit, { cursor: id, index, top }),
    };
  };
}

/** A table: the titles of its columns, and its rows under them. */
export function tableRegions<Row>(
  cockpit: Shown,
  place: ListPlace,
  { layout, all }: Pick<ListCache<Row>, 'layout' | 'all'>,
  painted: PaintedRows,
): HitRegions {
  const rows = below(1, rowRegions(cockpit, place, painted));
  return (column, row) => {
    const spot = rows(column, row);
    const title = row === 0 ? columnAt(layout, column) : undefined;
    if (!title) return spot;
    return { scroll: spot.scroll, kind: 'title', sort: () => sortByTitle(cockpit, place, all, title.id) };
  };
}
