import type { IBufferCell } from '@xterm/headless';

/** A colour as the program requested it: the terminal's default, an index of the 256-colour palette, or `#rrggbb`. */
export type Colour = undefined | number | string;

/** One cell of the screen. */
export interface Cell {
  /** Empty in the second half of a wide character. */
  readonly char: string;
  /** The width of the character in columns: 1, 2, or 0 for the second half of a wide one. */
  readonly width: number;
  readonly fg: Colour;
  readonly bg: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

function colour(isDefault: boolean, isRgb: boolean, value: number): Colour {
  if (isDefault) return undefined;
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : value;
}

/** The cell of the emulator as a plain value. */
export function cellOf(cell: IBufferCell): Cell {
  return {
    char: cell.getChars() || (cell.getWidth() === 0 ? '' : ' '),
    width: cell.getWidth(),
    fg: colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    bg: colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}
