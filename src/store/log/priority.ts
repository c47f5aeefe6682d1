import { PRIORITY } from '../../lib/priority.ts';

/** The syslog priority from which on a line is a warning or worse. */
export const WARNING = PRIORITY.warning;
