import { Refusal } from '../../engine.ts';
import { noPool } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import type { Model } from '../model.ts';
import { isErasure, type Pool } from '../pools.ts';
import type { ImageBook } from './book.ts';
import { imageName, type Image } from './image.ts';

/** @throws Refusal 404 */
export function poolOrRefuse({ pools }: Pick<Model, 'pools'>, name: string): Pool {
  const pool = pools.find((candidate) => candidate.name === name);
  if (pool === undefined) throw refusal(noPool(name));
  return pool;
}

/** A pool that images can be made in. @throws Refusal 404, 409 */
export function imagePool(model: Model, name: string): Pool {
  const pool = poolOrRefuse(model, name);
  if (pool.application !== 'rbd')
    throw new Refusal(
      409,
      `the pool ${name} is for ${pool.application || 'nothing yet'}: choose one for rbd`,
    );
  if (isErasure(pool)) {
    throw new Refusal(
      409,
      `the pool ${name} is erasure-coded and cannot hold an image's metadata: choose a replicated one, and name ${name} as erasureCodedPool`,
    );
  }
  return pool;
}

/** @throws Refusal 404 */
export function findImage(model: Model, book: ImageBook, poolName: string, name: string): Image {
  const image = book.find(poolOrRefuse(model, poolName), name);
  if (image === undefined)
    throw new Refusal(404, `the pool ${poolName} has no image ${JSON.stringify(name)}: list its images`);
  return image;
}

/** @throws Refusal 400, 409 */
export function requireFreeName(book: ImageBook, pool: Pool, name: string): void {
  if (/[/@]/.test(name))
    throw new Refusal(400, `an image cannot be named ${JSON.stringify(name)}: leave out / and @`);
  if (book.find(pool, name) !== undefined)
    throw new Refusal(409, `there is an image ${imageName({ pool, name })} already: choose another name`);
}

/** Tasks on the same image wait for each other. */
export const queueOf = ({ pool, id }: Image): string => `image ${pool.id}/${id}`;

/** @throws Refusal 409 while a task works on the image */
export function requireIdle({ tasks }: Model, image: Image): void {
  if (tasks.busy(queueOf(image)))
    throw new Refusal(409, `a task works on ${imageName(image)}: wait for it to end, or cancel it`);
}

/** @throws Refusal 409 while another section uses the image by its name */
export function requireUnused(
  book: ImageBook,
  image: Image,
  fate: 'deleted' | 'renamed' | 'made smaller',
): void {
  const [user, ...others] = book.usersOf(image);
  if (user === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new Refusal(
    409,
    `${imageName(image)} is a disk of ${user}${more}: take it away from them first, then it can be ${fate}`,
  );
}
