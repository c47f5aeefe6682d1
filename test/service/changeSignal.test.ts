import { expect, test } from 'vitest';
import { ChangeSignal } from '../../src/service/changeSignal.ts';

/** A waiter, with a flag that says whether its wait is over. */
function waiting(changes: ChangeSignal, signal: AbortSignal) {
  const who = { isDone: false };
  void changes.wait(signal).then(() => (who.isDone = true));
  return who;
}
const settled = () => new Promise(setImmediate);
const states = (...all: readonly { readonly isDone: boolean }[]) => all.map(({ isDone }) => isDone);

test('a change wakes all who wait for it, and nobody who waits later', async () => {
  const changes = new ChangeSignal();
  const { signal } = new AbortController();
  const [a, b] = [waiting(changes, signal), waiting(changes, signal)];
  await settled();
  expect(states(a, b)).toEqual([false, false]);
  changes.notify();
  const c = waiting(changes, signal);
  await settled();
  expect(states(a, b, c)).toEqual([true, true, false]);
});

test('an aborted wait ends at once, without affecting others, even if it was aborted before', async () => {
  const changes = new ChangeSignal();
  const leaving = new AbortController();
  const [a, b] = [waiting(changes, leaving.signal), waiting(changes, new AbortController().signal)];
  leaving.abort();
  const c = waiting(changes, leaving.signal);
  await settled();
  expect(states(a, b, c)).toEqual([true, false, true]);
});

test('a finished wait leaves no listener on a long-lived signal', async () => {
  const changes = new ChangeSignal();
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener: add, removeEventListener: remove } = signal;
  signal.addEventListener = (...all: Parameters<typeof add>) => (listeners++, add.apply(signal, all));
  signal.removeEventListener = (...all: Parameters<typeof remove>) => (
    listeners--,
    remove.apply(signal, all)
  );
  const done = changes.wait(signal);
  expect(listeners).toBe(1);
  changes.notify();
  await done;
  expect(listeners).toBe(0);
});
