import { expect, test } from 'vitest';
import { addSample, workBegan, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
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
    { at: 7, okay: 3, total: 5, remaining: 90, objects: 7, circumstances: '; ; ; ' },
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

/** A status with so many object copies left, OSDs that are up, and flags that are set. */
const at = (objects: number, up: number, flags = ''): object =>
  withPlacement(50, 100, {
    storeStatus: {
      pgmap: { num_pgs: 100, degraded_objects: objects },
      osdmap: { num_up_osds: up, num_in_osds: 9 },
      health: {
        checks: flags === '' ? {} : { OSDMAP_FLAGS: { summary: { message: `${flags} flag(s) set` } } },
      },
    },
  } as object);

test.each([
  ['begins anew when an OSD is up again', [at(9000, 8), at(8900, 8), at(8800, 9), at(8700, 9)], 2],
  [
    'begins anew when a flag about recovery is set',
    [at(9000, 9), at(8900, 9, 'norecover'), at(8800, 9, 'norecover')],
    1,
  ],
  [
    'begins anew when most of what was left is gone at once',
    [at(9000, 9), at(8900, 9), at(2000, 9), at(1900, 9)],
    2,
  ],
  ['begins anew when more is left at once', [at(900, 9), at(890, 9), at(2000, 9), at(1900, 9)], 2],
  ['goes on when a flag about scrubs is set', [at(9000, 9), at(8900, 9, 'nodeep-scrub,noscrub')], 0],
  ['goes on while the last objects are recovered', [at(9000, 9), at(6000, 9), at(400, 9), at(0, 9)], 2],
])('the work of recovery %s', (_, looks, index) => {
  const history = looks.reduce<readonly HealingSample[]>(
    (before, look, second) => addSample(before, look, second * 10_000),
    [],
  );
  expect(workBegan(history)).toBe(index * 10_000);
});
