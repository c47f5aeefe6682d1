import { expect, test } from 'vitest';
import { isOld } from '../../src/diagnosis/work.ts';
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
