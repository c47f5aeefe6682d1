import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { hasFlag, isErasureCoded, type PoolDump } from '../pools.ts';
import { featureBits, requireLayering } from './features.ts';
import { imageExists, requireName, snapshotOf, type ImagePlace, type Images } from './images.ts';

/** @throws Refusal 400 when a pool cannot hold images, only their data */
function requireImagePool(pool: PoolDump): void {
  if (isErasureCoded(pool))
    throw new Refusal(
      400,
      `the pool ${pool.pool_name} is erasure-coded and can hold only the data of images: choose a replicated pool and name this one as erasureCodedPool`,
    );
}

/** @throws Refusal 400 or 409 when a pool cannot hold the data of images that are in another pool */
function requireDataPool(pool: PoolDump): void {
  const { pool_name: name } = pool;
  if (!isErasureCoded(pool))
    throw new Refusal(400, `the pool ${name} is not erasure-coded: leave erasureCodedPool out`);
  if (!hasFlag(pool, 'ec_overwrites'))
    throw new Refusal(
      409,
      `the pool ${name} cannot hold images, because it does not take overwrites: enable them first`,
    );
}

/** A pool that a body names. @throws Refusal 400 */
function poolOf(pools: readonly PoolDump[], name: string): PoolDump {
  const pool = pools.find(({ pool_name }) => pool_name === name);
  if (!pool) throw new Refusal(400, `there is no pool named ${name}`);
  return pool;
}

/** An image that is to be made from a snapshot; `features` are bits, see features.ts. */
export interface Clone {
  readonly from: ImagePlace & { readonly snapshot: string };
  readonly to: ImagePlace;
  readonly features?: number;
  readonly dataPool?: string;
}

/** Makes an image from a snapshot. @throws Refusal 404, or 409 when that is not protected or the image exists */
export async function cloneSnapshot(images: Images, pools: readonly PoolDump[], clone: Clone): Promise<void> {
  const { from, to, ...options } = clone;
  requireName(to.image, 'image');
  requireImagePool(poolOf(pools, to.pool));
  const snapshot = snapshotOf(await images.find(from), from.snapshot);
  if (!snapshot.protected)
    throw new Refusal(409, `the snapshot ${from.snapshot} is not protected: protect it first, then clone it`);
  await images.change(
    'images.clone',
    { ...from, toPool: to.pool, toImage: to.image, ...options },
    { meanings: { EEXIST: imageExists(to) } },
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
  requireName(image, 'image');
  for (const snap of snaps) requireName(snap.name, 'snapshot');
  requireImagePool(pool);
  if (erasureCodedPool !== undefined) requireDataPool(poolOf(pools, erasureCodedPool));
  const bits = features && featureBits(features);
  const options = {
    ...(bits !== undefined && { features: bits }),
    ...(erasureCodedPool !== undefined && { dataPool: erasureCodedPool }),
  };
  if (parent) {
    if (bits !== undefined) requireLayering(bits);
    await cloneSnapshot(images, pools, { from: parent, to: place, ...options });
  } else {
    const meanings = { EEXIST: imageExists(place) };
    await images.change('images.create', { ...place, size, ...options }, { meanings });
  }
  try {
    if (parent) await images.work('resize', place, { size });
    for (const { name } of snaps) await images.change('images.create_snapshot', { ...place, snapshot: name });
  } catch (failure) {
    await takeBack(images, place);
    throw failure;
  }
}

/** Removes an image that could not be made as it was asked for. */
async function takeBack(images: Images, place: ImagePlace): Promise<void> {
  const { snaps } = await images.find(place);
  for (const { name } of snaps) await images.change('images.remove_snapshot', { ...place, snapshot: name });
  await images.work('remove', place);
}
