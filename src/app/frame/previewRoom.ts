import type { Box, View } from '../../screens/view.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { cutsText } from '../../widgets/tableLayout.ts';

/** The room for the page of the selected row: columns beside its list or rows below it; the other is 0, or both are. */
export interface PreviewRoom {
  readonly columns: number;
  readonly rows: number;
}

/** A drawn page. */
export interface DrawnPreview extends PreviewRoom {
  /** The lines of a page beside the list; those of a page below it are part of the view's lines. */
  readonly beside: readonly string[];
}

/** No room for a page. */
export const NOWHERE: PreviewRoom = { columns: 0, rows: 0 };

/** No page. */
export const NO_PAGE: DrawnPreview = { ...NOWHERE, beside: [] };

/** A terminal with this many columns, or this many rows, has room for a list and a page. */
export const WIDE = { columns: 120, rows: 40 } as const;

/** The maximum share of the width for a page beside a list, and its minimum columns. */
const WIDTH_SHARE = 0.4;
const MIN_COLUMNS = 36;

/** The share of the height for a page below a list, and its minimum and maximum rows including its title. */
const HEIGHT_SHARE = 0.36;
const MIN_ROWS = 6;
const MAX_ROWS = 18;
/** The minimum rows that a short list leaves free for a page on a terminal that is not tall. */
const MIN_FREE = 10;
/** The minimum rows of the list above a page, including title and header. */
const MIN_LIST = 8;
/** Rows around those of the list: title, header and a blank line. */
const AROUND_ROWS = 3;

/** The columns for a page beside a list that needs `needed` columns; 0 if too few are left. */
export function columnsBeside(columns: number, needed: number): number {
  const left = Math.min(Math.floor(columns * WIDTH_SHARE), columns - needed);
  return columns >= WIDE.columns && left >= MIN_COLUMNS ? left : 0;
}

/**
 * The rows for a page below a list in an area of `height` rows; 0 if too few are left. With `rows`, the number of list rows
 * of one line each, the page also gets the space that a short list leaves.
 */
function rowsBelow(height: number, rows: number | undefined): number {
  const wanted = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.round(height * HEIGHT_SHARE)));
  if (height - wanted < MIN_LIST) return 0;
  return rows === undefined ? wanted : Math.max(wanted, height - Math.max(1, rows) - AROUND_ROWS);
}

/** The rows that a list of `rows` lines leaves free, if they are enough for a page; 0 if not. */
function freeRows(height: number, rows: number): number {
  const free = height - Math.max(1, rows) - AROUND_ROWS;
  return free >= MIN_FREE ? free : 0;
}

export const isWide = ({ view }: Shown): boolean => {
  const { columns, rows } = view.getState().size;
  return columns >= WIDE.columns || rows >= WIDE.rows;
};

/**
 * The room for a page in an area that includes the title row. A table gets the columns it needs first; the page gets those
 * that are left, or the rows below, on a tall terminal or below a short list. If the operator switched the preview on, any list has one.
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
    const columns = columnsBeside(width, view.neededColumns(cockpit, at, width, width - MIN_COLUMNS));
    if (columns > 0) return { columns, rows: 0 };
  }
  const isCut = shown === undefined || cutsText(shown.layout);
  const count = shown?.ids.length ?? Infinity;
  const takesRows = choice === true || cockpit.view.getState().size.rows >= WIDE.rows;
  const rows = takesRows
    ? rowsBelow(height, isCut ? undefined : count)
    : freeRows(height, isCut ? count * 2 : count);
  return { columns: 0, rows };
}
