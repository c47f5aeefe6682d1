import type { Clock } from '../../../lib/clock.ts';

const REPORT_EVERY_MS = 5000;

/** Gives a function that says how far a task is, unless it did so only some seconds ago. */
export function createReporter(
  clock: Clock,
  say: (line: string) => void,
  progress: () => string,
): () => void {
  let said = clock.elapsed();
  return () => {
    if (clock.elapsed() - said < REPORT_EVERY_MS) return;
    said = clock.elapsed();
    say(progress());
  };
}
