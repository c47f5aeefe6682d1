/** Works that wait for their turn, the one that came first at the front. */
const waiting: (() => void)[] = [];

/**
 * Lets everything else that waits have its turn, and lets only one such work go on at a time: however many long answers
 * are taken in side by side, between two slices of them the keys are looked at.
 */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

function next(): void {
  // What goes on does so after this function, and may wait again then.
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
