/** The number of characters of a text that are searched. */
const MAX_LENGTH = 300;

/** The highest score of letters that are not next to each other; words score twice as high or more. */
const MAX_SCATTERED = 400;

const isWordStart = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/**
 * The score of one search word in a text: lowest for its letters in order, higher for a contiguous match, highest for a
 * match at the start of a word. Undefined without a match.
 */
function wordScore(text: string, word: string): number | undefined {
  const at = text.indexOf(word);
  if (at >= 0) {
    let best = at;
    // Prefer the first match at the start of a word over an earlier match inside a word.
    for (let next = at; next >= 0; next = text.indexOf(word, next + 1))
      if (isWordStart(text, next)) {
        best = next;
        break;
      }
    const isWholeWord = !/[\p{L}\p{N}]/u.test(text[best + word.length] ?? ' ');
    return 1000 + (isWordStart(text, best) ? 500 : 0) + (isWholeWord ? 250 : 0) - Math.min(best, 200);
  }
  let [from, first, gaps] = [0, -1, 0];
  for (const letter of word) {
    const found = text.indexOf(letter, from);
    if (found < 0) return undefined;
    if (first < 0) first = found;
    else gaps += found - from;
    from = found + letter.length;
  }
  return MAX_SCATTERED - Math.min(gaps * 4, 300) - Math.min(first, 90);
}

/** The words of a search, in lower case. */
export const searchWords = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

/** The score of words in a text, and true if it has each of them as it is; undefined if it lacks the letters of one. */
function match(text: string, words: readonly string[]): { score: number; hasWords: boolean } | undefined {
  const searched = text.slice(0, MAX_LENGTH).toLowerCase();
  let total = 0;
  let hasWords = true;
  for (const word of words) {
    const score = wordScore(searched, word);
    if (score === undefined) return undefined;
    total += score;
    hasWords &&= score > MAX_SCATTERED;
  }
  return { score: total - Math.min(searched.length, 100) / 100, hasWords };
}

/**
 * The score of a search in a text, ignoring case: higher is better, undefined if one of its words does not match. Of
 * two texts that match equally well, the shorter one scores higher.
 */
export const fuzzyScore = (text: string, search: string): number | undefined =>
  match(text, searchWords(search))?.score;

/**
 * The items that match a search, best first; all items in their original order if the search is blank. Scattered letters count
 * only if no item has the words themselves: the letters of `stor-06` are also in most serial numbers of other servers.
 */
export function fuzzyFind<T>(items: readonly T[], search: string, textOf: (item: T) => string): readonly T[] {
  const words = searchWords(search);
  if (words.length === 0) return items;
  const found = items.flatMap((item) => {
    const matched = match(textOf(item), words);
    return matched === undefined ? [] : [{ item, ...matched }];
  });
  const exact = found.filter(({ hasWords }) => hasWords);
  return (exact.length > 0 ? exact : found).toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}
