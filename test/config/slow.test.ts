import { describe, expect, test } from 'vitest';
import { slowSetting } from '../../src/config/slow.ts';

describe('slowSetting', () => {
  test.each([
    [undefined, undefined, undefined, 'auto'],
    [undefined, undefined, true, 'on'],
    [undefined, undefined, false, 'off'],
    [undefined, '0', true, 'off'],
    [undefined, 'YES', false, 'on'],
    [undefined, 'auto', true, 'auto'],
    [undefined, '', true, 'on'],
    [true, '0', false, 'on'],
    [false, '1', true, 'off'],
  ])(
    'with the option %s, the variable %s and the file %s the mode for slow links is %s',
    (asked, word, slow, expected) => {
      const env = word === undefined ? {} : { STOREDECK_SLOW: word };
      expect(slowSetting(asked, env, { screen: slow === undefined ? {} : { slow } }).slow).toBe(expected);
    },
  );

  test.each(['constructor', '2', 'slow'])('the value %s for the mode for slow links is refused', (word) => {
    expect(() => slowSetting(undefined, { STOREDECK_SLOW: word }, { screen: {} })).toThrow(
      /must be 1, 0 or auto/,
    );
  });
});
