import { diffArrays } from 'diff';

/** A line of a difference: in both texts, only in the old one, or only in the new one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Texts that differ in more lines than this are shown as all removed and all added: nobody compares them line by line. */
const MAX_EDITS = 1000;

/** The lines to remove and to add to make the old text the new one: as few as possible, removed ones first. */
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

/** A line of a shortened difference, or the number of unchanged lines left out there. */
export type DiffPart = DiffLine | { readonly kind: 'skipped'; readonly count: number };

/** The changed lines with `around` unchanged ones before and after them; longer unchanged runs become a count. */
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
