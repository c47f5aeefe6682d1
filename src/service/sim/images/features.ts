import { Refusal } from '../../engine.ts';
import { featuresNamed, refuseFeatures, type ImageFeature } from '../../rules/imageFeatures.ts';
import { enforce } from '../../rules/refused.ts';

/** Maximum size in bytes that an object map can describe: 256,000,000 objects of 4 MiB (cls_rbd). */
const LARGEST_MAPPED = 256_000_000 * 4 * 2 ** 20;

/**
 * Parses names of features. @throws Refusal 400 for unknown features, and for a feature without the one that it needs
 */
export function readFeatures(names: readonly string[]): ImageFeature[] {
  enforce(refuseFeatures(names));
  return featuresNamed(names);
}

/** @throws Refusal 400 for a size that an object map cannot describe */
export function requireSize(size: number, features: readonly string[]): void {
  if (size > LARGEST_MAPPED && features.includes('OBJECT_MAP'))
    throw new Refusal(
      400,
      `an image with OBJECT_MAP has at most ${LARGEST_MAPPED} bytes: choose a smaller size, or leave OBJECT_MAP out`,
    );
}
