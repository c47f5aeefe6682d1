/** The syslog priorities in words, from 0, the gravest, on (RFC 5424, table 2). */
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
