import type { LogEvent } from '../../api/contract/logs.ts';
import { LogChunk } from './chunk.ts';
import type { LogSheet } from './sheet.ts';

/** A key that identifies a line: its cursor, or all of its fields if the service sends no cursors. */
export const lineKey = ({ c, t, h, s, m }: LogEvent): string => c ?? `${t}\0${h}\0${s}\0${m}`;

/** A key that includes the time, because the same cursor with a different time belongs to a different line. */
const timedKey = (event: LogEvent): string => `${timeOf(event)} ${lineKey(event)}`;

/** The time by which lines are sorted; lines without a time come last. */
export const timeOf = ({ t }: LogEvent): number => (t !== undefined && Number.isFinite(t) ? t : Infinity);

type SheetReader = (chunk: LogChunk) => LogSheet;

/** The lines as unpacked chunks. */
function chunked(events: readonly LogEvent[]): LogChunk[] {
  const chunks: LogChunk[] = [];
  for (const event of events) {
    let last = chunks.at(-1);
    if (last === undefined || last.isFull) chunks.push((last = new LogChunk()));
    last.add(event);
  }
  return chunks;
}

/**
 * The effect of lines inserted before the line with the number `before`: the numbers of all older lines decrease by
 * `by`.
 */
export interface Shift {
  readonly before: number;
  readonly by: number;
}

interface Interleaved {
  readonly events: readonly LogEvent[];
  /** Oldest first. */
  readonly shifts: readonly Shift[];
}

/**
 * The lines of a chunk with others inserted in the order of time; of lines with the same time, the chunk's come first.
 * @param start the number of the chunk's first line
 */
function interleaved(
  chunk: LogChunk,
  sheet: LogSheet,
  others: readonly LogEvent[],
  start: number,
): Interleaved {
  const events: LogEvent[] = [];
  const shifts: Shift[] = [];
  let other = others.length - 1;
  for (let index = chunk.count - 1; index >= 0; index--) {
    const length = events.length;
    for (; other >= 0 && timeOf(others[other] ?? {}) >= chunk.time(index); other--)
      events.push(others[other] ?? {});
    if (events.length > length) shifts.push({ before: start + index + 1, by: events.length - length });
    events.push(chunk.at(index, sheet));
  }
  return { events: events.toReversed(), shifts: shifts.toReversed() };
}

/**
 * The lines that are not in the chunks yet. Only lines with equal times are compared, since a line never changes its
 * time.
 */
function notBuffered(
  chunks: readonly LogChunk[],
  events: readonly LogEvent[],
  read: SheetReader,
): readonly LogEvent[] {
  const times = new Set(events.map(timeOf));
  const [earliest, latest] = [timeOf(events[0] ?? {}), timeOf(events.at(-1) ?? {})];
  const keys = new Set<string>();
  for (const chunk of chunks) {
    if (chunk.newest < earliest || chunk.oldest > latest) continue;
    for (let index = 0; index < chunk.count; index++)
      if (times.has(chunk.time(index))) keys.add(timedKey(chunk.at(index, read(chunk))));
  }
  return keys.size === 0 ? events : events.filter((event) => !keys.has(timedKey(event)));
}

/** The result of a merge. */
interface Merged {
  readonly chunks: readonly LogChunk[];
  /** The new lines that are newer than all buffered ones, and still have to be appended. */
  readonly newer: readonly LogEvent[];
  /** The number of new lines that were inserted into the chunks. */
  readonly inserted: number;
  /** The effects of the insertions on the numbers of older lines, to be applied in this order. */
  readonly shifts: readonly Shift[];
  /** The lines that were not processed. */
  readonly rest: readonly LogEvent[];
}

/**
 * Inserts lines, sorted by time, into chunks. Only chunks that receive lines are rewritten, each in about five
 * milliseconds.
 * @param maxChunks the maximum number of chunks to rewrite
 */
export function mergeInto(
  chunks: readonly LogChunk[],
  events: readonly LogEvent[],
  read: SheetReader,
  maxChunks: number,
): Merged {
  const result = [...chunks];
  const shifts: Shift[] = [];
  const end = chunks.at(-1)?.end ?? 0;
  let inserted = 0;
  let from = 0;
  for (let written = 0; from < events.length && written < maxChunks;) {
    const time = timeOf(events[from] ?? {});
    const chunkIndex = result.findLastIndex(({ oldest }) => oldest <= time);
    const chunk = result[chunkIndex];
    if (chunkIndex === result.length - 1 && (chunk === undefined || chunk.time(chunk.count - 1) <= time)) {
      const newer = notBuffered(result, events.slice(from), read);
      return { chunks: result, newer, inserted, shifts, rest: [] };
    }
    // Group all lines that go into the same chunk: those before the start of a later chunk and before the newest line.
    const last = result.at(-1);
    const newest = chunkIndex === result.length - 1 && last ? last.time(last.count - 1) : Infinity;
    const next = result.slice(chunkIndex + 1).reduce((least, { oldest }) => Math.min(least, oldest), newest);
    const groupEnd = events.findIndex((event, index) => index > from && timeOf(event) >= next);
    const group = events.slice(from, groupEnd < 0 ? events.length : groupEnd);
    from += group.length;
    const fresh = notBuffered(result, group, read);
    if (fresh.length === 0) continue;
    // Lines are numbered backwards from the newest one.
    const start = result.slice(Math.max(0, chunkIndex)).reduce((number, { count }) => number - count, end);
    const { events: all, shifts: added }: Interleaved =
      chunk === undefined ? { events: fresh, shifts: [] } : interleaved(chunk, read(chunk), fresh, start);
    for (const shift of added) shifts.push(shift);
    const rewritten = chunked(all);
    result.splice(Math.max(0, chunkIndex), chunk === undefined ? 0 : 1, ...rewritten);
    inserted += fresh.length;
    written += rewritten.length;
  }
  return { chunks: result, newer: [], inserted, shifts, rest: events.slice(from) };
}
