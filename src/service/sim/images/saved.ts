import type { Keep } from '../kept/keep.ts';
import type { Pool } from '../pools.ts';
import type { ImageFeature } from '../../rules/imageFeatures.ts';
import type { Image } from './image.ts';

const SECTION = 'images';

/** A snapshot by the ids of its pool, its image and itself. */
export type SnapshotIds = readonly [pool: number, image: number, snapshot: number];

/** An image as it is kept; null for one that was there from the beginning and is deleted. */
export type KeptImage = {
  readonly name: string;
  readonly size: number;
  readonly used: number;
  readonly features: readonly ImageFeature[];
  readonly snaps: readonly { readonly id: number; readonly name: string; readonly protected: boolean }[];
  readonly dataPool?: number;
  readonly parent?: SnapshotIds;
} | null;

const keyOf = ({ pool, id }: Image): string => `${pool.id}/${id}`;

/** The kept images, by the ids of their pool and themselves. */
export function loadImages(keep: Keep): Map<number, Map<number, KeptImage>> {
  const pools = new Map<number, Map<number, KeptImage>>();
  for (const [key, value] of keep.load(SECTION)) {
    const [pool, id] = key.split('/').map(Number) as [number, number];
    pools.set(pool, (pools.get(pool) ?? new Map<number, KeptImage>()).set(id, value as KeptImage));
  }
  return pools;
}

export function saveImage(keep: Keep, image: Image): void {
  const { name, size, used, features, snaps, dataPool, parent } = image;
  const kept: KeptImage = {
    name,
    size,
    used,
    features,
    snaps: snaps.map((snap) => ({ id: snap.id, name: snap.name, protected: snap.protected })),
    ...(dataPool !== undefined && { dataPool: dataPool.id }),
    ...(parent !== undefined && { parent: [parent.image.pool.id, parent.image.id, parent.id] }),
  };
  keep.save(SECTION, keyOf(image), kept);
}

/** Without it, an image that was there from the beginning would be there again. */
export const saveDeletion = (keep: Keep, image: Image): void => keep.save(SECTION, keyOf(image), null);

/** Brings an image to what was kept of it, except for its parent, which may not be there yet. */
export function restoreImage(
  image: Image,
  { name, size, used, features, snaps, dataPool }: NonNullable<KeptImage>,
  pools: readonly Pool[],
): void {
  const before = new Map(image.snaps.map((snap) => [snap.id, snap]));
  Object.assign(image, {
    name,
    size,
    used,
    features,
    dataPool: pools.find(({ id }) => id === dataPool),
    // Those that were there from the beginning stay the same objects: their clones point to them.
    snaps: snaps.map((snap) => Object.assign(before.get(snap.id) ?? { image, children: new Set() }, snap)),
  });
}
