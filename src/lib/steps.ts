import { turn } from './turn.ts';

/** A work in steps of some milliseconds each; between two of them a key can be answered. */
export type Steps<T> = Generator<void, T>;

/** So many rows are worked on in one step. */
export const SLICE = 2000;

/** Takes all steps now. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Takes steps at turns where there is more than one, and gives what comes of a single step at once. */
export function soon<T>(steps: Steps<T>): T | Promise<T> {
  const first = steps.next();
  return first.done ? first.value : turn().then(() => inTurns(steps));
}

/** Takes one step at a turn. `pause` resolves when all others that wait have had theirs. */
export async function inTurns<T>(steps: Steps<T>, pause: () => Promise<void> = turn): Promise<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) await pause();
  return step.value;
}
