/** A size of a terminal in cells. */
interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The size of a terminal that does not know its own, as a serial line often does not. */
const USUAL: TerminalSize = { columns: 80, rows: 24 };

/**
 * The most that is laid out: about an 8K screen (7680x4320) full of letters of 8x16 dots. The kernel lets a terminal say
 * up to 65535x65535, and a frame of four thousand million cells ends in an abort.
 */
export const LARGEST: TerminalSize = { columns: 1000, rows: 300 };

const sane = (told: number | undefined, usual: number, most: number): number =>
  told !== undefined && told >= 1 ? Math.min(Math.floor(told), most) : usual;

/** The size to lay out for a terminal that reports this size, or none. */
export const sizeToDraw = ({
  columns,
  rows,
}: { readonly [K in keyof TerminalSize]?: number | undefined }): TerminalSize => ({
  columns: sane(columns, USUAL.columns, LARGEST.columns),
  rows: sane(rows, USUAL.rows, LARGEST.rows),
});
