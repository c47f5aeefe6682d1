import type { RbdImage } from '../../../api/contract/rbds.ts';
import { IMAGE_FEATURES, type ImageFeature } from '../../rules/imageFeatures.ts';
import type { ImageSpec } from '../../rules/images.ts';
import type { SimPool } from '../pools/pool.ts';

/** rbd_default_features. */
export const DEFAULT_FEATURES: readonly ImageFeature[] = IMAGE_FEATURES.slice(0, 5);

/** The state of an image at one time. */
export interface Snapshot {
  readonly id: number;
  name: string;
  /** A protected snapshot can be cloned, and cannot be deleted. */
  protected: boolean;
  readonly image: Image;
  /** Clones that still depend on it. */
  readonly children: Set<Image>;
}

/** A block image. */
export interface Image {
  readonly id: number;
  /** The pool of its metadata, and also of its data unless there is a `dataPool`. */
  readonly pool: SimPool;
  readonly dataPool: SimPool | undefined;
  name: string;
  /** The size that clients see, in bytes. */
  size: number;
  features: readonly ImageFeature[];
  snaps: Snapshot[];
  parent: Snapshot | undefined;
  /** Stored bytes. */
  used: number;
}

/** A new, empty image. */
export const newImage = (id: number, pool: SimPool, name: string, size: number): Image => ({
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

/** The image in the form that the rules take. */
export const specOf = ({ pool, name }: Pick<Image, 'pool' | 'name'>): ImageSpec => ({
  pool: pool.name,
  image: name,
});

/** The name of an image in the notation of `rbd`: `volumes/web-01`. */
export const imageName = ({ pool, name }: Pick<Image, 'pool' | 'name'>): string => `${pool.name}/${name}`;

export function toRbdImage({ name, size, features, snaps, parent, dataPool }: Image): RbdImage {
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

/** The names of all clones of some snapshots. */
export const clonesOf = (snaps: readonly Snapshot[]): string[] =>
  snaps.flatMap(({ children }) => [...children].map(imageName));
