import { expect, test } from 'vitest';
import { groupPace, hasQuickGroups, paceOf, timeLeft } from '../../../src/diagnosis/healing/pace.ts';
import type { HealingSample } from '../../../src/diagnosis/healing/samples.ts';

const MINUTE = 60_000;

/** Samples of so many minutes, one every ten seconds, of a hundred placement groups. */
const samples = (minutes: number, look: (minute: number) => Partial<HealingSample>): HealingSample[] =>
  Array.from({ length: minutes * 6 + 1 }, (_, index) => ({
    at: index * 10_000,
    okay: 0,
    total: 100,
    remaining: undefined,
    objects: undefined,
    circumstances: '',
    ...look(index / 6),
  }));

test('the pace is that of the last five minutes, or of the later half of a shorter time', () => {
  const slower = (quick: number) => (minute: number) => ({
    okay: minute < quick ? minute * 6 : quick * 6 + (minute - quick) * 0.6,
  });
  expect(groupPace(samples(15, slower(10)))).toBeCloseTo(0.01);
  expect(groupPace(samples(6, slower(3)))).toBeCloseTo(0.01);
  expect(groupPace(samples(6, slower(5)))).toBeGreaterThan(0.05);
});

test('the remaining time follows from the pace, and is longer the more groups are left', () => {
  const left = (okay: number) => timeLeft(samples(10, (minute) => ({ okay: okay - 10 + minute })));
  const factor = (okay: number) => left(okay)!.to / left(okay)!.from;
  expect(left(50)!.from).toBeCloseTo(50 * 60);
  expect([factor(99), factor(97), factor(96)].map((times) => Math.round(times * 10) / 10)).toEqual([
    2, 2.7, 3.7,
  ]);
});

test('the remaining work is counted in objects if the cluster reports them', () => {
  const counted = samples(10, (minute) => ({ okay: 50, objects: 9000 - 300 * minute }));
  expect(timeLeft(counted)!.from).toBeCloseTo(1200);
});

test('no time is given for recovery that stands still, falls back or was observed too rarely', () => {
  expect(timeLeft([])).toBeUndefined();
  expect(timeLeft(samples(5, () => ({ okay: 50 })))).toBeUndefined();
  expect(timeLeft(samples(5, (minute) => ({ okay: 50 - minute })))).toBeUndefined();
  expect(timeLeft(samples(5, (minute) => ({ okay: 95 + minute })))).toBeUndefined();
  const few = samples(1, (minute) => ({ okay: minute * 6 }));
  expect(groupPace(few.slice(0, 5))).toBeCloseTo(0.1);
  expect(groupPace(few.slice(0, 4))).toBeUndefined();
});

test('a single outlier does not change the pace', () => {
  const wild = samples(4, (minute) => ({ okay: minute === 2 ? 90 : minute }));
  expect(paceOf(wild, ({ okay }) => okay)).toBeCloseTo(1 / 60);
  expect(
    paceOf(
      wild.map((one) => ({ ...one, at: MINUTE })),
      ({ okay }) => okay,
    ),
  ).toBe(0);
});

test('quick groups are seen by the objects that became none fewer with them', () => {
  const quick = (minute: number) => ({ okay: 20 * minute, objects: 9000 - 300 * minute });
  expect(hasQuickGroups(samples(2, quick))).toBe(true);
  const even = (minute: number) => ({ okay: 3 * minute, objects: 9000 - 300 * minute });
  expect(hasQuickGroups(samples(2, even))).toBe(false);
  // Only groups are counted.
  expect(hasQuickGroups(samples(2, (minute) => ({ okay: 20 * minute })))).toBe(false);
});
