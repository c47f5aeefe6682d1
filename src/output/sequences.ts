/** Enter and leave the alternate screen (mode 1049). */
export const ENTER = '\x1b[?1049h';
export const LEAVE = '\x1b[?1049l';

export const SHOW_CURSOR = '\x1b[?25h';
export const HIDE_CURSOR = '\x1b[?25l';

/** Start and end of a synchronized update (mode 2026), which supporting terminals show at once; others ignore it. */
export const FRAME_BEGINS = '\x1b[?2026h';
export const FRAME_ENDS = '\x1b[?2026l';

export const ERASE_LINE = '\x1b[2K';
