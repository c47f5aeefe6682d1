import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternHash } from '../../src/lib/patternHash.ts';

test('texts that differ only in their numbers have the same pattern', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.float({ noNaN: true, min: 0, max: 100 }), (one, other, share) => {
      const text = (id: number, part: number) => `osd.${id} commits in ${part.toFixed(2)} ms`;
      expect(patternHash(text(one, share))).toBe(patternHash(text(other, 7)));
    }),
  );
});

test('texts with other words have another pattern', () => {
  expect(patternHash('osd.1 is up')).not.toBe(patternHash('osd.1 is out'));
});
