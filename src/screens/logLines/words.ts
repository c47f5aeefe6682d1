import type { LogEvent } from '../../api/contract/logs.ts';
import type { Look, Role } from '../../lib/look.ts';
import { priorityLetter, priorityWord, type PriorityWord } from '../../lib/priority.ts';

const ROLES: Readonly<Record<PriorityWord | 'unknown', Role>> = {
  emergency: 'danger',
  alert: 'danger',
  critical: 'error',
  error: 'error',
  warning: 'warn',
  notice: 'text',
  info: 'text',
  debug: 'dim',
  unknown: 'text',
};

/** The letter, word and role of a line's priority; a question mark if it has none or an unknown one. */
export function priorityOf({ p }: LogEvent) {
  const word = priorityWord(p);
  return { letter: priorityLetter(p), word, role: ROLES[word] };
}

/** The number of lines in a row, behind its text; empty for a single line. */
export const timesText = (look: Look, count: number): string =>
  count < 2 ? '' : ` ${look.unicode ? '×' : 'x'}${count}`;
