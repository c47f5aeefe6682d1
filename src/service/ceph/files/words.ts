import type { Meanings } from '../storage.ts';

/** A path or name in a message. */
export const told = (path: string): string => JSON.stringify(path.toWellFormed());

/** What libcephfs means when it cannot do something with what is at a path. */
export const about = (path: string): Meanings => ({
  ENOENT: [404, `there is no ${told(path)}: list its directory to see what there is`],
  ENOTDIR: [409, `${told(path)} leads through a file, which is no directory`],
  ELOOP: [409, `${told(path)} leads through too many symbolic links: they may form a loop`],
  EDQUOT: [
    409,
    `quota exceeded: a directory of ${told(path)} may hold no more: raise its quota or delete something in it`,
  ],
  ENOSPC: [503, 'the pool of the file is full: free or add space, then try again'],
  EROFS: [409, `${told(path)} is part of a snapshot, which cannot be changed`],
});

/** The same for something new, whose directory must be there. */
export const aboutNew = (path: string): Meanings => ({
  ...about(path),
  ENOENT: [404, `there is no directory for ${told(path)}: create it first`],
  EEXIST: alreadyThere(path),
});

/** What a refusal says where something of that path is there already. */
export const alreadyThere = (path: string) =>
  [409, `there is a ${told(path)} already: delete it first, or choose another path`] as const;
