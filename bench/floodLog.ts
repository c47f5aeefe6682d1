import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEvent } from '../src/api/contract/logs.ts';

const BATCHES_PER_SECOND = 50;

/** A log that produces `linesPerSecond`, endlessly or until it has `lines` lines. */
export async function* floodLog(
  linesPerSecond: number,
  signal: AbortSignal,
  lines = Infinity,
): AsyncGenerator<LogEvent> {
  const start = performance.now();
  for (let number = 0; !signal.aborted;) {
    const due = Math.min(lines, ((performance.now() - start) / 1000) * linesPerSecond);
    for (; number < due; number++) {
      const m = `osd.${number % 60} heartbeat_check: no reply from 10.2.0.${number % 200}:6804, line ${number}`;
      yield { c: String(number), t: Date.now() / 1000, m, s: `osd.${number % 60}`, h: number % 12, p: 4 };
    }
    await sleep(1000 / BATCHES_PER_SECOND);
  }
}
