import { listed } from '../../../lib/words.ts';
import type { RbdImage } from '../../../api/contract/rbds.ts';
import { Refusal } from '../../engine.ts';
import type { Pool } from '../pools.ts';

/** The features of images that can be chosen, in the order of their bits (librbd). */
const FEATURES = [
  'LAYERING',
  'EXCLUSIVE_LOCK',
  'OBJECT_MAP',
  'FAST_DIFF',
  'DEEP_FLATTEN',
  'JOURNALING',
] as const;
export type Feature = (typeof FEATURES)[number];

/** rbd_default_features. */
export const DEFAULT_FEATURES: readonly Feature[] = FEATURES.slice(0, 5);

/** What a feature builds on. */
const NEEDS: Partial<Record<Feature, Feature>> = {
  OBJECT_MAP: 'EXCLUSIVE_LOCK',
  FAST_DIFF: 'OBJECT_MAP',
  JOURNALING: 'EXCLUSIVE_LOCK',
};

/** An image as it was at a moment. */
export interface Snapshot {
  readonly id: number;
  name: string;
  /** A protected one can be cloned, and not be deleted. */
  protected: boolean;
  readonly image: Image;
  /** Clones that still read from it. */
  readonly children: Set<Image>;
}

/** A block image. */
export interface Image {
  readonly id: number;
  /** Where its metadata lie, and its data unless there is a `dataPool`. */
  readonly pool: Pool;
  readonly dataPool: Pool | undefined;
  name: string;
  /** Bytes that its users see. */
  size: number;
  features: readonly Feature[];
  snaps: Snapshot[];
  parent: Snapshot | undefined;
  /** Bytes that are stored of it. */
  used: number;
}

/** An image that nothing has been written to. */
export const newImage = (id: number, pool: Pool, name: string, size: number): Image => ({
  id,
  pool,
  dataPool: undefined,
  name,
  size,
  features: DEFAULT_FEATURES,
  snaps: [],
  parent: undefined,
  used: 0,
});

/** Adds a snapshot to an image. */
export function addSnapshot(image: Image, name: string, isProtected = false): Snapshot {
  const id = 1 + Math.max(0, ...image.snaps.map((snap) => snap.id));
  const snapshot = { id, name, protected: isProtected, image, children: new Set<Image>() };
  image.snaps.push(snapshot);
  return snapshot;
}

/** `volumes/web-01`, as `rbd` names an image. */
export const imageName = ({ pool, name }: Pick<Image, 'pool' | 'name'>): string => `${pool.name}/${name}`;

export function toImage({ name, size, features, snaps, parent, dataPool }: Image): RbdImage {
  return {
    name,
    size,
    features: [...features],
    snaps: snaps.map((snap) => ({ id: snap.id, name: snap.name })),
    ...(parent !== undefined && {
      parent: { pool: parent.image.pool.name, image: parent.image.name, snapshot: parent.name },
    }),
    ...(dataPool !== undefined && { erasureCodedPool: dataPool.name }),
  };
}

/**
 * Reads features by their names, in capitals or as `rbd` writes them.
 * @throws Refusal 400 for unknown ones, and for those that lack what they build on
 */
export function readFeatures(names: readonly string[]): Feature[] {
  const words = new Set(names.map((name) => name.toUpperCase().replaceAll('-', '_')));
  const features = FEATURES.filter((feature) => words.delete(feature));
  const [unknown] = words;
  if (unknown !== undefined)
    throw new Refusal(
      400,
      `there is no feature ${JSON.stringify(unknown)}: choose from ${FEATURES.join(', ')}`,
    );
  for (const feature of features) {
    const needed = NEEDS[feature];
    if (needed !== undefined && !features.includes(needed))
      throw new Refusal(400, `the feature ${feature} needs ${needed}: name both, or neither`);
  }
  return features;
}

/**
 * The features that an image would have.
 * @throws Refusal 400 for changes that can only be made when an image is created
 */
export function changedFeatures({ features: before }: Image, names: readonly string[]): Feature[] {
  const features = readFeatures(names);
  if (features.includes('LAYERING') !== before.includes('LAYERING'))
    throw new Refusal(400, 'LAYERING is chosen when an image is created: it cannot be changed later');
  if (features.includes('DEEP_FLATTEN') && !before.includes('DEEP_FLATTEN'))
    throw new Refusal(400, 'DEEP_FLATTEN can only be taken away later, not be added');
  return features;
}

/** The names of all images that were cloned from some snapshots; empty where none was. */
export const clonesOf = (snaps: readonly Snapshot[]): string =>
  listed(snaps.flatMap(({ children }) => [...children].map(imageName)));
