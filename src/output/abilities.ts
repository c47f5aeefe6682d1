/** Abilities of a terminal beyond moving the cursor, erasing a line and SGR. */
export interface Abilities {
  /** Moves to a column of the same line (CHA), ends single attributes (SGR 22 to 29). */
  readonly modern: boolean;
  /** Scrolls a part of the screen by several lines (DECSTBM with SU and SD). */
  readonly scrolls: boolean;
}

/** Terminals, or what is called by their names, of which only what a VT100 knows can be expected. */
const OLD = /^(?:vt\d|ansi|cons\d|dumb)/;
/** The Linux console knows no SU and SD (console_codes(4)). */
const NO_SCROLLING = /^linux/;

/** The abilities that a value of TERM promises. */
export function abilitiesOf(term: string | undefined): Abilities {
  if (!term || OLD.test(term)) return { modern: false, scrolls: false };
  return { modern: true, scrolls: !NO_SCROLLING.test(term) };
}
