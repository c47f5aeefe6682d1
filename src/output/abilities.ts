/** Abilities of a terminal beyond moving the cursor, erasing a line and SGR. */
export interface Abilities {
  /** Moves to a column of the same line (CHA), ends single attributes (SGR 22 to 29). */
  readonly modern: boolean;
  /** Scrolls a part of the screen by several lines (DECSTBM with SU and SD). */
  readonly scrolls: boolean;
  /** Leaves out strings for it (OSC) that it does not know. */
  readonly strings: boolean;
}

/** Terminals, or what is called by their names, of which only what a VT100 knows can be expected. */
const OLD = /^(?:vt\d|ansi|cons\d|dumb)/;
/** The Linux console knows no SU and SD, and of OSC only its own (console_codes(4)). */
const LINUX_CONSOLE = /^linux/;

/** The abilities that a value of TERM promises. */
export function abilitiesOf(term: string | undefined): Abilities {
  if (!term || OLD.test(term)) return { modern: false, scrolls: false, strings: false };
  const more = !LINUX_CONSOLE.test(term);
  return { modern: true, scrolls: more, strings: more };
}
