/** Longer texts are not looked through to their end. */
const LONGEST = 300;

const isWordStart = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** The score of one word in a text: its letters in order are enough, together is better, at the start of a word is best. */
function wordScore(text: string, word: string): number | undefined {
  const at = text.indexOf(word);
  if (at >= 0) {
    let best = at;
    // The first place at the start of a word counts, wherever the first one of all is.
    for (let next = at; next >= 0; next = text.indexOf(word, next + 1))
      if (isWordStart(text, next)) {
        best = next;
        break;
      }
    const whole = !/[\p{L}\p{N}]/u.test(text[best + word.length] ?? ' ');
    return 1000 + (isWordStart(text, best) ? 500 : 0) + (whole ? 250 : 0) - Math.min(best, 200);
  }
  let [from, first, gaps] = [0, -1, 0];
  for (const letter of word) {
    const found = text.indexOf(letter, from);
    if (found < 0) return undefined;
    if (first < 0) first = found;
    else gaps += found - from;
    from = found + letter.length;
  }
  return 400 - Math.min(gaps * 4, 300) - Math.min(first, 90);
}

/**
 * The score of a search in a text: undefined where one of its words is not in it, otherwise the higher the better.
 * Case is ignored; of two texts that match as well the shorter one wins.
 */
export function fuzzyScore(text: string, search: string): number | undefined {
  const within = text.slice(0, LONGEST).toLowerCase();
  let total = 0;
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const score = wordScore(within, word);
    if (score === undefined) return undefined;
    total += score;
  }
  return total - Math.min(within.length, 100) / 100;
}

/** The items that a search fits, best first; all of them in their own order where nothing is searched for. */
export function fuzzyFind<T>(items: readonly T[], search: string, textOf: (item: T) => string): readonly T[] {
  if (search.trim() === '') return items;
  return items
    .flatMap((item) => {
      const score = fuzzyScore(textOf(item), search);
      return score === undefined ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
