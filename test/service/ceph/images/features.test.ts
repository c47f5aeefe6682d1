import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featureBits, featureChange, featureNames } from '../../../../src/service/ceph/images/features.ts';
import { refusal } from '../../../support/refusal.ts';

const bits = fc.integer({ min: 0, max: 2047 });

test('the default features of librbd have the names of the interface', () => {
  const names = ['LAYERING', 'EXCLUSIVE_LOCK', 'OBJECT_MAP', 'FAST_DIFF', 'DEEP_FLATTEN'];
  expect(featureNames(61)).toEqual(names);
  expect(featureBits(names)).toBe(61);
});

test('features can be written as in the rbd command', () => {
  expect(featureBits(['layering', 'exclusive-lock', ' Object-Map '])).toBe(13);
});

test('a feature that librbd sets by itself is neither listed nor disabled', () => {
  const dataPool = 128;
  expect(featureNames(dataPool | 1)).toEqual(['LAYERING']);
  expect(featureChange(dataPool | 5, 1)).toEqual({ enable: 0, disable: 4 });
});

test('an unknown feature, and one whose required feature is missing, is refused by its name', () => {
  expect(() => featureBits(['JOURNALING'])).toThrow(refusal(400, 'JOURNALING needs EXCLUSIVE_LOCK'));
  expect(() => featureBits(['warp'])).toThrow(refusal(400, 'no feature "warp": choose from LAYERING'));
});

test('features that are fixed at creation cannot be changed later', () => {
  expect(() => featureChange(1, 0)).toThrow(refusal(400, 'LAYERING'));
  expect(() => featureChange(0, 1)).toThrow(refusal(400, 'LAYERING'));
  expect(() => featureChange(1, 33)).toThrow(refusal(400, 'DEEP_FLATTEN'));
  expect(featureChange(33, 1)).toEqual({ enable: 0, disable: 32 });
});

test('any change of features leads to the requested ones, or is refused', () => {
  fc.assert(
    fc.property(bits, bits, (current, wanted) => {
      const names = featureNames(wanted);
      let change;
      try {
        change = featureChange(current, featureBits(names));
      } catch {
        return;
      }
      expect(featureNames((current | change.enable) & ~change.disable)).toEqual(names);
      expect(current & change.enable).toBe(0);
      expect(current & change.disable).toBe(change.disable);
    }),
  );
});
