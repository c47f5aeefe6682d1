/** Callers that wait for the event loop, the one that came first at the front. */
const waiting: (() => void)[] = [];

/**
 * Lets the event loop handle whatever else is due, keys above all, and lets only one caller at a time go on: however
 * many long replies are read side by side, the keyboard is looked at between any two chunks of them.
 */
export const yieldToLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

function next(): void {
  // The caller goes on after this function has returned, and may wait again then.
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Long work that pauses after each chunk of some milliseconds, so that a key can be answered in between. */
export type Chunked<T> = Generator<void, T>;

/** The number of rows in a chunk. */
export const CHUNK_ROWS = 2000;

/** Runs all chunks without a pause. */
export function finishNow<T>(work: Chunked<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Runs work of a single chunk now; longer work goes on in later turns of the event loop. */
export function finishSoon<T>(work: Chunked<T>): T | Promise<T> {
  const first = work.next();
  return first.done ? first.value : yieldToLoop().then(() => finishInChunks(work));
}

/** Runs one chunk at a time. `pause` resolves when everybody else who waits has had a chunk. */
export async function finishInChunks<T>(
  work: Chunked<T>,
  pause: () => Promise<void> = yieldToLoop,
): Promise<T> {
  let step = work.next();
  for (; !step.done; step = work.next()) await pause();
  return step.value;
}
