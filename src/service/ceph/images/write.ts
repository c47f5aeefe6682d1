import type { Input } from '../../../api/contract/index.ts';
import {
  imageNameTaken,
  noImage,
  refuseName,
  refuseProtection,
  snapshotCloned,
  snapshotNameTaken,
  snapshotProtected,
  type ImagePlace,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { runSteps, type Step } from '../steps.ts';
import { findSnapshot, type Images, type SnapshotInfo } from './client.ts';
import { featureBits, featureChange, featureNames } from './features.ts';

function featureSteps(images: Images, place: ImagePlace, current: number, wanted: number): Step[] {
  const { enable, disable } = featureChange(current, wanted);
  const set = (features: number, enabled: boolean) => () =>
    images.change('images.set_features', { ...place, features, enabled });
  return [
    ...(disable === 0 ? [] : [['features disabled', set(disable, false)] as const]),
    ...(enable === 0 ? [] : [['features enabled', set(enable, true)] as const]),
  ];
}

/** Renames or resizes an image, or changes its features. @throws Refusal 400, 404 or 409 */
export async function updateImage(
  images: Images,
  place: ImagePlace,
  { name = place.image, size, features }: Input<'updateImage'>['body'],
): Promise<void> {
  enforce(refuseName('image', name));
  const wanted = features && featureBits(features);
  const info = await images.find(place);
  const renamed = { ...place, image: name };
  const isRenamed = name !== place.image;
  const taken = imageNameTaken(renamed);
  if (isRenamed && (await images.exists(renamed))) throw refusal(taken);
  await runSteps([
    ...(wanted === undefined ? [] : featureSteps(images, place, info.features, wanted)),
    ...(size === undefined || size === info.size
      ? []
      : [
          [`size changed to ${size}`, () => images.runLongWork('resize', place, { args: { size } })] as const,
        ]),
    ...(isRenamed
      ? [
          [
            'renamed',
            () => images.change('images.rename', { ...place, name }, { meanings: { EEXIST: taken } }),
          ] as const,
        ]
      : []),
  ]);
}

/** @throws Refusal 404 for the image, 409 when it has a snapshot of that name */
export async function createSnapshot(images: Images, place: ImagePlace, snapshot: string): Promise<void> {
  enforce(refuseName('snapshot', snapshot));
  const meanings = { ENOENT: noImage(place), EEXIST: snapshotNameTaken(place, snapshot) };
  await images.change('images.create_snapshot', { ...place, snapshot }, { meanings });
}

/** @throws Refusal 404, or 409 for a protected snapshot */
export async function deleteSnapshot(images: Images, place: ImagePlace, snapshot: string): Promise<void> {
  const found = findSnapshot(place, await images.find(place), snapshot);
  const isProtected = snapshotProtected(place, snapshot);
  if (found.protected) throw refusal(isProtected);
  await images.change('images.remove_snapshot', { ...place, snapshot }, { meanings: { EBUSY: isProtected } });
}

/** Renames a snapshot, protects or unprotects it; all or nothing. @throws Refusal 400, 404 or 409 */
export async function updateSnapshot(
  images: Images,
  place: ImagePlace,
  snapshot: string,
  { name = snapshot, protect }: Input<'updateSnapshot'>['body'],
): Promise<void> {
  enforce(refuseName('snapshot', name));
  const info = await images.find(place);
  const found = findSnapshot(place, info, snapshot);
  const taken = snapshotNameTaken(place, name);
  if (name !== snapshot && info.snaps.some((snap) => snap.name === name)) throw refusal(taken);
  if (protect !== undefined) {
    if (protect) enforce(refuseProtection(place, featureNames(info.features)));
    await protectSnapshot(images, place, found, protect);
  }
  if (name === snapshot) return;
  try {
    await images.change(
      'images.rename_snapshot',
      { ...place, snapshot, name },
      { meanings: { EEXIST: taken } },
    );
  } catch (failure) {
    if (protect !== undefined)
      await protectSnapshot(images, place, { ...found, protected: protect }, found.protected);
    throw failure;
  }
}

async function protectSnapshot(images: Images, place: ImagePlace, snapshot: SnapshotInfo, protect: boolean) {
  if (snapshot.protected === protect) return;
  const { children } = protect ? { children: [] } : await images.users(place);
  const inUse = snapshotCloned(place, snapshot.name, children);
  const args = { ...place, snapshot: snapshot.name, protect };
  await images.change('images.protect_snapshot', args, { meanings: protect ? {} : { EBUSY: inUse } });
}
