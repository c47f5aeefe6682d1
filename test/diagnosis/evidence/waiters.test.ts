import { expect, test } from 'vitest';
import { waitersOf } from '../../../src/diagnosis/evidence/waiters.ts';
import { evidenceOf, line } from '../support.ts';

test('waiting OSDs are also read from the log of the last half minute', () => {
  const waiting = (ago: number) =>
    evidenceOf({ log: [line(ago, 'osd.1', 'slow request waiting for subops from 5,6')] });
  expect([...waitersOf(waiting(20)).keys()]).toEqual([5, 6]);
  expect([...waitersOf(waiting(31)).keys()]).toEqual([]);
});
