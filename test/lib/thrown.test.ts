import { expect, test } from 'vitest';
import { messageOf } from '../../src/lib/thrown.ts';

test('whatever is thrown has a message: that of an error, and anything else as text', () => {
  expect(messageOf(new RangeError('too many'))).toBe('too many');
  expect(messageOf('no error at all')).toBe('no error at all');
  expect(messageOf(undefined)).toBe('undefined');
});
