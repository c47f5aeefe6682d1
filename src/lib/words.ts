/** `1 host`, `3 hosts`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Names as a list in a sentence: `a, b, c`; beyond `most` names, the first ones and the number of the others. */
export function listed(names: readonly string[], most = 20): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `yes` or `no` for a known boolean, and a note that it is not known otherwise. */
export const eitherWord = (is: boolean | undefined, yes: string, no: string): string =>
  is === undefined ? 'not known' : is ? yes : no;
