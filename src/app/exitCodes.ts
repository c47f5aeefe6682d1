/** A command line, a configuration or a terminal that the program cannot work with. */
export const USAGE = 2;
/** The program itself failed: EX_SOFTWARE of sysexits.h. */
export const CRASHED = 70;
