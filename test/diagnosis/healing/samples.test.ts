import { expect, test } from 'vitest';
import { addSample, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
import { withPlacement } from '../../store/answers/shapes.ts';

const MINUTE = 60_000;

test('a sample of healing is taken every ten seconds and kept for half an hour', () => {
  let history: readonly HealingSample[] = [];
  for (let now = 0; now <= 90 * MINUTE; now += 2000) history = addSample(history, withPlacement(1, 2), now);
  expect(history.length).toBeLessThanOrEqual(182);
  expect(history.at(-1)?.at).toBe(90 * MINUTE);
  expect(history[0]?.at).toBeGreaterThanOrEqual(60 * MINUTE - 10_000);
});

test('samples of healing are at least ten seconds apart, and one that is half an hour old still counts', () => {
  const look = withPlacement(1, 2);
  const first = addSample([], look, 0);
  expect(addSample(first, look, 9_999)).toBe(first);
  expect(addSample(first, look, 10_000)).toHaveLength(2);
  expect(addSample(first, look, 30 * MINUTE).map(({ at }) => at)).toEqual([0, 30 * MINUTE]);
  expect(addSample(first, look, 30 * MINUTE + 1).map(({ at }) => at)).toEqual([30 * MINUTE + 1]);
});

test('a sample of healing has the amount of data left to move and the estimate of the service', () => {
  const status = withPlacement(3, 5, {
    recoveryTimeRemaining: 90,
    storeStatus: { pgmap: { num_pgs: 5, degraded_objects: 4, misplaced_objects: 3 } },
  } as object);
  expect(addSample([], status, 7)).toEqual([
    { at: 7, okay: 3, total: 5, remaining: 90, objects: 7, circumstances: '; ' },
  ]);
});

test('no sample of healing is taken from a status without placement groups', () => {
  expect(addSample([], {}, 0)).toEqual([]);
});

test('after the clock was set back by an hour, samples of healing are taken from then on', () => {
  const look = withPlacement(1, 2);
  const before = addSample(addSample([], look, 90 * MINUTE), look, 91 * MINUTE);
  const after = addSample(before, look, 31 * MINUTE);
  expect(after.map(({ at }) => at)).toEqual([31 * MINUTE]);
  expect(addSample(after, look, 32 * MINUTE)).toHaveLength(2);
  // An answer can be some seconds older than the one before.
  expect(addSample(before, look, 90.5 * MINUTE)).toBe(before);
});
