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
  type ImageSpec,
} from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import { poolNamed } from '../pools/find.ts';
import { hasFlag, isErasureCoded, type PoolDump } from '../pools/read.ts';
import { findSnapshot, type Images } from './client.ts';
import { featureBits } from './features.ts';
import { answerInTime, runVerified, type AwaitedChange, type OutcomeParts } from './outcome.ts';

/** A pool in the form that the rules expect. */
const imagePoolOf = (pool: PoolDump) => ({
  name: pool.pool_name,
  erasureCoding: isErasureCoded(pool),
  overwrites: hasFlag(pool, 'ec_overwrites'),
});

/** A clone to be created from a snapshot; `features` is a bit mask, see features.ts. */
export interface Clone {
  readonly from: ImageSpec & { readonly snapshot: string };
  readonly to: ImageSpec;
  readonly features?: number;
  readonly dataPool?: string;
}

/** The parts of the service that creating an image needs. */
export interface CreationParts extends OutcomeParts {
  readonly images: Images;
  readonly pools: readonly PoolDump[];
}

type AwaitedCreation = CreationParts & AwaitedChange;

/** Creates or clones an image, and finds out the outcome in any case. @throws Refusal 409 for a name that is taken */
async function createOnce(
  { images, ...parts }: AwaitedCreation,
  work: 'create' | 'clone',
  spec: ImageSpec,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const taken = imageNameTaken(spec);
  // Otherwise `isDone` below would mistake an existing image for the new one.
  if (await images.exists(spec)) throw refusal(taken);
  await runVerified(
    parts,
    () => images.runLongWork(work, spec, { args, meanings: { EEXIST: taken } }),
    () => images.exists(spec),
  );
}

async function clone(parts: AwaitedCreation, { from, to, ...options }: Clone): Promise<void> {
  const { images, pools } = parts;
  enforce(refuseName('image', to.image));
  enforce(refuseImagePool(imagePoolOf(poolNamed(pools, to.pool))));
  enforce(refuseClone(from, findSnapshot(from, await images.find(from), from.snapshot)));
  await createOnce(parts, 'clone', to, { parent: from, ...options });
}

/**
 * Clones a snapshot.
 * @throws Refusal 404, 409 when it is not protected or the new image exists, 503 when the outcome is not known yet
 */
export const cloneSnapshot = (parts: CreationParts, wanted: Clone): Promise<void> =>
  answerInTime(parts, `the image ${imageName(wanted.to)} was created`, (change) => clone(change, wanted));

type NewImage = Input<'createImage'>['body'];

/** Creates an image, empty or as the clone of a snapshot, with its snapshots; all or nothing. */
async function create(parts: AwaitedCreation, pool: string, body: NewImage): Promise<void> {
  const { images, pools } = parts;
  const { name: image, size, features, parent, erasureCodedPool } = body;
  const spec = { pool, image };
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
    await clone(parts, { from: parent, to: spec, ...options });
  } else await createOnce(parts, 'create', spec, { size, ...options });
  try {
    await complete(parts, spec, body);
  } catch (failure) {
    await retryWhileSilent(parts.clock, () => removeIncomplete(images, spec), parts.ending);
    throw failure;
  }
}

/** Resizes a new clone, and creates the snapshots of a new image. */
async function complete(
  { images, ...parts }: AwaitedCreation,
  spec: ImageSpec,
  { size, snaps = [], parent }: NewImage,
): Promise<void> {
  if (parent)
    await runVerified(
      parts,
      () => images.runLongWork('resize', spec, { args: { size } }),
      async () => (await images.find(spec)).size === size,
    );
  for (const { name } of snaps)
    await runVerified(
      parts,
      () => images.change('images.create_snapshot', { ...spec, snapshot: name }),
      async () => (await images.find(spec)).snaps.some((snap) => snap.name === name),
    );
}

/** Creates an image with its snapshots; all or nothing. @throws Refusal 503 when the outcome is not known yet */
export const createImage = (parts: CreationParts, pool: string, body: NewImage): Promise<void> =>
  answerInTime(parts, `the image ${imageName({ pool, image: body.name })} was created`, (change) =>
    create(change, pool, body),
  );

/** Removes an image that could not be created completely. */
async function removeIncomplete(images: Images, spec: ImageSpec): Promise<void> {
  const { snaps } = await images.find(spec);
  for (const { name } of snaps) await images.change('images.remove_snapshot', { ...spec, snapshot: name });
  await images.runLongWork('remove', spec);
}
