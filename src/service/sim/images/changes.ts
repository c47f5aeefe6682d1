import type { Input } from '../../../api/contract/index.ts';
import { charge } from '../content/pools.ts';
import { Refusal } from '../../engine.ts';
import type { Model } from '../model.ts';
import { isErasure, type Pool } from '../pools.ts';
import type { ImageBook } from './book.ts';
import { findImage, imagePool, requireFreeName, requireIdle, requireUnused } from './find.ts';
import {
  addSnapshot,
  changedFeatures,
  DEFAULT_FEATURES,
  clonesOf,
  imageName,
  readFeatures,
  type Image,
  type Snapshot,
} from './image.ts';

/** Objects of 4 MiB that an object map can describe (cls_rbd). */
const LARGEST_MAP = 256_000_000 * 4 * 2 ** 20;

/**
 * Makes an image: empty, or as the clone of a snapshot.
 * @throws Refusal 400, 404, 409
 */
export function createImage(
  model: Model,
  book: ImageBook,
  poolName: string,
  body: Input<'createImage'>['body'],
): void {
  const { name, size, snaps = [], parent } = body;
  const pool = imagePool(model, poolName);
  requireFreeName(book, pool, name);
  const twice = snaps.find((snap, index) => snaps.findIndex((other) => other.name === snap.name) !== index);
  if (twice !== undefined)
    throw new Refusal(400, `the snapshot ${JSON.stringify(twice.name)} is named twice: name each once`);
  const dataPool = erasurePool(model, body.erasureCodedPool);
  const features = body.features && readFeatures(body.features);
  const snapshot = parent && clonable(model, book, parent);
  if (snapshot !== undefined && size < snapshot.image.size) {
    throw new Refusal(
      400,
      `a clone of ${imageName(snapshot.image)} has at least its ${snapshot.image.size} bytes: ask for no less`,
    );
  }
  requireSize(size, features ?? DEFAULT_FEATURES);
  const image = book.create(pool, name, size, {
    ...(features !== undefined && { features }),
    ...(dataPool !== undefined && { dataPool }),
    ...(snapshot !== undefined && { parent: snapshot }),
  });
  for (const snap of snaps) addSnapshot(image, snap.name);
  if (snaps.length > 0) book.changed(image);
}

/** @throws Refusal 400, 404, 409 for a snapshot that is not there or cannot be cloned */
export function cloneImage(
  model: Model,
  book: ImageBook,
  parent: { pool: string; image: string; snapshot: string },
  into: { pool: string; name: string },
): void {
  const snapshot = clonable(model, book, parent);
  const pool = imagePool(model, into.pool);
  requireFreeName(book, pool, into.name);
  book.create(pool, into.name, snapshot.image.size, { parent: snapshot });
}

function clonable(
  model: Model,
  book: ImageBook,
  { pool, image: name, snapshot: snapName }: { pool: string; image: string; snapshot: string },
): Snapshot {
  const image = findImage(model, book, pool, name);
  requireIdle(model, image);
  const snapshot = findSnapshot(image, snapName);
  if (!snapshot.protected)
    throw new Refusal(
      409,
      `${imageName(image)}@${snapName} is not protected: protect it first, then clone it`,
    );
  if (!image.features.includes('LAYERING'))
    throw new Refusal(409, `${imageName(image)} was created without LAYERING, so it cannot be cloned`);
  return snapshot;
}

/** The pool for the data of an image. @throws Refusal 400 for one that cannot hold them */
function erasurePool({ pools }: Model, name: string | undefined): Pool | undefined {
  if (name === undefined) return undefined;
  const pool = pools.find((candidate) => candidate.name === name);
  if (pool === undefined || !isErasure(pool))
    throw new Refusal(400, `there is no erasure-coded pool ${JSON.stringify(name)} for the data`);
  if (!pool.overwrites)
    throw new Refusal(409, `the pool ${name} cannot be overwritten in place: enable its EC overwrites first`);
  return pool;
}

function requireSize(size: number, features: readonly string[]): void {
  if (size > LARGEST_MAP && features.includes('OBJECT_MAP'))
    throw new Refusal(
      400,
      `an image with OBJECT_MAP has at most ${LARGEST_MAP} bytes: ask for less, or leave OBJECT_MAP out`,
    );
}

/**
 * Renames or resizes an image, or changes its features: all that is asked for, or nothing. What is stored
 * beyond a smaller size is lost, and its space free.
 * @throws Refusal 400, 409
 */
export function updateImage(
  model: Model,
  book: ImageBook,
  image: Image,
  { name = image.name, size = image.size, features }: Input<'updateImage'>['body'],
): void {
  requireIdle(model, image);
  if (name !== image.name) {
    requireFreeName(book, image.pool, name);
    requireUnused(book, image, 'renamed');
  }
  if (size < image.size) requireUnused(book, image, 'made smaller');
  const wanted = features === undefined ? image.features : changedFeatures(image, features);
  requireSize(size, wanted);
  const lost = size < image.size ? Math.round(image.used * (1 - size / image.size)) : 0;
  if (lost > 0) charge(image.dataPool ?? image.pool, lost, -1);
  Object.assign(image, { name, size, features: wanted, used: image.used - lost });
  book.changed(image);
}

/** @throws Refusal 404 */
export function findSnapshot(image: Image, name: string): Snapshot {
  const snapshot = image.snaps.find((candidate) => candidate.name === name);
  if (snapshot === undefined)
    throw new Refusal(
      404,
      `${imageName(image)} has no snapshot ${JSON.stringify(name)}: read the image to see which it has`,
    );
  return snapshot;
}

/** @throws Refusal 409 */
export function createSnapshot(book: ImageBook, image: Image, name: string): void {
  requireFreeSnapshot(image, name);
  addSnapshot(image, name);
  book.changed(image);
}

function requireFreeSnapshot(image: Image, name: string): void {
  if (/[/@]/.test(name))
    throw new Refusal(400, `a snapshot cannot be named ${JSON.stringify(name)}: leave out / and @`);
  if (image.snaps.some((snap) => snap.name === name))
    throw new Refusal(409, `${imageName(image)} has a snapshot ${JSON.stringify(name)} already`);
}

/** @throws Refusal 409 */
export function deleteSnapshot(book: ImageBook, image: Image, snapshot: Snapshot): void {
  if (snapshot.protected) {
    const clones = clonesOf([snapshot]);
    const first = clones === '' ? '' : `images are cloned from it (${clones}): flatten or delete them, then `;
    throw new Refusal(
      409,
      `${imageName(image)}@${snapshot.name} is protected: ${first}take the protection away first`,
    );
  }
  image.snaps = image.snaps.filter((other) => other !== snapshot);
  book.changed(image);
}

/** @throws Refusal 409 */
export function updateSnapshot(
  book: ImageBook,
  image: Image,
  snapshot: Snapshot,
  { name = snapshot.name, protect = snapshot.protected }: Input<'updateSnapshot'>['body'],
): void {
  if (name !== snapshot.name) requireFreeSnapshot(image, name);
  if (!protect && snapshot.children.size > 0) {
    throw new Refusal(
      409,
      `images are cloned from ${imageName(image)}@${snapshot.name}: ${clonesOf([snapshot])}. Flatten or delete them first`,
    );
  }
  snapshot.name = name;
  snapshot.protected = protect;
  book.changed(image);
}
