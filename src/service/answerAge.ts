import { AsyncLocalStorage } from 'node:async_hooks';

/** The answer that is being made, wherever in an engine that is. */
const answering = new AsyncLocalStorage<{ ageMs: number }>();

/** Notes that the answer being made tells what was so this many milliseconds ago: its source did not answer in time. */
export function noteAge(ageMs: number): void {
  const answer = answering.getStore();
  if (answer) answer.ageMs = Math.max(answer.ageMs, ageMs);
}

/** Makes an answer, and tells how old the oldest part of it is that something was noted of; 0 where all of it is new. */
export async function withAge<T>(
  make: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly ageMs: number }> {
  const answer = { ageMs: 0 };
  const value = await answering.run(answer, async () => await make());
  return { value, ageMs: answer.ageMs };
}
