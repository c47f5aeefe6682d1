import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describePool,
  DESCRIPTIONS,
  poolDescriptions,
} from '../../../../src/service/ceph/pools/description.ts';
import { anyText } from '../../../support/anyText.ts';

test('any text is read back unchanged, and is stored in plain ASCII', () => {
  fc.assert(
    fc.property(anyText({ minLength: 1 }), (text) => {
      const [command] = describePool(7, text);
      const stored = String(command?.['val']);
      expect(stored).toMatch(/^[\x20-\x7e]*$/);
      expect(poolDescriptions({ [String(command?.['key'])]: stored }).get(7)).toBe(text);
    }),
  );
});

test('a description stored by another program is shown as it is', () => {
  expect(poolDescriptions({ [`${DESCRIPTIONS}3`]: 'plain words' }).get(3)).toBe('plain words');
});

test('an empty description removes the stored one, and an absent one leaves it alone', () => {
  expect(describePool(7, '')).toMatchObject([{ prefix: 'config-key rm' }]);
  expect(describePool(7, undefined)).toEqual([]);
});
