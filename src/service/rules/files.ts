import type { DirectoryQuota } from '../../api/contract/storefs.ts';
import type { Path } from '../values/path.ts';
import { badRequest, conflict, notFound, unavailable, type Refused } from './refused.ts';

/** Largest user or group id: ids have 32 bits, and the last one means "unchanged" (chown). */
const LARGEST_ID = 2 ** 32 - 2;

/** A path or name in a message. */
export const quotedPath = (path: string): string => JSON.stringify(path.toWellFormed());

/** Refuses the root directory where a path below it is needed. */
export const refuseRoot = (path: Path): Refused | undefined =>
  path.length === 0 ? badRequest('"/" is the root, which always exists: specify a path in it') : undefined;

/** Refuses to delete the root directory. */
export const refuseDeletion = (path: Path): Refused | undefined =>
  path.length === 0 ? badRequest('the root cannot be deleted: specify paths in it') : undefined;

/** Refuses paths in `.snap` (client_snapdir), where creating or removing an entry means a snapshot. */
export const refuseSnapshots = (path: Path): Refused | undefined =>
  path.includes('.snap')
    ? badRequest('".snap" is the directory of snapshots: choose another path')
    : undefined;

/** Refuses user and group ids that a filesystem cannot store. */
export const refuseIds = (uid = 0, gid = 0): Refused | undefined =>
  Math.max(uid, gid) > LARGEST_ID ? badRequest(`user and group ids must be 0 to ${LARGEST_ID}`) : undefined;

/** Refuses negative limits. */
export const refuseQuota = ({ maxBytes = 0, maxFiles = 0 }: DirectoryQuota): Refused | undefined =>
  Math.min(maxBytes, maxFiles) < 0
    ? badRequest('a quota cannot be negative: set it to 0 to remove it')
    : undefined;

/** Refuses a pool that cannot store files. `pools` are those that can. */
export const refuseDataPool = (pool: string, pools: readonly string[]): Refused | undefined =>
  pools.includes(pool)
    ? undefined
    : badRequest(
        `files cannot be stored in a pool ${JSON.stringify(pool)}: choose one of ${pools.join(', ')}`,
      );

/** Refusal: the filesystem cannot be used without an active metadata server. */
export const noMetadataServer = (filesystem: string): Refused =>
  unavailable(
    `no metadata server (MDS) of the filesystem ${filesystem} is active: start one, or wait until a standby has taken over`,
  );

/** Refusal: a directory of the path is at its limit. `reached` names that directory and its limit, if they are known. */
export function quotaExceeded(
  path: string,
  reached?: { readonly limit: string; readonly used: string },
): Refused {
  const why =
    reached === undefined
      ? `a directory of ${quotedPath(path)} is at its limit`
      : `${quotedPath(path)} may hold ${reached.limit} and holds ${reached.used}`;
  return conflict(`quota exceeded: ${why}: raise its quota or delete something in it`);
}

/** Refusal: a file that has content cannot change its pool. */
export const poolOfContent = (path: string): Refused =>
  conflict(
    `${quotedPath(path)} is not empty, and only an empty file can change its pool: copy it into a directory of that pool`,
  );

/** Refusal: there is nothing at the path. */
export const noEntry = (path: string): Refused =>
  notFound(`there is no ${quotedPath(path)}: list its directory to see what there is`);

/** Refusal: a component of the path before the last is not a directory. */
export const throughFile = (path: string): Refused =>
  conflict(`${quotedPath(path)} leads through a file, which is not a directory`);

/** Refusal: the path leads through too many symbolic links (ELOOP). */
export const tooManyLinks = (path: string): Refused =>
  conflict(`${quotedPath(path)} leads through too many symbolic links: they may form a loop`);

/** Refusal: the directory of a new entry does not exist. */
export const noDirectory = (path: string): Refused =>
  notFound(`there is no directory ${quotedPath(path)}: create it first`);

/** Refusal: only a directory can be listed. */
export const notADirectory = (path: string): Refused =>
  conflict(`${quotedPath(path)} is not a directory: specify a directory`);

/** Refusal: there already is something at the path. */
export const alreadyThere = (path: string): Refused =>
  conflict(`${quotedPath(path)} already exists: delete it first, or choose another path`);

/** Refusal: a directory cannot be put into itself. */
export const insideItself = (path: string): Refused =>
  badRequest(`${quotedPath(path)} is the source or inside it: choose a path outside it`);

/** Refusal: a directory cannot be downloaded. */
export const notDownloadable = (path: string): Refused =>
  conflict(`${quotedPath(path)} is a directory: only files can be downloaded`);

/** Refusal: an upload needs the path of a file, not of a directory. */
export const uploadOntoDirectory = (path: string): Refused =>
  conflict(`${quotedPath(path)} is a directory: add the name of the file`);
