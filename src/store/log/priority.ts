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

/** The syslog severities `error`, `warning` and `info`; lower numbers are more severe. */
export const ERROR = 3;
export const WARNING = 4;
export const INFO = 6;

/** The name of a priority; `unknown` if it is missing or invalid. */
export const priorityWord = (priority: number | undefined): string =>
  PRIORITY_WORDS[priority ?? -1] ?? 'unknown';
