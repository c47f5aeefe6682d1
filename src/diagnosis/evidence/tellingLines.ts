import type { LogEvent } from '../../api/contract/logs.ts';
import { LOG_WINDOW_MS } from '../snapshot.ts';
import { tellingOf } from './log.ts';

/** The number of last lines that are kept of each part, besides the first. */
const LAST_LINES = 3;
/** The maximum number of parts of which lines are kept. */
const MAX_PARTS = 1024;

/**
 * The lines that still explain what began long ago, of those in order of time: the first and the last ones that tell the same of
 * the same part. Lines that are repeated while something lasts are of an earlier occasion if none came for a quarter of an hour.
 */
export function tellingLines(events: readonly LogEvent[]): readonly LogEvent[] {
  const parts = new Map<string, LogEvent[]>();
  for (const event of events) {
    const telling = tellingOf(event);
    if (telling === undefined) continue;
    const known = parts.get(telling.key) ?? [];
    const age = ((event.t ?? 0) - (known.at(-1)?.t ?? 0)) * 1000;
    const lines = telling.isRepeated && age > LOG_WINDOW_MS ? [] : known;
    if (lines.length > LAST_LINES) lines.splice(1, 1);
    lines.push(event);
    parts.set(telling.key, lines);
  }
  return [...parts.values()].slice(-MAX_PARTS).flat();
}
