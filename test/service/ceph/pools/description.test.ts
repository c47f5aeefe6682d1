import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describePool,
  DESCRIPTIONS,
  poolDescriptions,
} from '../../../../src/service/ceph/pools/description.ts';

test('any text comes back as it was, and is stored in plain ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const [command] = describePool(7, text);
      const stored = String(command?.['val']);
      expect(stored).toMatch(/^[\x20-\x7e]*$/);
      expect(poolDescriptions({ [String(command?.['key'])]: stored }).get(7)).toBe(text);
    }),
  );
});

test('what someone else has stored is shown as it is', () => {
  expect(poolDescriptions({ [`${DESCRIPTIONS}3`]: 'plain words' }).get(3)).toBe('plain words');
});

test('an empty description is taken away, and none is left alone', () => {
  expect(describePool(7, '')).toMatchObject([{ prefix: 'config-key rm' }]);
  expect(describePool(7, undefined)).toEqual([]);
});
