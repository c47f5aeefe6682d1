/** The names of the syslog priorities, from 0, the most severe (RFC 5424, table 2). */
export const PRIORITY_WORDS = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
] as const;

/** The name of a priority; `unknown` if it is missing or invalid. */
export const priorityWord = (priority: number | undefined): string =>
  PRIORITY_WORDS[priority ?? -1] ?? 'unknown';
