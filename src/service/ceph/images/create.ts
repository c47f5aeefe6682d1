import type { Input } from '../../../api/contract/index.ts';
import { featuresNamed, refuseCloneFeatures } from '../../rules/imageFeatures.ts';
import {
  imageNameTaken,
  refuseClone,
  refuseDataPool,
  refuseImagePool,
  refuseName,
  refuseNewImage,
  type ImagePlace,
} from '../../rules/images.ts';
import { noPool } from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { hasFlag, isErasureCoded, type PoolDump } from '../pools/read.ts';
import { featureBits } from './features.ts';
import { findSnapshot, type Images } from './client.ts';

/** A pool that a body names. @throws Refusal 404 */
function poolNamed(pools: readonly PoolDump[], name: string): PoolDump {
  const pool = pools.find(({ pool_name }) => pool_name === name);
  if (!pool) throw refusal(noPool(name));
  return pool;
}

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

/** Clones a snapshot. @throws Refusal 404, or 409 when it is not protected or the new image exists */
export async function cloneSnapshot(images: Images, pools: readonly PoolDump[], clone: Clone): Promise<void> {
  const { from, to, ...options } = clone;
  enforce(refuseName('image', to.image));
  enforce(refuseImagePool(imagePoolOf(poolNamed(pools, to.pool))));
  enforce(refuseClone(from, findSnapshot(from, await images.find(from), from.snapshot)));
  await images.change(
    'images.clone',
    { ...from, toPool: to.pool, toImage: to.image, ...options },
    { meanings: { EEXIST: imageNameTaken(to) } },
  );
}

/** Makes an image, empty or from the snapshot that is its parent, with its snapshots; all of it or nothing. */
export async function createImage(
  images: Images,
  pools: readonly PoolDump[],
  pool: PoolDump,
  body: Input<'createImage'>['body'],
): Promise<void> {
  const { name: image, size, features, snaps = [], parent, erasureCodedPool } = body;
  const place = { pool: pool.pool_name, image };
  enforce(refuseNewImage(body));
  enforce(refuseImagePool(imagePoolOf(pool)));
  if (erasureCodedPool !== undefined)
    enforce(refuseDataPool(imagePoolOf(poolNamed(pools, erasureCodedPool))));
  const bits = features && featureBits(features);
  const options = {
    ...(bits !== undefined && { features: bits }),
    ...(erasureCodedPool !== undefined && { dataPool: erasureCodedPool }),
  };
  if (parent) {
    if (features !== undefined) enforce(refuseCloneFeatures(featuresNamed(features)));
    await cloneSnapshot(images, pools, { from: parent, to: place, ...options });
  } else {
    const meanings = { EEXIST: imageNameTaken(place) };
    await images.change('images.create', { ...place, size, ...options }, { meanings });
  }
  try {
    if (parent) await images.runLongWork('resize', place, { size });
    for (const { name } of snaps) await images.change('images.create_snapshot', { ...place, snapshot: name });
  } catch (failure) {
    await removeIncomplete(images, place);
    throw failure;
  }
}

/** Removes an image of which only a part could be created. */
async function removeIncomplete(images: Images, place: ImagePlace): Promise<void> {
  const { snaps } = await images.find(place);
  for (const { name } of snaps) await images.change('images.remove_snapshot', { ...place, snapshot: name });
  await images.runLongWork('remove', place);
}
