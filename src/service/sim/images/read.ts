import { Refusal } from '../../engine.ts';
import {
  imageNameTaken,
  noImage,
  noSnapshot,
  refuseDiskChange,
  refuseImagePool,
  refuseName,
  type DiskChange,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import { isErasure, type SimPool } from '../pools/pool.ts';
import { poolOrRefuse } from '../pools/read.ts';
import { imageName, specOf, type Image, type Snapshot } from './image.ts';
import type { ImageStore } from './store.ts';

/** A pool in which images can be created. @throws Refusal 404, 409 */
export function imagePool(model: Model, name: string): SimPool {
  const pool = poolOrRefuse(model, name);
  if (pool.application !== 'rbd')
    throw new Refusal(
      409,
      `the pool ${name} is for ${pool.application || 'nothing yet'}: choose one for rbd`,
    );
  enforce(refuseImagePool(imagePoolOf(pool)));
  return pool;
}

/** A pool in the form that the rules take. */
export const imagePoolOf = (pool: SimPool) => ({
  name: pool.name,
  erasureCoding: isErasure(pool),
  overwrites: isErasure(pool) && pool.overwrites,
});

/** The image of this name. @throws Refusal 404 */
export function findImage(model: Model, store: ImageStore, poolName: string, name: string): Image {
  const image = store.find(poolOrRefuse(model, poolName), name);
  if (image === undefined) throw refusal(noImage({ pool: poolName, image: name }));
  return image;
}

/** The snapshot of this name. @throws Refusal 404 */
export function findSnapshot(image: Image, name: string): Snapshot {
  const snapshot = image.snaps.find((candidate) => candidate.name === name);
  if (snapshot !== undefined) return snapshot;
  const known = image.snaps.map((snap) => snap.name);
  throw refusal(noSnapshot(specOf(image), name, known));
}

/** @throws Refusal 400, 409 */
export function requireFreeName(store: ImageStore, pool: SimPool, name: string): void {
  enforce(refuseName('image', name));
  if (store.find(pool, name) !== undefined) throw refusal(imageNameTaken(specOf({ pool, name })));
}

/** The queue of an image's tasks, which run one after another. */
export const queueOf = ({ pool, id }: Image): string => `image ${pool.id}/${id}`;

/** @throws Refusal 409 while a task is working on the image */
export function requireIdle({ tasks }: Model, image: Image): void {
  if (tasks.busy(queueOf(image)))
    throw new Refusal(409, `a task works on ${imageName(image)}: wait for it to end, or cancel it`);
}

/** @throws Refusal 409 while the image is in use as a disk */
export const requireUnused = (store: ImageStore, image: Image, change: DiskChange): void =>
  enforce(refuseDiskChange(specOf(image), store.usersOf(image), change));
