/**
 * Edits (a letter added, dropped, replaced, or two neighbours swapped) that turn one word into the other:
 * the optimal string alignment distance.
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

/** The most characters that are compared: a longer text was pasted, not mistyped, and would cost too much. */
const LONGEST = 64;

/**
 * The known word that was probably meant by `word`, to suggest in an error: at most a third of its letters
 * differ, or it begins with `word`. Nothing when no word is that near.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word === '' || word.length > LONGEST) return undefined;
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

/** Suggests a known word at the end of a message: ` (did you mean "x"?)`; empty when none is near. */
export function suggestion(word: string, known: Iterable<string>): string {
  const found = nearest(word, known);
  return found === undefined ? '' : ` (did you mean ${JSON.stringify(found)}?)`;
}
