import {
  featuresNamed,
  IMAGE_FEATURES,
  refuseFeatureChange,
  refuseFeatures,
  type ImageFeature,
} from '../../rules/imageFeatures.ts';
import { enforce } from '../../rules/refused.ts';

/** The bits of the features (RBD_FEATURE_* in librbd). */
const BITS: Readonly<Record<ImageFeature, number>> = {
  LAYERING: 1,
  EXCLUSIVE_LOCK: 4,
  OBJECT_MAP: 8,
  FAST_DIFF: 16,
  DEEP_FLATTEN: 32,
  JOURNALING: 64,
};

const bitsOf = (features: readonly ImageFeature[]): number =>
  features.reduce((bits, feature) => bits | BITS[feature], 0);

/** The names of the features in a bit mask of librbd. Features that only librbd itself sets have no name here. */
export const featureNames = (bits: number): ImageFeature[] =>
  IMAGE_FEATURES.filter((feature) => (bits & BITS[feature]) !== 0);

/** The bit mask of named features. @throws Refusal 400, see refuseFeatures */
export function featureBits(names: readonly string[]): number {
  enforce(refuseFeatures(names));
  return bitsOf(featuresNamed(names));
}

/**
 * The feature bits to enable and disable so that an image with the features `current` has the `wanted` ones.
 * @throws Refusal 400 for a change that librbd cannot make to an image
 */
export function featureChange(current: number, wanted: number): { enable: number; disable: number } {
  enforce(refuseFeatureChange(featureNames(current), featureNames(wanted)));
  return { enable: wanted & ~current, disable: current & bitsOf(IMAGE_FEATURES) & ~wanted };
}
