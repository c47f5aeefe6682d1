import type { Input } from '../../../api/contract/index.ts';
import {
  imageNameTaken,
  noImage,
  refuseName,
  refuseProtection,
  snapshotCloned,
  snapshotNameTaken,
  snapshotProtected,
  type ImageSpec,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { runSteps, type Step } from '../client/steps.ts';
import { findSnapshot, type Images, type SnapshotInfo } from './client.ts';
import { featureBits, featureChange, featureNames } from './features.ts';

function featureSteps(images: Images, spec: ImageSpec, current: number, wanted: number): Step[] {
  const { enable, disable } = featureChange(current, wanted);
  const set = (features: number, enabled: boolean) => () =>
    images.change('images.set_features', { ...spec, features, enabled });
  return [
    ...(disable === 0 ? [] : [['features disabled', set(disable, false)] as const]),
    ...(enable === 0 ? [] : [['features enabled', set(enable, true)] as const]),
  ];
}

/** Renames or resizes an image, or changes its features. @throws Refusal 400, 404 or 409 */
export async function updateImage(
  images: Images,
  spec: ImageSpec,
  { name = spec.image, size, features }: Input<'updateImage'>['body'],
): Promise<void> {
  enforce(refuseName('image', name));
  const wanted = features && featureBits(features);
  const info = await images.find(spec);
  const renamed = { ...spec, image: name };
  const isRenamed = name !== spec.image;
  const taken = imageNameTaken(renamed);
  if (isRenamed && (await images.exists(renamed))) throw refusal(taken);
  await runSteps([
    ...(wanted === undefined ? [] : featureSteps(images, spec, info.features, wanted)),
    ...(size === undefined || size === info.size
      ? []
      : [[`size changed to ${size}`, () => images.runLongWork('resize', spec, { args: { size } })] as const]),
    ...(isRenamed
      ? [
          [
            'renamed',
            () => images.change('images.rename', { ...spec, name }, { meanings: { EEXIST: taken } }),
          ] as const,
        ]
      : []),
  ]);
}

/** @throws Refusal 404 for the image, 409 when it has a snapshot of that name */
export async function createSnapshot(images: Images, spec: ImageSpec, snapshot: string): Promise<void> {
  enforce(refuseName('snapshot', snapshot));
  const meanings = { ENOENT: noImage(spec), EEXIST: snapshotNameTaken(spec, snapshot) };
  await images.change('images.create_snapshot', { ...spec, snapshot }, { meanings });
}

/** @throws Refusal 404, or 409 for a protected snapshot */
export async function deleteSnapshot(images: Images, spec: ImageSpec, snapshot: string): Promise<void> {
  const found = findSnapshot(spec, await images.find(spec), snapshot);
  const isProtected = snapshotProtected(spec, snapshot);
  if (found.protected) throw refusal(isProtected);
  await images.change('images.remove_snapshot', { ...spec, snapshot }, { meanings: { EBUSY: isProtected } });
}

/** Renames a snapshot, protects or unprotects it; all or nothing. @throws Refusal 400, 404 or 409 */
export async function updateSnapshot(
  images: Images,
  spec: ImageSpec,
  snapshot: string,
  { name = snapshot, protect }: Input<'updateSnapshot'>['body'],
): Promise<void> {
  enforce(refuseName('snapshot', name));
  const info = await images.find(spec);
  const found = findSnapshot(spec, info, snapshot);
  const taken = snapshotNameTaken(spec, name);
  if (name !== snapshot && info.snaps.some((snap) => snap.name === name)) throw refusal(taken);
  if (protect !== undefined) {
    if (protect) enforce(refuseProtection(spec, featureNames(info.features)));
    await protectSnapshot(images, spec, found, protect);
  }
  if (name === snapshot) return;
  try {
    await images.change(
      'images.rename_snapshot',
      { ...spec, snapshot, name },
      { meanings: { EEXIST: taken } },
    );
  } catch (failure) {
    if (protect !== undefined)
      await protectSnapshot(images, spec, { ...found, protected: protect }, found.protected);
    throw failure;
  }
}

async function protectSnapshot(images: Images, spec: ImageSpec, snapshot: SnapshotInfo, protect: boolean) {
  if (snapshot.protected === protect) return;
  const { children } = protect ? { children: [] } : await images.users(spec);
  const inUse = snapshotCloned(spec, snapshot.name, children);
  const args = { ...spec, snapshot: snapshot.name, protect };
  await images.change('images.protect_snapshot', args, { meanings: protect ? {} : { EBUSY: inUse } });
}
