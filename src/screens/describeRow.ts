import { mask } from '../api/mask.ts';
import { isMoment, momentMs } from '../api/moments.ts';
import { dateTime } from '../lib/format.ts';
import { type Answered } from '../store/answers.ts';
import { heading } from '../lib/textLine.ts';
import type { Description } from '../store/action/action.ts';
import type { Shown } from '../store/cockpit.ts';

const words = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const plain = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '--';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A moment as a date, where the number is one. */
function dated({ view }: Shown, name: string, value: unknown): unknown {
  const ms = typeof value === 'number' && isMoment(name) ? momentMs(value) : undefined;
  return ms === undefined ? value : dateTime(ms, view.getState().utc);
}

/** A row of which nothing is said in particular: its plain fields as facts, what is nested below, secrets masked. */
export function describeRow(cockpit: Shown, title: string, row: object): Description {
  const { answers: _, ...own } = row as Partial<Answered>;
  const entries = Object.entries(mask(undefined, own) as Record<string, unknown>);
  const isNested = (value: unknown) => typeof value === 'object' && value !== null;
  return {
    title,
    facts: entries
      .filter(([, value]) => !isNested(value))
      .map(([name, value]) => [words(name), plain(dated(cockpit, name, value))]),
    text: entries
      .filter(([, value]) => isNested(value))
      .flatMap(([name, value]) => [
        heading(words(name)),
        ...(Array.isArray(value)
          ? value.length === 0
            ? [{ text: 'none', role: 'dim' } as const]
            : value.map((item) => `  ${plain(item)}`)
          : [`  ${plain(value)}`]),
        '',
      ]),
  };
}
