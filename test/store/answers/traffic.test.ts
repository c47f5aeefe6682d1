import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTraffic, STEP_MS, type Traffic, trafficMeans } from '../../../src/store/answers/traffic.ts';
import { emptyJournal, observePools, observeTraffic } from '../../../src/store/session/journal.ts';

const START = 1_795_132_800_000;
const taken = (samples: readonly (readonly [second: number, read: number | undefined])[]): Traffic =>
  samples.reduce<Traffic>((all, [second, read]) => addTraffic(all, START + second * 1000, { read }), []);
const means = (traffic: Traffic, second: number, count: number, everyMs = STEP_MS) =>
  trafficMeans(traffic, 'read', { now: START + second * 1000, count, everyMs });

test('the samples of a step are averaged, and the current step is left out', () => {
  const traffic = taken([
    [0, 10],
    [2, 20],
    [11, 5],
    [21, 100],
  ]);
  expect(means(traffic, 22, 2)).toEqual([15, 5]);
  expect(means(traffic, 29, 2)).toEqual([15, 5]);
  expect(means(traffic, 30, 2)).toEqual([5, 100]);
});

test('a step without known values has no value, which differs from zero', () => {
  const traffic = taken([
    [0, 10],
    [11, undefined],
    [21, 0],
  ]);
  expect(means(traffic, 40, 4)).toEqual([10, undefined, 0, undefined]);
});

test('longer steps change only when they are over', () => {
  const traffic = taken(Array.from({ length: 30 }, (_, index) => [index * 5, index] as const));
  const first = means(traffic, 121, 2, 60_000);
  expect(first).toEqual([5.5, 17.5]);
  expect(means(traffic, 149, 2, 60_000)).toEqual(first);
});

test('the number of kept steps is limited and their order is kept, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 300 }), (seconds) => {
      const traffic = taken(seconds.map((second) => [second, 1] as const));
      expect(traffic.length).toBeLessThanOrEqual(60);
      const steps = traffic.map(({ step }) => step);
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    }),
  );
});

test('rates that stand still while the managers are silent are not recorded, for the cluster or for a pool', () => {
  const pools = [{ poolId: 1, stats: { readBytesPerSec: 5, writeBytesPerSec: 5 } }];
  const silent = { status: { usageLastUpdated: 40 }, pools };
  expect(observeTraffic(emptyJournal, silent, START)).toBe(emptyJournal);
  expect(observePools(emptyJournal, silent, START)).toBe(emptyJournal);
  const answers = { status: { usageLastUpdated: 4 }, pools };
  expect(observeTraffic(emptyJournal, answers, START).traffic).toHaveLength(1);
  expect(observePools(emptyJournal, answers, START).poolTraffic.size).toBe(1);
});

test('a sample that is a little late drops no history, and a clock that was set back starts anew', () => {
  const traffic = taken([
    [0, 10],
    [15, 20],
    [25, 30],
  ]);
  const late = addTraffic(traffic, START + 12_000, { read: 999 });
  expect(late).toBe(traffic);
  expect(addTraffic(traffic, START - 3_600_000, { read: 1 })).toHaveLength(1);
});
