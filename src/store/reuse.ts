type Fields = Record<string, unknown>;

/** Deeper answers than this are taken as they are: no real one is, and a hostile one must not exhaust the stack. */
const MAX_DEPTH = 32;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `next`, in which every part that equals its counterpart in `previous` is that very counterpart. Unchanged
 * data so keeps its reference, as a whole and row by row, and nothing that depends on it is computed or drawn
 * again. Both are plain JSON data; list items are compared by position. Neither is changed.
 */
export function reuse<T>(previous: unknown, next: T): T {
  return reusePart(previous, next, 0) as T;
}

function reusePart(previous: unknown, next: unknown, depth: number): unknown {
  if (previous === next || depth > MAX_DEPTH) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return reuseList(previous, next, depth);
  if (isFields(previous) && isFields(next)) return reuseFields(previous, next, depth);
  return next;
}

function reuseList(
  previous: readonly unknown[],
  next: readonly unknown[],
  depth: number,
): readonly unknown[] {
  const result = next.map((item, index) => reusePart(previous[index], item, depth + 1));
  return result.length === previous.length && result.every((item, index) => item === previous[index])
    ? previous
    : result;
}

function reuseFields(previous: Fields, next: Fields, depth: number): Fields {
  const names = Object.keys(next);
  let same = names.length === Object.keys(previous).length;
  let result = next;
  for (const name of names) {
    const before = previous[name];
    const value = next[name];
    if (before === value && (value !== undefined || Object.hasOwn(previous, name))) continue;
    const part = reusePart(before, value, depth + 1);
    if (part !== before || value === undefined) same = false;
    if (part === value) continue;
    if (result === next) result = { ...next };
    result[name] = part;
  }
  return same ? previous : result;
}
