import type { Input } from '../../../api/contract/index.ts';
import { refuseCloneFeatures } from '../../rules/imageFeatures.ts';
import { refuseClone, refuseDataPool, refuseNewImage } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import type { SimPool } from '../pools/pool.ts';
import { poolOrRefuse } from '../pools/read.ts';
import { readFeatures, requireSize } from './features.ts';
import { addSnapshot, DEFAULT_FEATURES, specOf, type Snapshot } from './image.ts';
import { findImage, findSnapshot, imagePool, imagePoolOf, requireFreeName, requireIdle } from './read.ts';
import type { ImageStore } from './store.ts';

/**
 * Creates an empty image, or a clone of a snapshot.
 * @throws Refusal 400, 404, 409
 */
export function createImage(
  model: Model,
  store: ImageStore,
  poolName: string,
  body: Input<'createImage'>['body'],
): void {
  const { name, size, snaps = [], parent } = body;
  enforce(refuseNewImage(body));
  const pool = imagePool(model, poolName);
  requireFreeName(store, pool, name);
  const dataPool = dataPoolNamed(model, body.erasureCodedPool);
  const features = body.features && readFeatures(body.features);
  if (parent && features) enforce(refuseCloneFeatures(features));
  const snapshot = parent && clonable(model, store, parent);
  requireSize(size, features ?? DEFAULT_FEATURES);
  const image = store.create(pool, name, size, {
    ...(features !== undefined && { features }),
    ...(dataPool !== undefined && { dataPool }),
    ...(snapshot !== undefined && { parent: snapshot }),
  });
  for (const snap of snaps) addSnapshot(image, snap.name);
  if (snaps.length > 0) store.changed(image);
}

/** @throws Refusal 400, 404; 409 for a snapshot that cannot be cloned */
export function cloneSnapshot(
  model: Model,
  store: ImageStore,
  parent: { pool: string; image: string; snapshot: string },
  into: { pool: string; name: string },
): void {
  const snapshot = clonable(model, store, parent);
  const pool = imagePool(model, into.pool);
  requireFreeName(store, pool, into.name);
  store.create(pool, into.name, snapshot.image.size, { parent: snapshot });
}

function clonable(
  model: Model,
  store: ImageStore,
  { pool, image: name, snapshot: snapName }: { pool: string; image: string; snapshot: string },
): Snapshot {
  const image = findImage(model, store, pool, name);
  requireIdle(model, image);
  const snapshot = findSnapshot(image, snapName);
  enforce(refuseClone(specOf(image), snapshot));
  return snapshot;
}

/** @throws Refusal 400, 404; 409 for a pool that cannot hold the data of images */
function dataPoolNamed(model: Model, name: string | undefined): SimPool | undefined {
  if (name === undefined) return undefined;
  const pool = poolOrRefuse(model, name);
  enforce(refuseDataPool(imagePoolOf(pool)));
  return pool;
}
