import type { DirectoryQuota } from '../../api/contract/storefs.ts';
import type { Path } from '../values/path.ts';
import type { Refused } from './refused.ts';

/** User and group ids have 32 bits, and the last one stands for none (chown). */
const LARGEST_ID = 2 ** 32 - 2;

const bad = (message: string): Refused => ({ status: 400, message });
const conflict = (message: string): Refused => ({ status: 409, message });

/** A path or name in a message. */
export const quotedPath = (path: string): string => JSON.stringify(path.toWellFormed());

/** Refuses the root where something in it is meant. */
export const refuseRoot = (path: Path): Refused | undefined =>
  path.length === 0
    ? bad('"/" is the root, which is always there: give the path of something in it')
    : undefined;

/** Refuses to delete the root. */
export const refuseDeletion = (path: Path): Refused | undefined =>
  path.length === 0 ? bad('the root cannot be deleted: give the paths of what is in it') : undefined;

/** Refuses names in `.snap` (client_snapdir), where what is made or removed is a snapshot. */
export const refuseSnapshots = (path: Path): Refused | undefined =>
  path.includes('.snap')
    ? bad('".snap" stands for the snapshots of a directory: choose another path')
    : undefined;

/** Refuses ids of users and groups that no filesystem keeps. */
export const refuseIds = (uid = 0, gid = 0): Refused | undefined =>
  Math.max(uid, gid) > LARGEST_ID ? bad(`user and group ids go from 0 to ${LARGEST_ID}`) : undefined;

/** Refuses limits below 0. */
export const refuseQuota = ({ maxBytes = 0, maxFiles = 0 }: DirectoryQuota): Refused | undefined =>
  Math.min(maxBytes, maxFiles) < 0 ? bad('a quota cannot be negative: give 0 to remove it') : undefined;

/** Refuses a pool that files cannot be stored in; `pools` are those in which they can. */
export const refuseDataPool = (pool: string, pools: readonly string[]): Refused | undefined =>
  pools.includes(pool)
    ? undefined
    : bad(`files cannot be stored in a pool ${JSON.stringify(pool)}: choose one of ${pools.join(', ')}`);

/** Files keep the pool in which their content lies. */
export const poolOfContent = (path: string): Refused =>
  conflict(
    `${quotedPath(path)} holds something already, and only an empty file can change its pool: copy it into a directory of that pool`,
  );

/** There is nothing at the path. */
export const noEntry = (path: string): Refused => ({
  status: 404,
  message: `there is no ${quotedPath(path)}: list its directory to see what there is`,
});

/** The path goes on below something that has nothing in it. */
export const throughFile = (path: string): Refused =>
  conflict(`${quotedPath(path)} leads through a file, which is no directory`);

/** The path has so many symbolic links that they may never end (ELOOP). */
export const tooManyLinks = (path: string): Refused =>
  conflict(`${quotedPath(path)} leads through too many symbolic links: they may form a loop`);

/** There is no directory for what is to be made. */
export const noDirectory = (path: string): Refused => ({
  status: 404,
  message: `there is no directory ${quotedPath(path)}: create it first`,
});

/** Something that is no directory has nothing in it that could be listed. */
export const notADirectory = (path: string): Refused =>
  conflict(`${quotedPath(path)} is no directory: give the path of one`);

/** Something is at the path that would be replaced. */
export const alreadyThere = (path: string): Refused =>
  conflict(`there is a ${quotedPath(path)} already: delete it first, or choose another path`);

/** A directory would be put into itself. */
export const insideItself = (path: string): Refused =>
  bad(`${quotedPath(path)} lies in what is to go there: choose a path outside of it`);

/** Only files have content that could be downloaded. */
export const notDownloadable = (path: string): Refused =>
  conflict(`${quotedPath(path)} is a directory: only files can be downloaded`);

/** A file is uploaded to a path of its own. */
export const uploadOntoDirectory = (path: string): Refused =>
  conflict(`${quotedPath(path)} is a directory: add the name that the file gets in it`);
