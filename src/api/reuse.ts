import { CHUNK_ROWS, type Chunked } from '../lib/chunked.ts';
import { sameItems } from '../lib/sameItems.ts';
import { isFields, type UntypedObject } from '../lib/untyped.ts';

/** Values nested deeper are not compared: real answers are not, and a hostile one must not exhaust the stack. */
const MAX_DEPTH = 32;

/** The names of fields with ages in seconds. */
const AGES: ReadonlySet<string> = new Set(['lastSeen', 'serverLastSeen']);
/** An age below this only means that all is well. Both ages of a disk restart every few seconds. */
const YOUNG_S = 30;

const isYoung = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < YOUNG_S;

/** True for an age that is still young: no reason to rebuild all rows of a large cluster after each read. */
const isStillYoung = (name: string, before: unknown, value: unknown): boolean =>
  AGES.has(name) && isYoung(before) && isYoung(value);

/** The field with the used bytes of something, and the amount from which small changes are ignored. */
const USED = 'used';
const LARGE_USE = 2 ** 30;
/** A smaller relative change is not visible: figures have three digits, and levels go by the percent. */
const INVISIBLE_CHANGE = 0.0005;

/** True for a use that hardly changed: that is so for a tenth of ten thousand OSDs at each read. */
const isStillUsed = (name: string, before: unknown, value: unknown): boolean =>
  name === USED &&
  typeof before === 'number' &&
  typeof value === 'number' &&
  before >= LARGE_USE &&
  Math.abs(value - before) < before * INVISIBLE_CHANGE;

/**
 * A copy of `next` in which every part that equals its counterpart in `previous` is replaced by that counterpart. Unchanged
 * data keeps its reference, as a whole and row by row, so that nothing derived from it is computed or drawn again. Both are
 * plain JSON data and are not modified; list items are compared by position. An age counts as unchanged while it stays
 * young, and a use of many bytes until it has changed by 0.05 %.
 */
export function reuse<T>(previous: unknown, next: T): T {
  return reusePart(previous, next, 0) as T;
}

/**
 * `reuse` in chunks. The long lists of an object, such as a CRUSH map, are compared first, step by step; comparing the
 * whole object afterwards costs little, as unchanged parts are identical then.
 */
export function* reusing<T>(previous: unknown, next: T): Chunked<T> {
  if (previous === next) return next;
  if (isLong(next)) return (yield* reusingList(previous, next, 0)) as T;
  if (!isFields(next) || !isFields(previous) || !Object.values(next).some(isLong))
    return reuse(previous, next);
  const compared: Record<string, unknown> = { ...next };
  for (const [name, value] of Object.entries(next))
    if (isLong(value)) compared[name] = yield* reusingList(previous[name], value, 1);
  return reuse(previous, compared as T);
}

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > CHUNK_ROWS;

function* reusingList(
  previous: unknown,
  next: readonly unknown[],
  depth: number,
): Chunked<readonly unknown[]> {
  if (!Array.isArray(previous)) return next;
  const result: unknown[] = [];
  let same = previous.length === next.length;
  for (const [index, item] of next.entries()) {
    const part = reusePart(previous[index], item, depth + 1);
    same &&= part === previous[index];
    result.push(part);
    if (index % CHUNK_ROWS === CHUNK_ROWS - 1) yield;
  }
  return same ? previous : result;
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
  return sameItems(result, previous) ? previous : result;
}

function reuseFields(previous: UntypedObject, next: UntypedObject, depth: number): UntypedObject {
  let same = true;
  let names = 0;
  let result: Record<string, unknown> = next;
  // Plain JSON has no inherited fields; `Object.keys` would create two lists for each of tens of thousands of objects.
  for (const name in next) {
    names++;
    const before = previous[name];
    const value = next[name];
    // Ignored differences do not copy old values into a changed object: it keeps all values of the same answer.
    if (isStillYoung(name, before, value) || isStillUsed(name, before, value)) continue;
    if (before === value && (value !== undefined || Object.hasOwn(previous, name))) continue;
    const part = reusePart(before, value, depth + 1);
    if (part !== before || value === undefined) same = false;
    if (part === value) continue;
    if (result === next) result = { ...next };
    result[name] = part;
  }
  return same && names === countFields(previous) ? previous : result;
}

function countFields(value: UntypedObject): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}
