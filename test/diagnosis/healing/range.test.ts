import { expect, test } from 'vitest';
import { withPlacement } from '../../store/answers/shapes.ts';
import { degraded, watch } from './watch.ts';

test('steady healing takes at least as long as its pace implies', () => {
  const healing = watch(10, (at) => withPlacement(50 + Math.floor(at * 2), 100));
  expect(healing).toMatchObject({ state: 'healing', missing: 30, total: 100, stalledFor: undefined });
  expect(healing.perMinute).toBeCloseTo(2, 0);
  expect(healing.left?.from).toBeGreaterThan(12 * 60);
  expect(healing.left?.from).toBeLessThan(18 * 60);
  expect(healing.left?.to).toBeGreaterThan(18 * 60);
});

test('the remaining time of slowing healing is a range', () => {
  const healing = watch(20, (at) => withPlacement(Math.floor(at < 10 ? at * 4 : 40 + (at - 10)), 100));
  const { from = 0, to = 0 } = healing.left ?? {};
  expect(to).toBeGreaterThan(1.3 * from);
  expect(to).toBeGreaterThan(40 * 60);
});

test('the estimate of the service shows that something moves, and is never the remaining time', () => {
  const healing = watch(10, (at) => withPlacement(50, 100, { recoveryTimeRemaining: 1000 - at * 30 }));
  expect(healing).toMatchObject({ state: 'healing', left: undefined });
});

test('healing is measured in objects before a placement group is clean again', () => {
  const healing = watch(15, (at) =>
    withPlacement(50, 100, {
      storeStatus: { pgmap: { num_pgs: 100, degraded_objects: 9000 - Math.round(at * 100) } },
    } as object),
  );
  expect(healing).toMatchObject({ state: 'healing' });
  expect(healing.left?.from).toBeCloseTo(75 * 60, -1);
});

test('healing forgets samples from before the failure', () => {
  const healing = watch(10, (at) => withPlacement(at < 5 ? 100 : 40 + Math.floor((at - 5) * 4), 100));
  expect(healing.perMinute).toBeGreaterThan(3);
  expect(healing.perMinute).toBeLessThan(5);
});

test('no end is known right after OSDs are back, whatever the pace was before', () => {
  const look = (at: number) =>
    degraded(
      at < 10 ? 900_000 - at * 1000 : 20_000 - (at - 10) * 1000,
      {},
      {
        storeStatus: {
          pgmap: {
            num_pgs: 100,
            degraded_objects: at < 10 ? 900_000 - at * 1000 : 20_000 - (at - 10) * 1000,
          },
          osdmap: { num_up_osds: at < 10 ? 50 : 60 },
        } as object,
      },
    );
  expect(watch(9, look).left?.from).toBeCloseTo(891 * 60, -1);
  expect(watch(10.5, look)).toMatchObject({ state: 'healing', left: undefined });
  expect(watch(12, look).left?.from).toBeCloseTo(18 * 60, -1);
});

test('healing has no estimate from too few samples', () => {
  expect(watch(0.5, (at) => withPlacement(50 + Math.floor(at * 10), 100))).toMatchObject({
    state: 'measuring',
    left: undefined,
    perMinute: undefined,
  });
});
