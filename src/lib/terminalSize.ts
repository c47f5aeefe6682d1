/** The size of a terminal in cells. */
interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The size that is assumed for a terminal that reports none, as is common on a serial line. */
const DEFAULT: TerminalSize = { columns: 80, rows: 24 };

/** The smallest size that the deck is laid out for; on a smaller terminal the frame is cut off. */
export const SMALLEST: TerminalSize = { columns: 60, rows: 16 };

/**
 * The largest size that is laid out: about an 8K screen (7680x4320) with 8x16 pixel characters. The kernel accepts
 * sizes up to 65535x65535, and a frame of four billion cells would run out of memory.
 */
export const LARGEST: TerminalSize = { columns: 1000, rows: 300 };

const clamped = (reported: number | undefined, fallback: number, max: number): number =>
  reported !== undefined && reported >= 1 ? Math.min(Math.floor(reported), max) : fallback;

/** The size to lay out for a terminal that reports this size, or no size. */
export const sizeToDraw = ({
  columns,
  rows,
}: { readonly [K in keyof TerminalSize]?: number | undefined }): TerminalSize => ({
  columns: clamped(columns, DEFAULT.columns, LARGEST.columns),
  rows: clamped(rows, DEFAULT.rows, LARGEST.rows),
});
