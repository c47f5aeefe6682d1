/** A line of a difference: as it was and is, only as it was, or only as it is. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Lines beyond this many changes are shown as all removed and all added: nobody compares them one by one. */
const MOST_CHANGES = 500;

const marked = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] =>
  lines.map((text) => ({ kind, text }));

/** How far the ends of two lists agree. */
function agreeing(count: number, same: (index: number) => boolean): number {
  let length = 0;
  while (length < count && same(length)) length++;
  return length;
}

/** The furthest places of each number of changes, until the ends meet (Myers, "An O(ND) Difference Algorithm"). */
function trace(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number>[] | undefined {
  const steps: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let changes = 0; changes <= Math.min(before.length + after.length, MOST_CHANGES); changes++) {
    steps.push(furthest);
    const next = new Map(furthest);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOn(furthest, diagonal, changes);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return steps;
    }
    furthest = next;
  }
  return undefined;
}

const at = (furthest: ReadonlyMap<number, number>, diagonal: number) => furthest.get(diagonal) ?? -1;

/** Whether a diagonal is reached by adding a line, rather than by removing one. */
const byAdding = (furthest: ReadonlyMap<number, number>, diagonal: number, changes: number) =>
  diagonal === -changes || (diagonal !== changes && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));

const startOn = (furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): number =>
  byAdding(furthest, diagonal, changes) ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const steps = trace(before, after);
  if (!steps) return [...marked('removed', before), ...marked('added', after)];
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = steps.length - 1; changes >= 0; changes--) {
    const furthest = steps[changes]!;
    const diagonal = x - y;
    const adds = byAdding(furthest, diagonal, changes);
    const start = startOn(furthest, diagonal, changes);
    while (x > start && x > 0 && y > 0) {
      lines.push({ kind: 'same', text: before[--x]! });
      y--;
    }
    if (changes === 0) break;
    lines.push(adds ? { kind: 'added', text: after[--y]! } : { kind: 'removed', text: before[--x]! });
  }
  return lines.toReversed();
}

/** What has to be removed and added to make the one list of lines the other, with as few changes as can be. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  const head = agreeing(shorter, (index) => before[index] === after[index]);
  const tail = agreeing(
    shorter - head,
    (index) => before[before.length - 1 - index] === after[after.length - 1 - index],
  );
  return [
    ...marked('same', before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...marked('same', before.slice(before.length - tail)),
  ];
}

/** A part of a difference that is worth reading, or how many lines stay as they are between two. */
export type DiffPart = DiffLine | { readonly kind: 'skipped'; readonly count: number };

/** The changed lines with some of those around them; longer runs that stay as they are become a count. */
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
