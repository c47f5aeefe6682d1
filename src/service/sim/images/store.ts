import type { Model } from '../model.ts';
import type { Keep } from '../kept/keep.ts';
import { savePool } from '../kept/pools.ts';
import { isErasure, NO_LOAD, type Pool } from '../pools.ts';
import { newImage, type Image } from './image.ts';
import {
  loadImages,
  restoreImage,
  saveDeletion,
  saveImage,
  type KeptImage,
  type SnapshotIds,
} from './saved.ts';
import { seedImages } from './seed.ts';

/** Who uses an image, as an operator would say it. */
type UsersOf = (pool: string, image: string) => readonly string[];

/** The images of one pool. Of those there may be a hundred thousand. */
interface Shelf {
  readonly byId: Map<number, Image>;
  /** May hold images under names that they had. */
  readonly byName: Map<string, Image>;
  lastId: number;
}

/** All block images. Those of a pool are made when they are first looked at. */
export class ImageBook {
  readonly #model: Model;
  readonly #keep: Keep;
  readonly #kept: ReadonlyMap<number, ReadonlyMap<number, KeptImage>>;
  readonly #pools = new Map<Pool, Shelf>();
  readonly #usersOf: UsersOf;

  /** `usersOf` is asked of an image before it is renamed or deleted: one that is in use stays. */
  constructor(model: Model, keep: Keep, usersOf: UsersOf) {
    this.#model = model;
    this.#keep = keep;
    this.#usersOf = usersOf;
    this.#kept = loadImages(keep);
  }

  usersOf({ pool, name }: Image): readonly string[] {
    return this.#usersOf(pool.name, name);
  }

  /** The images whose metadata are in a pool, in no particular order. */
  in(pool: Pool): readonly Image[] {
    return [...this.#shelf(pool).byId.values()];
  }

  find(pool: Pool, name: string): Image | undefined {
    const image = this.#shelf(pool).byName.get(name);
    return image?.name === name ? image : undefined;
  }

  /** Images of other pools whose data are in this erasure-coded one. */
  withDataIn(pool: Pool): Image[] {
    if (!isErasure(pool) || !pool.overwrites) return [];
    return this.#model.pools
      .filter(({ application }) => application === 'rbd')
      .flatMap((other) => this.in(other))
      .filter(({ dataPool }) => dataPool === pool);
  }

  create(
    pool: Pool,
    name: string,
    size: number,
    details: Partial<Pick<Image, 'features' | 'dataPool' | 'parent'>> = {},
  ): Image {
    const shelf = this.#shelf(pool);
    const image = { ...newImage(++shelf.lastId, pool, name, size), ...details };
    image.parent?.children.add(image);
    shelf.byId.set(image.id, image);
    this.changed(image);
    return image;
  }

  /** Keeps what is new about an image. */
  changed(image: Image): void {
    this.#shelf(image.pool).byName.set(image.name, image);
    saveImage(this.#keep, image);
  }

  /** Takes an image off the books. With the last one, its pool is empty. */
  remove(image: Image): void {
    const { pool, parent, id, name } = image;
    const { byId, byName } = this.#shelf(pool);
    byId.delete(id);
    byName.delete(name);
    parent?.children.delete(image);
    saveDeletion(this.#keep, image);
    if (byId.size === 0) Object.assign(pool, { bytes: 0, objects: 0, load: NO_LOAD });
    savePool(this.#keep, pool);
  }

  #shelf(pool: Pool): Shelf {
    const known = this.#pools.get(pool);
    if (known !== undefined) return known;
    const byId = new Map(seedImages(this.#model, pool).map((image) => [image.id, image]));
    const shelf: Shelf = { byId, byName: new Map(), lastId: 0 };
    // Parents that are looked for below may be in this pool.
    this.#pools.set(pool, shelf);
    this.#restore(pool, byId);
    for (const image of byId.values()) {
      shelf.byName.set(image.name, image);
      shelf.lastId = Math.max(shelf.lastId, image.id);
    }
    return shelf;
  }

  /** Brings the images of a pool to what was kept of them. */
  #restore(pool: Pool, images: Map<number, Image>): void {
    const kept = this.#kept.get(pool.id) ?? new Map<number, KeptImage>();
    for (const [id, value] of kept) {
      const image = images.get(id) ?? newImage(id, pool, '', 0);
      image.parent?.children.delete(image);
      if (value === null) {
        images.delete(id);
      } else {
        images.set(id, image);
        restoreImage(image, value, this.#model.pools);
      }
    }
    // Only now is every possible parent there.
    for (const [id, value] of kept) {
      if (value !== null) this.#restoreParent(images.get(id)!, value.parent);
    }
  }

  #restoreParent(image: Image, ids: SnapshotIds | undefined): void {
    const [poolId, id, snapId] = ids ?? [];
    const pool = this.#model.pools.find((candidate) => candidate.id === poolId);
    const parent = pool && this.#shelf(pool).byId.get(id!);
    image.parent = parent?.snaps.find((snap) => snap.id === snapId);
    image.parent?.children.add(image);
  }
}
