import { Refusal } from '../../engine.ts';

/** The features of block images that can be chosen, and their bits (RBD_FEATURE_* of librbd). */
const BITS = {
  LAYERING: 1,
  EXCLUSIVE_LOCK: 4,
  OBJECT_MAP: 8,
  FAST_DIFF: 16,
  DEEP_FLATTEN: 32,
  JOURNALING: 64,
} as const;

type Feature = keyof typeof BITS;

const FEATURES = Object.keys(BITS) as readonly Feature[];

const NEEDS: Partial<Readonly<Record<Feature, Feature>>> = {
  OBJECT_MAP: 'EXCLUSIVE_LOCK',
  FAST_DIFF: 'OBJECT_MAP',
  JOURNALING: 'EXCLUSIVE_LOCK',
};

/** The names of the features in a number of librbd's. What an image has of its own accord has no name here. */
export const featureNames = (bits: number): Feature[] =>
  FEATURES.filter((feature) => (bits & BITS[feature]) !== 0);

function parseFeature(text: string): Feature {
  const name = text.trim().toUpperCase().replaceAll('-', '_');
  const feature = FEATURES.find((known) => known === name);
  if (!feature) throw new Refusal(400, `there is no feature ${text}: there are ${FEATURES.join(', ')}`);
  return feature;
}

/**
 * The bits of features, which may be written as in `OBJECT_MAP` or as in `object-map`.
 * @throws Refusal 400 for an unknown one, and for one that needs another that is not among them
 */
export function featureBits(texts: readonly string[]): number {
  const features = new Set(texts.map(parseFeature));
  for (const feature of features) {
    const needed = NEEDS[feature];
    if (needed && !features.has(needed))
      throw new Refusal(400, `the feature ${feature} needs ${needed}: choose both or neither`);
  }
  return [...features].reduce((bits, feature) => bits | BITS[feature], 0);
}

/**
 * What is to be enabled and disabled so that an image with some features has others.
 * @throws Refusal 400 for a change that librbd cannot make to an image
 */
export function featureChange(current: number, wanted: number): { enable: number; disable: number } {
  const known = FEATURES.reduce((bits, feature) => bits | BITS[feature], 0);
  const change = { enable: wanted & ~current, disable: current & known & ~wanted };
  if (((change.enable | change.disable) & BITS.LAYERING) !== 0)
    throw new Refusal(400, 'the feature LAYERING can be chosen only when an image is created');
  if ((change.enable & BITS.DEEP_FLATTEN) !== 0)
    throw new Refusal(
      400,
      'the feature DEEP_FLATTEN can be given up, but an image gets it only when it is created',
    );
  return change;
}

/** @throws Refusal 400 when an image with these features cannot be cloned from a snapshot */
export function requireLayering(bits: number): void {
  if ((bits & BITS.LAYERING) === 0)
    throw new Refusal(400, 'an image with a parent needs the feature LAYERING');
}
