/** The syslog priorities in words, from 0, the worst, on (RFC 5424, table 2). */
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

/** The word for a priority: `unknown` for a line that has none, or one that syslog does not know. */
export const priorityWord = (priority: number | undefined): string =>
  PRIORITY_WORDS[priority ?? -1] ?? 'unknown';
