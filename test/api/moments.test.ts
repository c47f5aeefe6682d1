import { expect, test } from 'vitest';
import { isMoment, momentMs } from '../../src/api/moments.ts';

test('a field is a moment if the contract calls it a Unix timestamp, at any depth', () => {
  expect(['startedAt', 'lastModified', 't'].map(isMoment)).toContain(true);
  expect(['name', 'id', 'constructor'].map(isMoment)).toEqual([false, false, false]);
});

test.each([
  [1, 1000],
  [1_700_000_000, 1_700_000_000_000],
  [99_999_999_999, 99_999_999_999_000],
  [100_000_000_000, 100_000_000_000],
  [1_700_000_000_123, 1_700_000_000_123],
  [0, undefined],
  [-1, undefined],
  [undefined, undefined],
])('the timestamp %s is %s milliseconds since the epoch', (at, ms) => expect(momentMs(at)).toBe(ms));
