import { expect, test } from 'vitest';
import { groupsOf, hasWork, isComplete, isOld } from '../../src/diagnosis/work.ts';
import { check } from './support.ts';

const status = (seconds: number, ...codes: readonly string[]) => ({
  placementGroupsLastUpdated: seconds,
  storeStatus: {
    health: {
      status: 'HEALTH_WARN' as const,
      checks: Object.fromEntries(codes.map((code) => [code, check('no manager')])),
    },
  },
});

test('counts are old after a minute, and sooner while no manager renews them', () => {
  expect(isOld(status(40))).toBe(false);
  expect(isOld(status(61))).toBe(true);
  expect(isOld(status(14, 'MGR_SILENT'))).toBe(false);
  expect(isOld(status(40, 'MGR_SILENT'))).toBe(true);
  expect(isOld(status(40, 'MGR_DOWN'))).toBe(true);
  expect(isOld(undefined)).toBe(false);
});

test('groups are counted over all pools, by their total or else by their states', () => {
  const placementGroups = [
    { poolName: 'a', okay: 5, total: 9 },
    { poolName: 'b', okay: 1, warn: 2, error: 4 },
    { poolName: 'c', warn: 3 },
    {},
  ];
  expect(groupsOf({ placementGroups })).toEqual({ okay: 6, total: 19 });
  expect(groupsOf(undefined)).toEqual({ okay: 0, total: 0 });
  expect([hasWork({ status: { placementGroups } }), hasWork({ status: undefined })]).toEqual([true, false]);
});

test('data is complete if all groups are known to be okay now', () => {
  const all = { placementGroups: [{ okay: 5, total: 5 }] };
  expect([isComplete(all), hasWork({ status: all })]).toEqual([true, false]);
  expect(isComplete({ ...all, placementGroupsLastUpdated: 60 })).toBe(true);
  expect(isComplete({ ...all, placementGroupsLastUpdated: 61 })).toBe(false);
  expect(isComplete({ ...all, storeStatus: { health: { status: 'HEALTH_UNKNOWN' } } })).toBe(false);
  expect(isComplete({ placementGroups: [{ okay: 4, total: 5 }] })).toBe(false);
  expect(isComplete({})).toBe(false);
});

test.each([
  [15, false],
  [16, true],
])('while no manager answers, counts that are %i s old are outdated: %s', (seconds, old) => {
  expect(isOld(status(seconds, 'MGR_DOWN'))).toBe(old);
});
