import { mask } from '../../api/mask.ts';
import { heading } from '../../lib/textLine.ts';
import type { Description } from '../../store/action/action.ts';
import { type Answered } from '../../store/answers/rowAnswers.ts';
import type { Shown } from '../../store/cockpit.ts';
import { fieldWords, isNested, valueLines, valueWords } from './valueLines.ts';

/** Describes a row generically: its plain fields as facts, nested values below as text, secrets masked. */
export function describeRow(cockpit: Shown, title: string, row: object): Description {
  const { answers: _, ...own } = row as Partial<Answered>;
  const entries = Object.entries(mask(undefined, own) as Record<string, unknown>);
  return {
    title,
    facts: entries
      .filter(([, value]) => !isNested(value))
      .map(([name, value]) => [fieldWords(name), valueWords(cockpit, name, value)]),
    text: entries.flatMap(([name, value]) =>
      isNested(value) ? [heading(fieldWords(name)), ...valueLines(cockpit, value), ''] : [],
    ),
  };
}
