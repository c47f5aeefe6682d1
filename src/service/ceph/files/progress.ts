import type { Clock } from '../../../lib/clock.ts';
import type { Say } from '../tasks/board.ts';

const REPORT_EVERY_MS = 5000;

/** Makes a function that reports the progress of a task, at most once every few seconds. */
export function createReporter(clock: Clock, say: Say, progress: () => string): () => void {
  let lastReport = clock.elapsed();
  return () => {
    if (clock.elapsed() - lastReport < REPORT_EVERY_MS) return;
    lastReport = clock.elapsed();
    say(progress());
  };
}
