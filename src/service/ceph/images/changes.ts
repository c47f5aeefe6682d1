import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { afterOthers } from '../ceph.ts';
import { featureBits, featureChange } from './features.ts';
import {
  imageExists,
  noImage,
  requireName,
  snapshotOf,
  type ImagePlace,
  type Images,
  type SnapshotInfo,
} from './images.ts';

type Step = readonly [what: string, run: () => Promise<void>];

/** Takes one step after the other; the refusal of one says which were taken before it. */
async function inTurn(steps: readonly Step[]): Promise<void> {
  const done: string[] = [];
  for (const [what, run] of steps) {
    await run().catch((failure: unknown) => {
      throw failure instanceof Refusal ? afterOthers(failure, done) : failure;
    });
    done.push(what);
  }
}

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
  requireName(name, 'image');
  const wanted = features && featureBits(features);
  const info = await images.find(place);
  const renamed = { ...place, image: name };
  const isRenamed = name !== place.image;
  const taken = imageExists(renamed);
  if (isRenamed && (await images.exists(renamed))) throw new Refusal(...taken);
  await inTurn([
    ...(wanted === undefined ? [] : featureSteps(images, place, info.features, wanted)),
    ...(size === undefined || size === info.size
      ? []
      : [[`size changed to ${size}`, () => images.work('resize', place, { size })] as const]),
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
  requireName(snapshot, 'snapshot');
  const meanings = { ENOENT: noImage(place), EEXIST: snapshotExists(place, snapshot) };
  await images.change('images.create_snapshot', { ...place, snapshot }, { meanings });
}

/** @throws Refusal 404, or 409 for a protected snapshot */
export async function deleteSnapshot(images: Images, place: ImagePlace, snapshot: string): Promise<void> {
  const found = snapshotOf(await images.find(place), snapshot);
  const isProtected = [
    409,
    `the snapshot ${snapshot} is protected: take the protection away first, then delete it`,
  ] as const;
  if (found.protected) throw new Refusal(...isProtected);
  await images.change('images.remove_snapshot', { ...place, snapshot }, { meanings: { EBUSY: isProtected } });
}

/** Renames a snapshot or protects it; all of it or nothing. @throws Refusal 400, 404 or 409 */
export async function updateSnapshot(
  images: Images,
  place: ImagePlace,
  snapshot: string,
  { name = snapshot, protect }: Input<'updateSnapshot'>['body'],
): Promise<void> {
  requireName(name, 'snapshot');
  const info = await images.find(place);
  const found = snapshotOf(info, snapshot);
  const taken = snapshotExists(place, name);
  if (name !== snapshot && info.snaps.some((snap) => snap.name === name)) throw new Refusal(...taken);
  if (protect !== undefined) await protectSnapshot(images, place, found, protect);
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
  const inUse = [
    409,
    `images are cloned from snapshots of ${place.image}: ${children.join(', ')}. Flatten or delete those of ${snapshot.name} first`,
  ] as const;
  const args = { ...place, snapshot: snapshot.name, protect };
  await images.change('images.protect_snapshot', args, { meanings: protect ? {} : { EBUSY: inUse } });
}

const snapshotExists = ({ image }: ImagePlace, snapshot: string) =>
  [409, `the image ${image} has a snapshot ${snapshot} already: choose another name`] as const;
