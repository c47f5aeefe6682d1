import type { LogEvent } from '../../api/contract/logs.ts';
import { LogChunk } from './chunk.ts';
import type { LogSheet } from './sheet.ts';

/** The text that tells a line from all others: its cursor, or, from a service that sends none, everything it says. */
export const lineKey = ({ c, t, h, s, m }: LogEvent): string => c ?? `${t}\0${h}\0${s}\0${m}`;

/** A cursor that comes with another time is another line's. */
const timedKey = (event: LogEvent): string => `${timeOf(event)} ${lineKey(event)}`;

/** A line without a time stays behind those that have one. */
export const timeOf = ({ t }: LogEvent): number => (t !== undefined && Number.isFinite(t) ? t : Infinity);

type Read = (chunk: LogChunk) => LogSheet;

/** The lines as chunks, none of them packed. */
function chunked(events: readonly LogEvent[]): LogChunk[] {
  const chunks: LogChunk[] = [];
  for (const event of events) {
    let last = chunks.at(-1);
    if (last === undefined || last.isFull) chunks.push((last = new LogChunk()));
    last.add(event);
  }
  return chunks;
}

/** Lines that came before the one that has the number `before`: each older one has so many less from then on. */
export interface Shift {
  readonly before: number;
  readonly by: number;
}

interface Mixed {
  readonly events: readonly LogEvent[];
  /** From the oldest on. */
  readonly shifts: readonly Shift[];
}

/**
 * The lines of a chunk with others among them, each behind the last one that is not younger.
 * @param start number of its first line
 */
function mixed(chunk: LogChunk, sheet: LogSheet, others: readonly LogEvent[], start: number): Mixed {
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
  if (other >= 0) shifts.push({ before: start, by: other + 1 });
  for (; other >= 0; other--) events.push(others[other] ?? {});
  return { events: events.toReversed(), shifts: shifts.toReversed() };
}

/** Those of some lines that no chunk holds: a line keeps its time, so that only one of the same time can be the same. */
function unknown(chunks: readonly LogChunk[], events: readonly LogEvent[], read: Read): readonly LogEvent[] {
  const times = new Set(events.map(timeOf));
  const [least, most] = [timeOf(events[0] ?? {}), timeOf(events.at(-1) ?? {})];
  const keys = new Set<string>();
  for (const chunk of chunks) {
    if (chunk.newest < least || chunk.oldest > most) continue;
    for (let index = 0; index < chunk.count; index++)
      if (times.has(chunk.time(index))) keys.add(timedKey(chunk.at(index, read(chunk))));
  }
  return keys.size === 0 ? events : events.filter((event) => !keys.has(timedKey(event)));
}

/** The fate of some lines. */
interface Merged {
  readonly chunks: readonly LogChunk[];
  /** Those that were not held, and are younger than all that are. */
  readonly younger: readonly LogEvent[];
  /** The number of others that were not held. */
  readonly inserted: number;
  /** Their effects on the numbers of older lines, in this order. */
  readonly shifts: readonly Shift[];
  /** Those that were not looked at. */
  readonly rest: readonly LogEvent[];
}

/**
 * Puts lines, in the order of their time, among those of chunks. Only a chunk that gets some is written anew, which
 * takes some five milliseconds.
 * @param most as many chunks are written at most
 */
export function mergeInto(
  chunks: readonly LogChunk[],
  events: readonly LogEvent[],
  read: Read,
  most: number,
): Merged {
  const result = [...chunks];
  const shifts: Shift[] = [];
  const end = chunks.at(-1)?.end ?? 0;
  let inserted = 0;
  let from = 0;
  for (let written = 0; from < events.length && written < most;) {
    const time = timeOf(events[from] ?? {});
    const place = result.findLastIndex(({ oldest }) => oldest <= time);
    const chunk = result[place];
    if (place === result.length - 1 && (chunk === undefined || chunk.time(chunk.count - 1) <= time)) {
      const younger = unknown(result, events.slice(from), read);
      return { chunks: result, younger, inserted, shifts, rest: [] };
    }
    // All that go to the same chunk: up to where a later one begins, and none as young as the newest line.
    const last = result.at(-1);
    const newest = place === result.length - 1 && last ? last.time(last.count - 1) : Infinity;
    const next = result.slice(place + 1).reduce((least, { oldest }) => Math.min(least, oldest), newest);
    const behind = events.findIndex((event, index) => index > from && timeOf(event) >= next);
    const group = events.slice(from, behind < 0 ? events.length : behind);
    from += group.length;
    const fresh = unknown(result, group, read);
    if (fresh.length === 0) continue;
    // Lines are numbered from the newest one back.
    const start = result.slice(Math.max(0, place)).reduce((number, { count }) => number - count, end);
    const { events: all, shifts: moved }: Mixed =
      chunk === undefined ? { events: fresh, shifts: [] } : mixed(chunk, read(chunk), fresh, start);
    shifts.push(...moved);
    const pieces = chunked(all);
    result.splice(Math.max(0, place), chunk === undefined ? 0 : 1, ...pieces);
    inserted += fresh.length;
    written += pieces.length;
  }
  return { chunks: result, younger: [], inserted, shifts, rest: events.slice(from) };
}
