import { expect, test } from 'vitest';
import { atOnce, inTurns, type Steps } from '../../src/lib/steps.ts';
import { turn } from '../../src/lib/turn.ts';

/** Resolves when the event loop has gone round once, as it does between two looks at the keys. */
const round = () => new Promise<void>((resolve) => setImmediate(resolve));

function* counting(log: string[], name: string, steps: number): Steps<string> {
  for (let step = 1; step <= steps; step++) {
    log.push(`${name}${step}`);
    yield;
  }
  return `${name} done`;
}

test('of several works only one goes on in each turn, and each gets its own', async () => {
  const log: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => inTurns(counting(log, name, 3)));
  expect(log).toEqual(['a1', 'b1', 'c1']);
  for (let rounds = 1; log.length < 9 && rounds < 100; rounds++) {
    const before = log.length;
    await round();
    expect(log.length - before).toBeLessThanOrEqual(1);
  }
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  expect(await Promise.all(works)).toEqual(['a done', 'b done', 'c done']);
});

test('a turn that is asked for while nobody waits comes, too', async () => {
  await turn();
  await turn();
});

test('steps taken at once come to the same', async () => {
  const [now, later]: string[][] = [[], []];
  expect(atOnce(counting(now!, 'a', 3))).toBe(await inTurns(counting(later!, 'a', 3)));
  expect(now).toEqual(later);
});
