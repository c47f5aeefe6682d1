import type { LogEvent } from '../api/contract/logs.ts';
import { LogChunk } from './logChunk.ts';
import type { LogSheet } from './logSheet.ts';

/** What tells a line from all others: its cursor, or, from a service that sends none, everything it says. */
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

/** The lines of a chunk with others among them, each behind the last one that is not younger. */
function mixed(chunk: LogChunk, sheet: LogSheet, others: readonly LogEvent[]): LogEvent[] {
  const result: LogEvent[] = [];
  let other = others.length - 1;
  for (let index = chunk.count - 1; index >= 0; index--) {
    for (; other >= 0 && timeOf(others[other] ?? {}) >= chunk.time(index); other--)
      result.push(others[other] ?? {});
    result.push(chunk.at(index, sheet));
  }
  for (; other >= 0; other--) result.push(others[other] ?? {});
  return result.toReversed();
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

/** What became of some lines. */
interface Merged {
  readonly chunks: readonly LogChunk[];
  /** Those that were not held, and are younger than all that are. */
  readonly younger: readonly LogEvent[];
  /** How many others were not held. */
  readonly inserted: number;
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
  let inserted = 0;
  let from = 0;
  for (let written = 0; from < events.length && written < most;) {
    const time = timeOf(events[from] ?? {});
    const place = result.findLastIndex(({ oldest }) => oldest <= time);
    const chunk = result[place];
    if (place === result.length - 1 && (chunk === undefined || chunk.time(chunk.count - 1) <= time)) {
      const younger = unknown(result, events.slice(from), read);
      return { chunks: result, younger, inserted, rest: [] };
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
    const pieces = chunked(chunk === undefined ? fresh : mixed(chunk, read(chunk), fresh));
    result.splice(Math.max(0, place), chunk === undefined ? 0 : 1, ...pieces);
    inserted += fresh.length;
    written += pieces.length;
  }
  return { chunks: result, younger: [], inserted, rest: events.slice(from) };
}
