import type { Model } from '../model/model.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { savePool } from '../persistence/pools.ts';
import { isErasure, NO_LOAD, type SimPool } from '../pools/pool.ts';
import { newImage, type Image } from './image.ts';
import {
  loadImages,
  restoreImage,
  saveDeletion,
  saveImage,
  type SavedImage,
  type SnapshotIds,
} from './saved.ts';
import { seedImages } from './seed.ts';

/** The users of an image, as an operator would name them. */
type UsersOf = (pool: string, image: string) => readonly string[];

/** The images of one pool, of which there may be a hundred thousand. */
interface PoolImages {
  readonly byId: Map<number, Image>;
  /** May also hold images under their previous names. */
  readonly byName: Map<string, Image>;
  lastId: number;
}

/** All block images. The images of a pool are generated when they are first needed. */
export class ImageStore {
  readonly #model: Model;
  readonly #persistence: Persistence;
  readonly #saved: ReadonlyMap<number, ReadonlyMap<number, SavedImage>>;
  readonly #pools = new Map<SimPool, PoolImages>();
  readonly #usersOf: UsersOf;

  /** `usersOf` is called before an image is renamed or deleted, because one in use must stay. */
  constructor(model: Model, persistence: Persistence, usersOf: UsersOf) {
    this.#model = model;
    this.#persistence = persistence;
    this.#usersOf = usersOf;
    this.#saved = loadImages(persistence);
  }

  usersOf({ pool, name }: Image): readonly string[] {
    return this.#usersOf(pool.name, name);
  }

  /** The images whose metadata is in a pool, unsorted. */
  in(pool: SimPool): readonly Image[] {
    return [...this.#imagesOf(pool).byId.values()];
  }

  find(pool: SimPool, name: string): Image | undefined {
    const image = this.#imagesOf(pool).byName.get(name);
    return image?.name === name ? image : undefined;
  }

  /** The images of other pools whose data is in this erasure-coded pool. */
  withDataIn(pool: SimPool): Image[] {
    if (!isErasure(pool) || !pool.overwrites) return [];
    return this.#model.pools
      .filter(({ application }) => application === 'rbd')
      .flatMap((other) => this.in(other))
      .filter(({ dataPool }) => dataPool === pool);
  }

  create(
    pool: SimPool,
    name: string,
    size: number,
    details: Partial<Pick<Image, 'features' | 'dataPool' | 'parent'>> = {},
  ): Image {
    const images = this.#imagesOf(pool);
    const image = { ...newImage(++images.lastId, pool, name, size), ...details };
    image.parent?.children.add(image);
    images.byId.set(image.id, image);
    this.changed(image);
    return image;
  }

  /** Saves an image that has changed. */
  changed(image: Image): void {
    this.#imagesOf(image.pool).byName.set(image.name, image);
    saveImage(this.#persistence, image);
  }

  /** Removes an image. Without its last image, a pool is empty. */
  remove(image: Image): void {
    const { pool, parent, id, name } = image;
    const { byId, byName } = this.#imagesOf(pool);
    byId.delete(id);
    byName.delete(name);
    parent?.children.delete(image);
    saveDeletion(this.#persistence, image);
    if (byId.size === 0) Object.assign(pool, { bytes: 0, objects: 0, load: NO_LOAD });
    savePool(this.#persistence, pool);
  }

  #imagesOf(pool: SimPool): PoolImages {
    const known = this.#pools.get(pool);
    if (known !== undefined) return known;
    const byId = new Map(seedImages(this.#model, pool).map((image) => [image.id, image]));
    const images: PoolImages = { byId, byName: new Map(), lastId: 0 };
    // The pool is registered first, because it may contain the parent of an image that is restored below.
    this.#pools.set(pool, images);
    this.#restore(pool, byId);
    for (const image of byId.values()) {
      images.byName.set(image.name, image);
      images.lastId = Math.max(images.lastId, image.id);
    }
    return images;
  }

  /** Applies the saved changes to the images of a pool. */
  #restore(pool: SimPool, images: Map<number, Image>): void {
    const saved = this.#saved.get(pool.id) ?? new Map<number, SavedImage>();
    for (const [id, value] of saved) {
      const image = images.get(id) ?? newImage(id, pool, '', 0);
      image.parent?.children.delete(image);
      if (value === null) {
        images.delete(id);
      } else {
        images.set(id, image);
        restoreImage(image, value, this.#model.pools);
      }
    }
    // Parents can be set only when all images exist.
    for (const [id, value] of saved) {
      if (value !== null) this.#restoreParent(images.get(id)!, value.parent);
    }
  }

  #restoreParent(image: Image, ids: SnapshotIds | undefined): void {
    const [poolId, id, snapId] = ids ?? [];
    const pool = this.#model.pools.find((candidate) => candidate.id === poolId);
    const parent = pool && this.#imagesOf(pool).byId.get(id!);
    image.parent = parent?.snaps.find((snap) => snap.id === snapId);
    image.parent?.children.add(image);
  }
}
