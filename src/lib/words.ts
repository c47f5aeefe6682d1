/** `1 host`, `3 hosts`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Names in a sentence, all of them: `a, b, c`; of very many the first, and how many more there are. */
export function listed(names: readonly string[], most = 20): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** One of two words by what is told, or that it is not. */
export const eitherWord = (is: boolean | undefined, yes: string, no: string): string =>
  is === undefined ? 'not told' : is ? yes : no;
