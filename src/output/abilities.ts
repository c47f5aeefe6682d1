/** The abilities of a terminal beyond moving the cursor, erasing a line and SGR. */
export interface Abilities {
  /** Can move to a column of the same line (CHA) and end single attributes (SGR 22 to 29). */
  readonly modern: boolean;
  /** Can scroll a part of the screen by several lines (DECSTBM with SU and SD). */
  readonly scrolls: boolean;
  /** Ignores unknown OSC strings instead of printing them. */
  readonly strings: boolean;
}

/** Values of TERM for terminals that only have the abilities of a VT100. */
const OLD = /^(?:vt\d|ansi|cons\d|dumb)/;
/** The Linux console supports neither SU nor SD, and only its own OSC strings (console_codes(4)). */
const LINUX_CONSOLE = /^linux/;

/** The abilities to expect for a value of TERM. */
export function abilitiesOf(term: string | undefined): Abilities {
  if (!term || OLD.test(term)) return { modern: false, scrolls: false, strings: false };
  const more = !LINUX_CONSOLE.test(term);
  return { modern: true, scrolls: more, strings: more };
}
