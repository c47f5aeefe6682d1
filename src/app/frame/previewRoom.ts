import type { Box, View } from '../../screens/view.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { cutsText } from '../../widgets/tableLayout.ts';

/** The room for the page of the row under the cursor, beside its list or below it; 0 where it does not stand there. */
export interface PreviewRoom {
  readonly columns: number;
  readonly rows: number;
}

/** A page as it was drawn: beside the list its lines stand apart, below it among those of the list. */
export interface DrawnPreview extends PreviewRoom {
  readonly beside: readonly string[];
}

/** Where none stands. */
export const NOWHERE: PreviewRoom = { columns: 0, rows: 0 };

/** No page. */
export const NO_PAGE: DrawnPreview = { ...NOWHERE, beside: [] };

/** A terminal with as many columns, or as many rows, has room for a list and a page. */
export const WIDE = { columns: 120, rows: 40 } as const;

/** The most of the width that a page beside a list has, and its least columns. */
const WIDTH_SHARE = 0.4;
const LEAST_COLUMNS = 36;

/** The share of the height that a page below a list has, and its least and most rows, with its title. */
const HEIGHT_SHARE = 0.36;
const LEAST_ROWS = 6;
const MOST_ROWS = 18;
/** The list above keeps at least this many rows, with title and header. */
const LEAST_LIST = 8;
/** Its title, its header and a blank line stand around the rows of the list. */
const AROUND_ROWS = 3;

/** Columns beside a list that needs so many; none where too few are left. */
export function columnsBeside(columns: number, needed: number): number {
  const left = Math.min(Math.floor(columns * WIDTH_SHARE), columns - needed);
  return columns >= WIDE.columns && left >= LEAST_COLUMNS ? left : 0;
}

/** Rows below a list of so many in `height` rows; what a list leaves whose rows take one line each belongs to the page. */
function rowsBelow(height: number, rows: number | undefined): number {
  const wanted = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.round(height * HEIGHT_SHARE)));
  if (height - wanted < LEAST_LIST) return 0;
  return rows === undefined ? wanted : Math.max(wanted, height - Math.max(1, rows) - AROUND_ROWS);
}

export const isWide = ({ view }: Shown): boolean => {
  const { columns, rows } = view.getState().size;
  return columns >= WIDE.columns || rows >= WIDE.rows;
};

/**
 * The room for a page in an area with the title in its first row. The columns of a table have what they need first; what they
 * leave is the page's, or else the rows below on a high terminal. Where that was chosen, any list has one.
 */
export function previewRoom<At>(
  cockpit: Known & Shown,
  { preview: choice, map }: ListState,
  { width, height }: Box,
  view: Pick<View<At>, 'describe' | 'list' | 'neededColumns'>,
  at: At,
): PreviewRoom {
  if (choice === false || view.describe === undefined || !isWide(cockpit)) return NOWHERE;
  const isTable = view.neededColumns !== undefined && map === undefined;
  if (!isTable && choice !== true) return NOWHERE;
  const shown = view.list?.(cockpit, at);
  if (isTable) {
    if (shown?.ids.length === 0) return NOWHERE;
    const columns = columnsBeside(width, view.neededColumns(cockpit, at, width));
    if (columns > 0) return { columns, rows: 0 };
    if (choice !== true && cockpit.view.getState().size.rows < WIDE.rows) return NOWHERE;
  }
  const isLong = shown === undefined || cutsText(shown.layout);
  return { columns: 0, rows: rowsBelow(height, isLong ? undefined : shown.ids.length) };
}
