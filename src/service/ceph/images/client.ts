import type { RbdImage } from '../../../api/contract/rbds.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import { noImage, noSnapshot, type ImageSpec, type ImageUsers } from '../../rules/images.ts';
import { refusal } from '../../rules/refused.ts';
import { createShare } from '../../share.ts';
import type { CephCallOptions, StorageCall } from '../client/storage.ts';
import { featureNames } from './features.ts';
import { runLongWork, type LongWork, type LongWorkOptions } from './longWork.ts';

/** A snapshot from librbd; a protected one cannot be deleted. */
export interface SnapshotInfo {
  readonly id: number;
  readonly name: string;
  readonly protected: boolean;
}

/** An image from librbd. */
export interface ImageInfo {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** A bit mask; see features.ts. */
  readonly features: number;
  readonly snaps: readonly SnapshotInfo[];
  readonly parent: { readonly pool: string; readonly image: string; readonly snapshot: string } | null;
  /** The data pool, if it differs from the image's pool. */
  readonly dataPool: string | null;
}

/** The block images of a cluster. All methods reject with a Refusal. */
export interface Images {
  /** The names of the images in a pool, in byte order. */
  names(pool: string): Promise<readonly string[]>;
  /** Describes each of these images; null for one that is being deleted. */
  describe(pool: string, names: readonly string[]): Promise<readonly (ImageInfo | null)[]>;
  /** @throws Refusal 404, or 409 for an image that is being deleted */
  find(spec: ImageSpec): Promise<ImageInfo>;
  exists(spec: ImageSpec): Promise<boolean>;
  /** The id that distinguishes an image from a later one of its name, even during its deletion; undefined for none. */
  id(spec: ImageSpec): Promise<string | undefined>;
  /** The snapshots, clones and clients of an image; none once its deletion has begun. @throws Refusal 404 */
  users(spec: ImageSpec): Promise<ImageUsers>;
  /** Makes a change, such as `images.rename`. */
  change(name: string, args: Readonly<Record<string, unknown>>, options?: CephCallOptions): Promise<void>;
  /** Runs long work, such as a deletion, and resolves when it is done. */
  runLongWork(work: LongWork, spec: ImageSpec, options?: LongWorkOptions): Promise<void>;
}

/** The number of images that one call describes: opening each takes some milliseconds. */
const IMAGES_PER_CALL = 25;
const TIMEOUT_MS = 60_000;

const NO_USERS: ImageUsers = { snapshots: [], children: [], clients: [] };

/** The refusal for an image whose deletion has begun: it is still listed, but cannot be opened. */
const beingDeleted = ({ image }: ImageSpec) =>
  new Refusal(
    409,
    `the image ${image} is being deleted; if that was cancelled or interrupted, it can only be deleted again`,
  );

/** @param shareMs the time for which identical reads share an answer */
export function createImages(call: StorageCall, clock: Clock, shareMs: number): Images {
  const share = createShare(clock);

  const readNames = (pool: string) => call<readonly string[]>('images.names', { pool });

  const describe = async (pool: string, names: readonly string[]) => {
    const groups = Array.from({ length: Math.ceil(names.length / IMAGES_PER_CALL) }, (_, index) =>
      names.slice(index * IMAGES_PER_CALL, (index + 1) * IMAGES_PER_CALL),
    );
    const infos = await Promise.all(
      groups.map((images) =>
        call<readonly (ImageInfo | null)[]>('images.describe', { pool, images }, { timeoutMs: TIMEOUT_MS }),
      ),
    );
    return infos.flat();
  };

  const clearingShare = <T>(change: Promise<T>) => change.finally(() => share.clear());

  return {
    names: (pool) => share.get(JSON.stringify([pool]), shareMs, () => readNames(pool)),
    describe: (pool, names) => share.get(JSON.stringify([pool, names]), shareMs, () => describe(pool, names)),
    async find(spec) {
      const [info] = await describe(spec.pool, [spec.image]);
      if (info) return info;
      const isListed = (await readNames(spec.pool)).includes(spec.image);
      throw isListed ? beingDeleted(spec) : refusal(noImage(spec));
    },
    id: async ({ pool, image }) => (await call<string | null>('images.id', { pool, image })) ?? undefined,
    exists: async ({ pool, image }) => (await readNames(pool)).includes(image),
    async users(spec) {
      const users = await call<ImageUsers | null>('images.users', { ...spec });
      if (users) return users;
      if ((await readNames(spec.pool)).includes(spec.image)) return NO_USERS;
      throw refusal(noImage(spec));
    },
    change: (name, args, options) => clearingShare(call(name, args, { timeoutMs: TIMEOUT_MS, ...options })),
    runLongWork: (work, spec, options = {}) => clearingShare(runLongWork(call, clock, work, spec, options)),
  };
}

/** The image's data pool if it differs from the image's pool; empty otherwise, or if the image does not exist. */
export async function dataPoolsOf(images: Images, { pool, image }: ImageSpec): Promise<readonly string[]> {
  const [info] = await images.describe(pool, [image]).catch(ifRefused(() => [], 404));
  return info?.dataPool ? [info.dataPool] : [];
}

/** @throws Refusal 404 */
export function findSnapshot(spec: ImageSpec, { snaps }: ImageInfo, snapshot: string): SnapshotInfo {
  const found = snaps.find((snap) => snap.name === snapshot);
  if (found) return found;
  const known = snaps.map((snap) => snap.name);
  throw refusal(noSnapshot(spec, snapshot, known));
}

/** An image in the interface's format. */
export const toRbdImage = ({ name, size, features, snaps, parent, dataPool }: ImageInfo): RbdImage => ({
  name,
  size,
  features: featureNames(features),
  snaps: snaps.map((snap) => ({ id: snap.id, name: snap.name })),
  ...(parent && { parent }),
  ...(dataPool !== null && { erasureCodedPool: dataPool }),
});
