import { badRequest, type Refused } from './refused.ts';

/** The features that can be chosen for an image, in the order of their bits in librbd. */
export const IMAGE_FEATURES = [
  'LAYERING',
  'EXCLUSIVE_LOCK',
  'OBJECT_MAP',
  'FAST_DIFF',
  'DEEP_FLATTEN',
  'JOURNALING',
] as const;
export type ImageFeature = (typeof IMAGE_FEATURES)[number];

/** The feature that another one depends on. */
const NEEDS: Partial<Readonly<Record<ImageFeature, ImageFeature>>> = {
  OBJECT_MAP: 'EXCLUSIVE_LOCK',
  FAST_DIFF: 'OBJECT_MAP',
  JOURNALING: 'EXCLUSIVE_LOCK',
};

const constantCase = (name: string): string => name.trim().toUpperCase().replaceAll('-', '_');

/** The known features among `names`, which may be written like `OBJECT_MAP` or like `object-map`. */
export function featuresNamed(names: readonly string[]): ImageFeature[] {
  const wanted = new Set(names.map(constantCase));
  return IMAGE_FEATURES.filter((feature) => wanted.has(feature));
}

/** Refuses unknown features, and features without the one that they depend on. */
export function refuseFeatures(names: readonly string[]): Refused | undefined {
  const known: readonly string[] = IMAGE_FEATURES;
  const unknown = names.find((name) => !known.includes(constantCase(name)));
  if (unknown !== undefined)
    return badRequest(
      `there is no feature ${JSON.stringify(unknown)}: choose from ${IMAGE_FEATURES.join(', ')}`,
    );
  const features = featuresNamed(names);
  for (const feature of features) {
    const needed = NEEDS[feature];
    if (needed !== undefined && !features.includes(needed))
      return badRequest(`the feature ${feature} needs ${needed}: choose both or neither`);
  }
  return undefined;
}

/** Refuses to change a feature that can be chosen only when an image is created. */
export function refuseFeatureChange(
  present: readonly ImageFeature[],
  wanted: readonly ImageFeature[],
): Refused | undefined {
  if (present.includes('LAYERING') !== wanted.includes('LAYERING'))
    return badRequest('the feature LAYERING can be chosen only when an image is created');
  return wanted.includes('DEEP_FLATTEN') && !present.includes('DEEP_FLATTEN')
    ? badRequest('the feature DEEP_FLATTEN can be removed, but added only when an image is created')
    : undefined;
}

/** Refuses a clone that could not read from its parent. */
export const refuseCloneFeatures = (features: readonly ImageFeature[]): Refused | undefined =>
  features.includes('LAYERING') ? undefined : badRequest('an image with a parent needs the feature LAYERING');
