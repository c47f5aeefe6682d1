import { expect, test } from 'vitest';
import { lasting, since } from '../../src/screens/since.ts';
import type { Shown } from '../../src/store/cockpit.ts';

const cockpit = { view: { getState: () => ({ now: 600_000 }) } } as unknown as Shown;

test('the duration of a state says whether its beginning was seen', () => {
  expect(since(cockpit, 348_000, true)).toBe('4m12s');
  expect(since(cockpit, 348_000, false)).toBe('>4m12s');
  expect(since(cockpit, undefined, true)).toBe('');
});

test('a state that has only just begun, or in the future after the clock was set back, is not said to be so for now', () => {
  expect(lasting(cockpit, 348_000, false)).toBe('for >4m12s');
  expect(lasting(cockpit, 600_000, true)).toBe('');
  expect(lasting(cockpit, 600_000, false)).toBe('');
  expect(lasting(cockpit, 4_200_000, true)).toBe('');
  expect(lasting(cockpit, undefined, true)).toBe('');
});
