import type { Input } from '../../api/contract/index.ts';
import { listed } from '../../lib/words.ts';
import { firstDuplicate } from './firstDuplicate.ts';
import { badRequest, conflict, notFound, type Refused } from './refused.ts';

/** An image by the pool of its metadata and its name, which `rbd` calls an image-spec. */
export interface ImageSpec {
  readonly pool: string;
  readonly image: string;
}

/** The properties of a pool that limit which images it can hold. */
interface ImagePool {
  readonly name: string;
  readonly erasureCoding: boolean;
  /** True if an erasure-coded pool can be overwritten in place. */
  readonly overwrites: boolean;
}

/** The name of an image in the notation of `rbd`: `volumes/web-01`. */
export const imageName = ({ pool, image }: ImageSpec): string => `${pool}/${image}`;

/** Refusal: the pool has no image of this name. */
export const noImage = ({ pool, image }: ImageSpec): Refused =>
  notFound(
    `there is no image ${JSON.stringify(image)} in the pool ${pool}: list its images to see which exist`,
  );

/** Refusal: the name of a new image is taken. */
export const imageNameTaken = (spec: ImageSpec): Refused =>
  conflict(`the image ${imageName(spec)} already exists: choose another name`);

/** Refusal: the image has no snapshot of this name. `known` are the names of its snapshots. */
export const noSnapshot = (spec: ImageSpec, snapshot: string, known: readonly string[]): Refused =>
  notFound(
    `the image ${imageName(spec)} has no snapshot ${JSON.stringify(snapshot)}: it has ${listed(known) || 'none'}`,
  );

/** Refusal: the name of a new snapshot is taken. */
export const snapshotNameTaken = (spec: ImageSpec, snapshot: string): Refused =>
  conflict(
    `the image ${imageName(spec)} already has a snapshot ${JSON.stringify(snapshot)}: choose another name`,
  );

/** Refuses a name that Ceph's tools could not tell apart from a pool or a snapshot. */
export const refuseName = (what: 'image' | 'snapshot', name: string): Refused | undefined =>
  /[/@]/.test(name)
    ? badRequest(
        `${what === 'image' ? 'an image' : 'a snapshot'} cannot be named ${JSON.stringify(name)}: leave out / and @`,
      )
    : undefined;

/** Refuses names that a new image and its snapshots cannot have, whatever its pool. */
export function refuseNewImage({
  name,
  snaps = [],
}: Pick<Input<'createImage'>['body'], 'name' | 'snaps'>): Refused | undefined {
  const names = snaps.map((snap) => snap.name);
  const twice = firstDuplicate(names);
  if (twice !== undefined)
    return badRequest(`the snapshot ${JSON.stringify(twice)} is listed twice: list each once`);
  return names.reduce<Refused | undefined>(
    (refused, snap) => refused ?? refuseName('snapshot', snap),
    refuseName('image', name),
  );
}

/** Refuses a pool that cannot hold the metadata of images. */
export const refuseImagePool = ({ name, erasureCoding }: ImagePool): Refused | undefined =>
  erasureCoding
    ? conflict(
        `the pool ${name} is erasure-coded and can hold only the data of images: choose a replicated pool, and set erasureCodedPool to ${name}`,
      )
    : undefined;

/** Refuses a pool that cannot hold the data of images whose metadata is in another pool. */
export function refuseDataPool({ name, erasureCoding, overwrites }: ImagePool): Refused | undefined {
  if (!erasureCoding) return badRequest(`the pool ${name} is not erasure-coded: leave erasureCodedPool out`);
  return overwrites ? undefined : conflict(`the pool ${name} does not allow overwrites: enable them first`);
}

/** Refuses to clone an unprotected snapshot, which could be deleted under its clone. */
export const refuseClone = (
  spec: ImageSpec,
  { name, protected: isProtected }: { readonly name: string; readonly protected: boolean },
): Refused | undefined =>
  isProtected
    ? undefined
    : conflict(`the snapshot ${imageName(spec)}@${name} is not protected: protect it first, then clone it`);

/** Refuses to protect a snapshot that cannot be cloned anyway. */
export const refuseProtection = (spec: ImageSpec, features: readonly string[]): Refused | undefined =>
  features.includes('LAYERING')
    ? undefined
    : conflict(
        `the image ${imageName(spec)} was created without the feature LAYERING: its snapshots cannot be protected or cloned`,
      );

/** Refusal: a protected snapshot cannot be deleted. `clones` are the images known to be cloned from it. */
export const snapshotProtected = (
  spec: ImageSpec,
  snapshot: string,
  clones: readonly string[] = [],
): Refused => {
  const first =
    clones.length === 0 ? '' : `images are cloned from it (${listed(clones)}): flatten or delete them, then `;
  return conflict(
    `the snapshot ${imageName(spec)}@${snapshot} is protected: ${first}unprotect it first, then delete it`,
  );
};

/**
 * Refusal: the protection of a snapshot cannot be removed while clones exist. `clones` are those of all snapshots of
 * the image.
 */
export const snapshotCloned = (spec: ImageSpec, snapshot: string, clones: readonly string[]): Refused =>
  conflict(
    `images are cloned from snapshots of ${imageName(spec)}: ${listed(clones)}. Flatten or delete those of ${snapshot} first`,
  );

/** Refusal: an image without a parent cannot be flattened. */
export const noParent = (spec: ImageSpec): Refused =>
  conflict(`the image ${imageName(spec)} has no parent: there is nothing to flatten`);

/** Refuses to delete an image if the body of the request names another one than its path. */
export function refuseOtherImage(
  spec: ImageSpec,
  { pool = spec.pool, rbd = spec.image }: Pick<Input<'deleteImage'>['body'], 'pool' | 'rbd'>,
): Refused | undefined {
  if (pool === spec.pool && rbd === spec.image) return undefined;
  return badRequest(
    `nothing was deleted: the path has the image ${imageName(spec)}, the body ${imageName({ pool, image: rbd })}`,
  );
}

/** The users of an image, for whose sake it must not be deleted. */
export interface ImageUsers {
  /** Names of all its snapshots, including those that Ceph itself manages. */
  readonly snapshots: readonly string[];
  /** Images that were cloned from them, as `pool/image`. */
  readonly children: readonly string[];
  /** Addresses of the clients that have the image open. */
  readonly clients: readonly string[];
}

/** Refuses to delete an image that something needs. */
export function refuseImageDeletion(
  spec: ImageSpec,
  { snapshots, children, clients }: ImageUsers,
): Refused | undefined {
  const stays = `nothing was deleted: the image ${imageName(spec)} must stay, because`;
  if (children.length > 0)
    return conflict(`${stays} images are cloned from it: ${listed(children)}. Flatten or delete them first`);
  if (snapshots.length > 0)
    return conflict(`${stays} it has snapshots: ${listed(snapshots)}. Delete them first`);
  if (clients.length > 0) return conflict(`${stays} clients use it: ${listed(clients)}. Stop them first`);
  return undefined;
}

/** A change that would take a disk from its users. */
export type DiskChange = 'deleted' | 'renamed' | 'shrunk';

/**
 * Refuses to change an image that is in use as a disk.
 * @param users such as `alpha of iSCSI service 1`
 * @param what what is to be changed, by default the image
 */
export function refuseDiskChange(
  spec: ImageSpec,
  users: readonly string[],
  change: DiskChange,
  what = 'it',
): Refused | undefined {
  const [user, ...others] = users;
  if (user === undefined) return undefined;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return conflict(
    `${imageName(spec)} is a disk of ${user}${more}: remove it there first, then ${what} can be ${change}`,
  );
}
