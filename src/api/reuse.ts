import { CHUNK_ROWS, type Chunked } from '../lib/chunked.ts';

type Fields = Record<string, unknown>;

/** Deeper answers than this are taken as they are: no real one is, and a hostile one must not exhaust the stack. */
const MAX_DEPTH = 32;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ages, in seconds, by the names of the fields that hold them. */
const AGES: ReadonlySet<string> = new Set(['lastSeen', 'serverLastSeen']);
/** An age below this says no more than that all is well. Both ages of a disk begin anew every few seconds. */
const YOUNG_S = 30;

const isYoung = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < YOUNG_S;

/** An age that went from young to young: no reason to make all rows of a large cluster again at each read. */
const isStillYoung = (name: string, before: unknown, value: unknown): boolean =>
  AGES.has(name) && isYoung(before) && isYoung(value);

/** The field that tells how much of something is used, in bytes, and what counts as much. */
const USED = 'used';
const MUCH = 2 ** 30;
/** Less than this share of it shows in no figure: everything is told with three digits, and graded by the percent. */
const UNSEEN = 0.0005;

/** A use that hardly moved: of ten thousand OSDs a tenth do so at each read. */
const isStillUsed = (name: string, before: unknown, value: unknown): boolean =>
  name === USED &&
  typeof before === 'number' &&
  typeof value === 'number' &&
  before >= MUCH &&
  Math.abs(value - before) < before * UNSEEN;

/**
 * `next`, in which every part that equals its counterpart in `previous` is that very counterpart. Unchanged
 * data so keeps its reference, as a whole and row by row, and nothing that depends on it is computed or drawn
 * again. Both are plain JSON data; list items are compared by position. Neither is changed. A young age counts as
 * unchanged while it stays young, and a use of many bytes until it has moved by a two thousandth.
 */
export function reuse<T>(previous: unknown, next: T): T {
  return reusePart(previous, next, 0) as T;
}

/**
 * The same in steps. Of an object with long lists, as a CRUSH map is one, these are compared first; what is equal is the
 * very counterpart then, and costs nothing when the object is compared as a whole.
 */
export function* reusing<T>(previous: unknown, next: T): Chunked<T> {
  if (previous === next) return next;
  if (isLong(next)) return (yield* reusingList(previous, next, 0)) as T;
  if (!isFields(next) || !isFields(previous) || !Object.values(next).some(isLong))
    return reuse(previous, next);
  const compared: Fields = { ...next };
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
    // Not mixed into an object that is new for another reason: each is one that the service answered.
    if (isStillYoung(name, before, value) || isStillUsed(name, before, value)) continue;
    if (before === value && (value !== undefined || Object.hasOwn(previous, name))) continue;
    const part = reusePart(before, value, depth + 1);
    if (part !== before || value === undefined) same = false;
    if (part === value) continue;
    if (result === next) result = { ...next };
    result[name] = part;
  }
  return same ? previous : result;
}
