import type { ImageFeature } from '../../rules/imageFeatures.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { SimPool } from '../pools/pool.ts';
import type { Image } from './image.ts';

const SECTION = 'images';

/** A snapshot, by the ids of its pool, its image and itself. */
export type SnapshotIds = readonly [pool: number, image: number, snapshot: number];

/** An image as it is saved; null for a seeded one that was deleted. */
export type SavedImage = {
  readonly name: string;
  readonly size: number;
  readonly used: number;
  readonly features: readonly ImageFeature[];
  readonly snaps: readonly { readonly id: number; readonly name: string; readonly protected: boolean }[];
  readonly dataPool?: number;
  readonly parent?: SnapshotIds;
} | null;

const keyOf = ({ pool, id }: Image): string => `${pool.id}/${id}`;

/** The saved images, by the id of the pool and of the image. */
export function loadImages(persistence: Persistence): Map<number, Map<number, SavedImage>> {
  const pools = new Map<number, Map<number, SavedImage>>();
  for (const [key, value] of persistence.load(SECTION)) {
    const [pool, id] = key.split('/').map(Number) as [number, number];
    pools.set(pool, (pools.get(pool) ?? new Map<number, SavedImage>()).set(id, value as SavedImage));
  }
  return pools;
}

export function saveImage(persistence: Persistence, image: Image): void {
  const { name, size, used, features, snaps, dataPool, parent } = image;
  const saved: SavedImage = {
    name,
    size,
    used,
    features,
    snaps: snaps.map((snap) => ({ id: snap.id, name: snap.name, protected: snap.protected })),
    ...(dataPool !== undefined && { dataPool: dataPool.id }),
    ...(parent !== undefined && { parent: [parent.image.pool.id, parent.image.id, parent.id] }),
  };
  persistence.save(SECTION, keyOf(image), saved);
}

/** Saves that an image was deleted; a seeded one would otherwise be back after a restart. */
export const saveDeletion = (persistence: Persistence, image: Image): void =>
  persistence.save(SECTION, keyOf(image), null);

/** Restores a saved image except for its parent, which may not exist yet. */
export function restoreImage(
  image: Image,
  { name, size, used, features, snaps, dataPool }: NonNullable<SavedImage>,
  pools: readonly SimPool[],
): void {
  const existing = new Map(image.snaps.map((snap) => [snap.id, snap]));
  Object.assign(image, {
    name,
    size,
    used,
    features,
    dataPool: pools.find(({ id }) => id === dataPool),
    // Seeded snapshots remain the same objects, because their clones refer to them.
    snaps: snaps.map((snap) => Object.assign(existing.get(snap.id) ?? { image, children: new Set() }, snap)),
  });
}
