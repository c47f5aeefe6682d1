import { expect, test } from 'vitest';
import { type Chunked, finishInChunks, finishNow, yieldToLoop } from '../../src/lib/chunked.ts';

/** Resolves after one round of the event loop, in which keys are handled. */
const round = () => new Promise<void>((resolve) => setImmediate(resolve));

function* counting(log: string[], name: string, steps: number): Chunked<string> {
  for (let step = 1; step <= steps; step++) {
    log.push(`${name}${step}`);
    yield;
  }
  return `${name} done`;
}

test('only one of several chunked tasks runs in each round of the event loop, and each returns its own result', async () => {
  const log: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => finishInChunks(counting(log, name, 3)));
  expect(log).toEqual(['a1', 'b1', 'c1']);
  for (let rounds = 1; log.length < 9 && rounds < 100; rounds++) {
    const before = log.length;
    await round();
    expect(log.length - before).toBeLessThanOrEqual(1);
  }
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  expect(await Promise.all(works)).toEqual(['a done', 'b done', 'c done']);
});

test('yielding to the event loop works again after a round without waiting tasks', async () => {
  await yieldToLoop();
  await yieldToLoop();
});

test('a chunked task gives the same result with and without pauses', async () => {
  const [now, later]: string[][] = [[], []];
  expect(finishNow(counting(now!, 'a', 3))).toBe(await finishInChunks(counting(later!, 'a', 3)));
  expect(now).toEqual(later);
});
