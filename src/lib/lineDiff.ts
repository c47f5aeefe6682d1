import { diffArrays } from 'diff';

/** A line of a diff: in both texts, only in the old one, or only in the new one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The largest edit distance that is computed; beyond it, the diff removes every old line and adds every new one. */
const MAX_EDITS = 1000;

/** A minimal line diff from the old text to the new one; within a change, removed lines come first. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return runs.flatMap(({ value, removed, added }) => {
    const kind = removed ? 'removed' : added ? 'added' : 'same';
    return value.map((text): DiffLine => ({ kind, text }));
  });
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
