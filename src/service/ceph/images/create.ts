import type { Input } from '../../../api/contract/index.ts';
import { featuresNamed, refuseCloneFeatures } from '../../rules/imageFeatures.ts';
import {
  imageName,
  imageNameTaken,
  refuseClone,
  refuseDataPool,
  refuseImagePool,
  refuseName,
  refuseNewImage,
  type ImagePlace,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { poolNamed } from '../pools/find.ts';
import { hasFlag, isErasureCoded, type PoolDump } from '../pools/read.ts';
import { insist } from '../timeouts.ts';
import { findSnapshot, type Images } from './client.ts';
import { featureBits } from './features.ts';
import { LOOK_MS, settled, toldInTime, type OutcomeParts } from './outcome.ts';

/** A pool in the form that the rules take. */
const imagePoolOf = (pool: PoolDump) => ({
  name: pool.pool_name,
  erasureCoding: isErasureCoded(pool),
  overwrites: hasFlag(pool, 'ec_overwrites'),
});

/** An image to be cloned from a snapshot; `features` are bits, see features.ts. */
export interface Clone {
  readonly from: ImagePlace & { readonly snapshot: string };
  readonly to: ImagePlace;
  readonly features?: number;
  readonly dataPool?: string;
}

/** The surroundings in which images are made. */
export interface MakingParts extends OutcomeParts {
  readonly images: Images;
  readonly pools: readonly PoolDump[];
}

/** Makes an image by `work`, once; it is there or it is not when this ends. @throws Refusal 409 for a name that is taken */
async function makeOne(
  { images, ...parts }: MakingParts,
  work: 'create' | 'clone',
  place: ImagePlace,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const taken = imageNameTaken(place);
  // One that is there already would be taken for the new one.
  if (await images.exists(place)) throw refusal(taken);
  await settled(
    parts,
    () => images.runLongWork(work, place, { args, meanings: { EEXIST: taken } }),
    () => images.exists(place),
  );
}

async function clone(parts: MakingParts, { from, to, ...options }: Clone): Promise<void> {
  const { images, pools } = parts;
  enforce(refuseName('image', to.image));
  enforce(refuseImagePool(imagePoolOf(poolNamed(pools, to.pool))));
  enforce(refuseClone(from, findSnapshot(from, await images.find(from), from.snapshot)));
  await makeOne(parts, 'clone', to, { parent: from, ...options });
}

/** Clones a snapshot. @throws Refusal 404, 409 when it is not protected or the new image exists, 503 where the outcome is not known yet */
export const cloneSnapshot = (parts: MakingParts, wanted: Clone): Promise<void> =>
  toldInTime(parts, `the image ${imageName(wanted.to)} was made`, clone(parts, wanted));

type NewImage = Input<'createImage'>['body'];

/** Makes an image, empty or from the snapshot that is its parent, with its snapshots; all of it or nothing. */
async function make(parts: MakingParts, pool: string, body: NewImage): Promise<void> {
  const { images, pools } = parts;
  const { name: image, size, features, parent, erasureCodedPool } = body;
  const place = { pool, image };
  const ownPool = imagePoolOf(poolNamed(pools, pool));
  enforce(refuseNewImage(body));
  enforce(refuseImagePool(ownPool));
  if (erasureCodedPool !== undefined)
    enforce(refuseDataPool(imagePoolOf(poolNamed(pools, erasureCodedPool))));
  const bits = features && featureBits(features);
  const options = {
    ...(bits !== undefined && { features: bits }),
    ...(erasureCodedPool !== undefined && { dataPool: erasureCodedPool }),
  };
  if (parent) {
    if (features !== undefined) enforce(refuseCloneFeatures(featuresNamed(features)));
    await clone(parts, { from: parent, to: place, ...options });
  } else await makeOne(parts, 'create', place, { size, ...options });
  try {
    await complete(parts, place, body);
  } catch (failure) {
    await insist(parts.clock, LOOK_MS, () => removeIncomplete(images, place), { signal: parts.ending });
    throw failure;
  }
}

/** Gives a new image its size, where it was cloned, and its snapshots. */
async function complete(
  { images, ...parts }: MakingParts,
  place: ImagePlace,
  { size, snaps = [], parent }: NewImage,
): Promise<void> {
  if (parent)
    await settled(
      parts,
      () => images.runLongWork('resize', place, { args: { size } }),
      async () => (await images.find(place)).size === size,
    );
  for (const { name } of snaps)
    await settled(
      parts,
      () => images.change('images.create_snapshot', { ...place, snapshot: name }),
      async () => (await images.find(place)).snaps.some((snap) => snap.name === name),
    );
}

/** As `make`. @throws Refusal 503 where the outcome is not known yet */
export const createImage = (parts: MakingParts, pool: string, body: NewImage): Promise<void> =>
  toldInTime(parts, `the image ${imageName({ pool, image: body.name })} was made`, make(parts, pool, body));

/** Removes an image of which only a part could be created. */
async function removeIncomplete(images: Images, place: ImagePlace): Promise<void> {
  const { snaps } = await images.find(place);
  for (const { name } of snaps) await images.change('images.remove_snapshot', { ...place, snapshot: name });
  await images.runLongWork('remove', place);
}
