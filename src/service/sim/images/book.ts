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
} from './kept.ts';
import { seedImages } from './seed.ts';

/** Who uses an image, as an operator would say it. */
type AskForUsers = (pool: string, image: string) => readonly string[];

/** All block images. Those of a pool are made when they are first looked at. */
export class ImageBook {
  readonly #model: Model;
  readonly #keep: Keep;
  readonly #kept: ReadonlyMap<number, ReadonlyMap<number, KeptImage>>;
  readonly #pools = new Map<Pool, Map<number, Image>>();
  readonly #askers: AskForUsers[] = [];

  constructor(model: Model, keep: Keep) {
    this.#model = model;
    this.#keep = keep;
    this.#kept = loadImages(keep);
  }

  /** From now on an image that `ask` names users of keeps its name and is not deleted. */
  askForUsers(ask: AskForUsers): void {
    this.#askers.push(ask);
  }

  usersOf({ pool, name }: Image): string[] {
    return this.#askers.flatMap((ask) => ask(pool.name, name));
  }

  /** The images whose metadata are in a pool, in no particular order. */
  in(pool: Pool): readonly Image[] {
    return [...this.#imagesIn(pool).values()];
  }

  find(pool: Pool, name: string): Image | undefined {
    return this.in(pool).find((image) => image.name === name);
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
    const images = this.#imagesIn(pool);
    const image = { ...newImage(1 + Math.max(0, ...images.keys()), pool, name, size), ...details };
    image.parent?.children.add(image);
    images.set(image.id, image);
    this.changed(image);
    return image;
  }

  /** Keeps what is new about an image. */
  changed(image: Image): void {
    saveImage(this.#keep, image);
  }

  /** Takes an image off the books. With the last one, its pool is empty. */
  remove(image: Image): void {
    const { pool, parent, id } = image;
    this.#imagesIn(pool).delete(id);
    parent?.children.delete(image);
    saveDeletion(this.#keep, image);
    if (this.in(pool).length === 0) Object.assign(pool, { bytes: 0, objects: 0, load: NO_LOAD });
    savePool(this.#keep, pool);
  }

  #imagesIn(pool: Pool): Map<number, Image> {
    const known = this.#pools.get(pool);
    if (known !== undefined) return known;
    const images = new Map(seedImages(this.#model, pool).map((image) => [image.id, image]));
    this.#pools.set(pool, images);
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
    return images;
  }

  #restoreParent(image: Image, ids: SnapshotIds | undefined): void {
    const [poolId, id, snapId] = ids ?? [];
    const pool = this.#model.pools.find((candidate) => candidate.id === poolId);
    const parent = pool && this.#imagesIn(pool).get(id!);
    image.parent = parent?.snaps.find((snap) => snap.id === snapId);
    image.parent?.children.add(image);
  }
}
