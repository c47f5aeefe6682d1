import type { Input } from '../../../api/contract/index.ts';
import { refuseFeatureChange } from '../../rules/imageFeatures.ts';
import {
  refuseName,
  refuseProtection,
  snapshotCloned,
  snapshotNameTaken,
  snapshotProtected,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { charge } from '../content/pools.ts';
import type { Model } from '../model/model.ts';
import { readFeatures, requireSize } from './features.ts';
import { addSnapshot, clonesOf, specOf, type Image, type Snapshot } from './image.ts';
import { requireFreeName, requireIdle, requireUnused } from './read.ts';
import type { ImageStore } from './store.ts';

/**
 * Renames or resizes an image, or changes its features: everything that is requested, or nothing. Shrinking deletes
 * the data beyond the new size and frees its space.
 * @throws Refusal 400, 409
 */
export function updateImage(
  model: Model,
  store: ImageStore,
  image: Image,
  { name = image.name, size = image.size, features }: Input<'updateImage'>['body'],
): void {
  requireIdle(model, image);
  if (name !== image.name) {
    requireFreeName(store, image.pool, name);
    requireUnused(store, image, 'renamed');
  }
  if (size < image.size) requireUnused(store, image, 'shrunk');
  const wanted = features === undefined ? image.features : readFeatures(features);
  enforce(refuseFeatureChange(image.features, wanted));
  requireSize(size, wanted);
  const lost = size < image.size ? Math.round(image.used * (1 - size / image.size)) : 0;
  if (lost > 0) charge(image.dataPool ?? image.pool, lost, -1);
  Object.assign(image, { name, size, features: wanted, used: image.used - lost });
  store.changed(image);
}

/** @throws Refusal 409 */
export function createSnapshot(store: ImageStore, image: Image, name: string): void {
  requireFreeSnapshot(image, name);
  addSnapshot(image, name);
  store.changed(image);
}

function requireFreeSnapshot(image: Image, name: string): void {
  enforce(refuseName('snapshot', name));
  if (image.snaps.some((snap) => snap.name === name)) throw refusal(snapshotNameTaken(specOf(image), name));
}

/** @throws Refusal 409 */
export function deleteSnapshot(store: ImageStore, image: Image, snapshot: Snapshot): void {
  if (snapshot.protected)
    throw refusal(snapshotProtected(specOf(image), snapshot.name, clonesOf([snapshot])));
  image.snaps = image.snaps.filter((other) => other !== snapshot);
  store.changed(image);
}

/** @throws Refusal 409 */
export function updateSnapshot(
  store: ImageStore,
  image: Image,
  snapshot: Snapshot,
  { name = snapshot.name, protect = snapshot.protected }: Input<'updateSnapshot'>['body'],
): void {
  if (name !== snapshot.name) requireFreeSnapshot(image, name);
  if (protect && !snapshot.protected) enforce(refuseProtection(specOf(image), image.features));
  if (!protect && snapshot.children.size > 0)
    throw refusal(snapshotCloned(specOf(image), snapshot.name, clonesOf([snapshot])));
  snapshot.name = name;
  snapshot.protected = protect;
  store.changed(image);
}
