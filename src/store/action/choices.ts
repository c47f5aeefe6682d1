import type { Choice, Choices, Field, FormTexts } from './field.ts';

/** The index at which the last of several comma-separated values begins; 0 for a field with a single value. */
const startOfValue = ({ many }: Field, text: string): number =>
  many ? text.length - (/[^,]*$/.exec(text)?.[0].trimStart().length ?? 0) : 0;

const valuesOf = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

/**
 * The rank of a choice for a typed text: 0 if it begins with the text, 1 if it contains it, 2 if its hint does;
 * undefined otherwise.
 */
function rankOf({ text, hint = '' }: Choice, typed: string): number | undefined {
  const lower = text.toLowerCase();
  if (lower.startsWith(typed)) return 0;
  if (lower.includes(typed)) return 1;
  return hint.toLowerCase().includes(typed) ? 2 : undefined;
}

/**
 * The choices of a field that match the typed text, prefix matches first. In a field of several values, only the last
 * value is matched, against choices that are not in the field yet. Paths are matched by prefix only.
 */
export function foundChoices(field: Field, texts: FormTexts, text: string): readonly Choice[] {
  const all = field.choices?.(texts).all ?? [];
  const start = startOfValue(field, text);
  const earlierValues = field.many ? valuesOf(text.slice(0, start)) : [];
  const typed = text.slice(start).toLowerCase();
  const maxRank = field.path === undefined ? 2 : 0;
  return all
    .flatMap((choice) => {
      const rank = earlierValues.includes(choice.text) ? undefined : rankOf(choice, typed);
      return rank === undefined || rank > maxRank ? [] : [{ choice, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** The text of a field after a choice was picked; in a field of several values it replaces the last one. */
export const withChoice = (field: Field, text: string, choice: Choice): string =>
  text.slice(0, startOfValue(field, text)) + choice.text;

/**
 * The choice that equals the typed text, or, for keywords, the only one that begins with it in whatever case; names of
 * objects are never abbreviated.
 */
function resolvedChoice({ all, words = false }: Choices, typed: string): Choice | undefined {
  const exact = all.find(({ text }) => text === typed);
  if (exact || !words || typed === '') return exact;
  const [only, ...others] = all.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()));
  return others.length === 0 ? only : undefined;
}

/**
 * The text of a field as it is parsed: a choice's name is replaced by the value that it stands for, an abbreviated
 * keyword by the full one, and a cluster path loses its trailing slash.
 */
export function resolvedText(field: Field, texts: FormTexts, text: string): string {
  if (field.path === 'cluster') return text.replaceAll(/(?<=[^\s,])\/+(?=\s*(?:,|$))/g, '');
  const known = field.choices?.(texts);
  if (known === undefined || !(known.words || known.all.some(({ reads }) => reads !== undefined)))
    return text;
  const read = (word: string) => {
    const choice = resolvedChoice(known, word);
    return choice?.reads ?? choice?.text ?? word;
  };
  return field.many ? valuesOf(text).map(read).join(',') : read(text.trim());
}

/** The longest common prefix of all choices. */
function commonPrefix(choices: readonly Choice[]): string {
  const [first, ...others] = choices.map(({ text }) => text);
  if (first === undefined) return '';
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

/** The text completed up to the point where the matching choices differ; undefined if that adds nothing. */
export function completed(field: Field, texts: FormTexts, text: string): string | undefined {
  if (text === '' && field.path === undefined) return undefined;
  const start = startOfValue(field, text);
  const word = text.slice(start);
  const all = foundChoices(field, texts, text).filter((choice) => choice.text.startsWith(word));
  // A choice (or a directory without its slash) that is typed in full is complete: Tab goes to the next field.
  if (all.some((choice) => choice.text === word || choice.text === `${word}/`)) return undefined;
  const longer = commonPrefix(all);
  return longer.length > word.length ? text.slice(0, start) + longer : undefined;
}
