import { expect, test } from 'vitest';
import { messageOf } from '../../src/lib/thrown.ts';

test('any thrown value has a message: that of an error, or the value as text', () => {
  expect(messageOf(new RangeError('too many'))).toBe('too many');
  expect(messageOf('no error at all')).toBe('no error at all');
  expect(messageOf(undefined)).toBe('undefined');
});
