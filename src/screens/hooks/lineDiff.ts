import { diffArrays } from 'diff';

/** A line of a diff: in both texts, only in the old one, or only in the new one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A diff of two texts. */
export interface LineDiff {
  readonly lines: readonly DiffLine[];
  /** False if too much differs: everything between the common start and the common end is then removed and added. */
  readonly isMinimal: boolean;
}

/** The most changed lines that are compared. Comparing takes time in proportion to it, about 0.1 s for this many. */
const MAX_EDITS = 1000;

/** The number of lines that two texts have in common from their start. */
function commonStart(before: readonly string[], after: readonly string[]): number {
  const end = before.findIndex((line, index) => line !== after[index]);
  return end === -1 ? before.length : end;
}

/** The line diff from the old text to the new one; within a change, removed lines come first. */
export function lineDiff(before: readonly string[], after: readonly string[]): LineDiff {
  const runs = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  const lines = (kind: DiffLine['kind'], texts: readonly string[]) =>
    texts.map((text): DiffLine => ({ kind, text }));
  if (runs)
    return {
      isMinimal: true,
      lines: runs.flatMap(({ value, removed, added }) =>
        lines(removed ? 'removed' : added ? 'added' : 'same', value),
      ),
    };
  const start = commonStart(before, after);
  const [old, fresh] = [before.slice(start), after.slice(start)];
  const end = commonStart(old.toReversed(), fresh.toReversed());
  return {
    isMinimal: false,
    lines: [
      ...lines('same', before.slice(0, start)),
      ...lines('removed', old.slice(0, old.length - end)),
      ...lines('added', fresh.slice(0, fresh.length - end)),
      ...lines('same', old.slice(old.length - end)),
    ],
  };
}

/** A line of a shortened diff, or the number of unchanged lines omitted at this place. */
export type DiffPart = DiffLine | { readonly kind: 'skipped'; readonly count: number };

/**
 * The changed lines with up to `around` unchanged lines of context on each side; other unchanged lines become a count.
 */
export function withContext(lines: readonly DiffLine[], around: number): DiffPart[] {
  const near = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') near.fill(1, Math.max(0, index - around), index + around + 1);
  const parts: DiffPart[] = [];
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    if (near[index] === 1) parts.push(line);
    else if (last?.kind === 'skipped') parts[parts.length - 1] = { kind: 'skipped', count: last.count + 1 };
    else parts.push({ kind: 'skipped', count: 1 });
  }
  return parts;
}
