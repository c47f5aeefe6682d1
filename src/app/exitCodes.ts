/** The command line, the configuration or the terminal is unusable. */
export const USAGE = 2;
/** An internal error: EX_SOFTWARE from sysexits.h. */
export const CRASHED = 70;
