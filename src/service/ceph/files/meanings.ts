import { alreadyThere, noEntry, quotedPath, throughFile, tooManyLinks } from '../../rules/files.ts';
import type { Meanings } from '../storage.ts';

/** The refusals for libcephfs errors about the entry at a path. */
export const pathMeanings = (path: string): Meanings => ({
  ENOENT: noEntry(path),
  ENOTDIR: throughFile(path),
  ELOOP: tooManyLinks(path),
  EDQUOT: {
    status: 409,
    message: `quota exceeded: a directory of ${quotedPath(path)} is at its limit: raise its quota or delete something in it`,
  },
  ENOSPC: { status: 503, message: 'the pool of the file is full: free or add space, then try again' },
  EROFS: { status: 409, message: `${quotedPath(path)} is part of a snapshot, which cannot be changed` },
});

/** The refusals for libcephfs errors about a new entry, whose directory must exist. */
export const newPathMeanings = (path: string): Meanings => ({
  ...pathMeanings(path),
  ENOENT: { status: 404, message: `there is no directory for ${quotedPath(path)}: create it first` },
  EEXIST: alreadyThere(path),
});
