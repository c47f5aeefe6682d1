/**
 * The optimal string alignment distance: the number of edits (a letter inserted, deleted or replaced, or two adjacent
 * letters swapped) that turn one word into the other.
 */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

/** The longest word that is compared: a longer text was pasted rather than mistyped, and comparing it is slow. */
const MAX_LENGTH = 64;

/**
 * The known word that `word` is probably a typo of, to suggest in an error message: at most a third of the letters
 * differ, or it begins with `word`. Undefined if no word is that similar.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word === '' || word.length > MAX_LENGTH) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestEdits = Math.max(1, Math.floor(word.length / 3)) + 1;
  let completion: string | undefined;
  for (const candidate of known) {
    const edits = distance(lower, candidate.toLowerCase());
    if (edits < bestEdits) {
      best = candidate;
      bestEdits = edits;
    }
    if (lower.length > 1 && candidate.toLowerCase().startsWith(lower)) completion ??= candidate;
  }
  return best ?? completion;
}

/** A suffix for an error message that suggests a known word: ` (did you mean "x"?)`; empty if none is similar. */
export function suggestion(word: string, known: Iterable<string>): string {
  const found = nearest(word, known);
  return found === undefined ? '' : ` (did you mean ${JSON.stringify(found)}?)`;
}
