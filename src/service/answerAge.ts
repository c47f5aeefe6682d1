import { AsyncLocalStorage } from 'node:async_hooks';

/** The age of the answer that is being made, reachable from anywhere in an engine's call. */
const currentAnswer = new AsyncLocalStorage<{ ageMs: number }>();

/**
 * Records that the current answer contains data this many milliseconds old, because its source did not reply in time.
 */
export function recordAge(ageMs: number): void {
  const answer = currentAnswer.getStore();
  if (answer) answer.ageMs = Math.max(answer.ageMs, ageMs);
}

/** Runs `make`. Returns its value and the greatest age recorded by `recordAge` meanwhile; 0 when all data is fresh. */
export async function withAge<T>(
  make: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly ageMs: number }> {
  const answer = { ageMs: 0 };
  const value = await currentAnswer.run(answer, async () => await make());
  return { value, ageMs: answer.ageMs };
}
