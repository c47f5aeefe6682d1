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
export const priorityWord = (priority: number | undefined): PriorityWord | 'unknown' =>
  PRIORITY_WORDS[priority ?? -1] ?? 'unknown';

const LETTERS: Readonly<Record<PriorityWord, string>> = {
  emergency: 'X',
  alert: 'A',
  critical: 'C',
  error: 'E',
  warning: 'W',
  notice: 'N',
  info: 'I',
  debug: 'D',
};

/** The letter of a priority, as log lines show it; a question mark if it is missing or invalid. */
export const priorityLetter = (priority: number | undefined): string => {
  const word = PRIORITY_WORDS[priority ?? -1];
  return word === undefined ? '?' : LETTERS[word];
};
