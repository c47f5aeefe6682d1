/** Callers waiting for their turn, in the order in which they called. */
const waiting: (() => void)[] = [];

/**
 * Yields to the event loop so that pending input, above all key presses, is handled. Only one caller resumes per turn
 * of the loop, so however many long replies are parsed concurrently, the keyboard is polled between any two chunks.
 */
export const yieldToLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

function next(): void {
  // The caller resumes only after this function has returned, and may then queue itself again.
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/**
 * Long work as a generator that yields after each chunk of a few milliseconds, so that key presses can be handled in
 * between.
 */
export type Chunked<T> = Generator<void, T>;

/** The number of rows in a chunk. */
export const CHUNK_ROWS = 2000;

/** Runs all chunks synchronously. */
export function finishNow<T>(work: Chunked<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Runs the first chunk synchronously, and any further ones in later turns of the event loop. */
export function finishSoon<T>(work: Chunked<T>): T | Promise<T> {
  const first = work.next();
  return first.done ? first.value : yieldToLoop().then(() => finishInChunks(work));
}

/**
 * Runs one chunk at a time and awaits `pause` after each, which by default lets every other waiting caller run a chunk.
 */
export async function finishInChunks<T>(
  work: Chunked<T>,
  pause: () => Promise<void> = yieldToLoop,
): Promise<T> {
  let step = work.next();
  for (; !step.done; step = work.next()) await pause();
  return step.value;
}
