import type { Choice, Choices, Field, FormTexts } from './field.ts';

/** Where the last of several values begins that are separated by commas. */
const startOfWord = ({ many }: Field, text: string): number =>
  many ? text.length - (/[^,]*$/.exec(text)?.[0].trimStart().length ?? 0) : 0;

const wordsOf = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

/** The degree to which a choice fits what was typed: by its beginning, by what is in it, or by what is said of it; else not at all. */
function rank({ text, hint = '' }: Choice, typed: string): number | undefined {
  const lower = text.toLowerCase();
  if (lower.startsWith(typed)) return 0;
  if (lower.includes(typed)) return 1;
  return hint.toLowerCase().includes(typed) ? 2 : undefined;
}

/**
 * The choices of a field that fit what was typed, those that begin so first. Of several values the last is looked for
 * among those that are not there yet; a path is completed, not searched.
 */
export function foundChoices(field: Field, texts: FormTexts, text: string): readonly Choice[] {
  const all = field.choices?.(texts).all ?? [];
  const start = startOfWord(field, text);
  const there = field.many ? wordsOf(text.slice(0, start)) : [];
  const typed = text.slice(start).toLowerCase();
  const most = field.path === undefined ? 2 : 0;
  return all
    .flatMap((choice) => {
      const fit = there.includes(choice.text) ? undefined : rank(choice, typed);
      return fit === undefined || fit > most ? [] : [{ choice, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ choice }) => choice);
}

/** The text of a field once a choice is taken: of several values the last is replaced. */
export const taken = (field: Field, text: string, choice: Choice): string =>
  text.slice(0, startOfWord(field, text)) + choice.text;

/**
 * The choice that is typed out, or the one word that begins as was typed, in whatever case: the name of a thing is typed
 * out always.
 */
function meant({ all, words = false }: Choices, typed: string): Choice | undefined {
  const exact = all.find(({ text }) => text === typed);
  if (exact || !words || typed === '') return exact;
  const [only, ...others] = all.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()));
  return others.length === 0 ? only : undefined;
}

/**
 * The part of a field's text that is read: a name that stands for a number is that number, the beginning of a word is the word,
 * a directory goes without its slash.
 */
export function readAs(field: Field, texts: FormTexts, text: string): string {
  if (field.path === 'cluster') return text.replaceAll(/(?<=[^\s,])\/+(?=\s*(?:,|$))/g, '');
  const known = field.choices?.(texts);
  if (known === undefined || !(known.words || known.all.some(({ reads }) => reads !== undefined)))
    return text;
  const read = (word: string) => {
    const choice = meant(known, word);
    return choice?.reads ?? choice?.text ?? word;
  };
  return field.many ? wordsOf(text).map(read).join(',') : read(text.trim());
}

/** The longest beginning that all choices have in common. */
function common(choices: readonly Choice[]): string {
  const [first, ...others] = choices.map(({ text }) => text);
  if (first === undefined) return '';
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

/** The text completed as far as there is but one way to go on; nothing where that leads no further. */
export function completed(field: Field, texts: FormTexts, text: string): string | undefined {
  if (text === '' && field.path === undefined) return undefined;
  const start = startOfWord(field, text);
  const word = text.slice(start);
  const all = foundChoices(field, texts, text).filter((choice) => choice.text.startsWith(word));
  // A directory that is typed out is one: Tab goes on to the next field.
  if (all.some((choice) => choice.text === word || choice.text === `${word}/`)) return undefined;
  const longer = common(all);
  return longer.length > word.length ? text.slice(0, start) + longer : undefined;
}
