import { expect, test } from 'vitest';
import { listed, plural } from '../../src/lib/words.ts';

test('a list of names is cut at its limit and says how many more there are', () => {
  expect(listed(['a', 'b'])).toBe('a, b');
  expect(listed(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  expect(listed([])).toBe('');
});

test('a count of one takes the singular form', () => {
  expect([plural(1, 'host'), plural(2, 'host')]).toEqual(['1 host', '2 hosts']);
});
