import type { Input } from '../../../api/contract/index.ts';
import { charge } from '../content/pools.ts';
import { Refusal } from '../../engine.ts';
import type { Model } from '../model.ts';
import {
  featuresNamed,
  refuseCloneFeatures,
  refuseFeatureChange,
  refuseFeatures,
  type ImageFeature,
} from '../../rules/imageFeatures.ts';
import {
  noSnapshot,
  refuseClone,
  refuseDataPool,
  refuseName,
  refuseNewImage,
  refuseProtection,
  snapshotCloned,
  snapshotNameTaken,
  snapshotProtected,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Pool } from '../pools.ts';
import type { ImageBook } from './book.ts';
import {
  findImage,
  imagePool,
  imagePoolOf,
  poolOrRefuse,
  requireFreeName,
  requireIdle,
  requireUnused,
} from './find.ts';
import { addSnapshot, clonesOf, DEFAULT_FEATURES, placeOf, type Image, type Snapshot } from './image.ts';

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
  enforce(refuseNewImage(body));
  const pool = imagePool(model, poolName);
  requireFreeName(book, pool, name);
  const dataPool = dataPoolNamed(model, body.erasureCodedPool);
  const features = body.features && readFeatures(body.features);
  if (parent && features) enforce(refuseCloneFeatures(features));
  const snapshot = parent && clonable(model, book, parent);
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
  enforce(refuseClone(placeOf(image), snapshot));
  return snapshot;
}

/** @throws Refusal 400, 404, 409 for a pool that cannot hold the data of an image */
function dataPoolNamed(model: Model, name: string | undefined): Pool | undefined {
  if (name === undefined) return undefined;
  const pool = poolOrRefuse(model, name);
  enforce(refuseDataPool(imagePoolOf(pool)));
  return pool;
}

/** @throws Refusal 400 for features that there are not, or that lack what they build on */
function readFeatures(names: readonly string[]): ImageFeature[] {
  enforce(refuseFeatures(names));
  return featuresNamed(names);
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
  const wanted = features === undefined ? image.features : readFeatures(features);
  enforce(refuseFeatureChange(image.features, wanted));
  requireSize(size, wanted);
  const lost = size < image.size ? Math.round(image.used * (1 - size / image.size)) : 0;
  if (lost > 0) charge(image.dataPool ?? image.pool, lost, -1);
  Object.assign(image, { name, size, features: wanted, used: image.used - lost });
  book.changed(image);
}

/** @throws Refusal 404 */
export function findSnapshot(image: Image, name: string): Snapshot {
  const snapshot = image.snaps.find((candidate) => candidate.name === name);
  if (snapshot !== undefined) return snapshot;
  const known = image.snaps.map((snap) => snap.name);
  throw refusal(noSnapshot(placeOf(image), name, known));
}

/** @throws Refusal 409 */
export function createSnapshot(book: ImageBook, image: Image, name: string): void {
  requireFreeSnapshot(image, name);
  addSnapshot(image, name);
  book.changed(image);
}

function requireFreeSnapshot(image: Image, name: string): void {
  enforce(refuseName('snapshot', name));
  if (image.snaps.some((snap) => snap.name === name)) throw refusal(snapshotNameTaken(placeOf(image), name));
}

/** @throws Refusal 409 */
export function deleteSnapshot(book: ImageBook, image: Image, snapshot: Snapshot): void {
  if (snapshot.protected)
    throw refusal(snapshotProtected(placeOf(image), snapshot.name, clonesOf([snapshot])));
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
  if (protect && !snapshot.protected) enforce(refuseProtection(placeOf(image), image.features));
  if (!protect && snapshot.children.size > 0)
    throw refusal(snapshotCloned(placeOf(image), snapshot.name, clonesOf([snapshot])));
  snapshot.name = name;
  snapshot.protected = protect;
  book.changed(image);
}
