/** The syslog priorities by name, from the most severe one (RFC 5424, table 2); lower numbers are more severe. */
export const PRIORITY = {
  emergency: 0,
  alert: 1,
  critical: 2,
  error: 3,
  warning: 4,
  notice: 5,
  info: 6,
  debug: 7,
} as const;

export type PriorityWord = keyof typeof PRIORITY;

/** The names of the priorities; the index is the number. */
export const PRIORITY_WORDS = Object.keys(PRIORITY) as readonly PriorityWord[];

/** The name of a priority; `unknown` if it is missing or invalid. */
export const priorityWord = (priority: number | undefined): string =>
  PRIORITY_WORDS[priority ?? -1] ?? 'unknown';
