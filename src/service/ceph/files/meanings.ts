import { dirname } from 'node:path/posix';
import {
  alreadyThere,
  noDirectory,
  noEntry,
  quotaExceeded,
  quotedPath,
  throughFile,
  tooManyLinks,
} from '../../rules/files.ts';
import { poolFull } from '../../rules/pools.ts';
import type { Meanings } from '../client/storage.ts';

/** The refusals for libcephfs errors about the entry at a path. */
export const pathMeanings = (path: string): Meanings => ({
  ENOENT: noEntry(path),
  ENOTDIR: throughFile(path),
  ELOOP: tooManyLinks(path),
  EDQUOT: quotaExceeded(path),
  ENOSPC: poolFull('the pool of the file'),
  EROFS: { status: 409, message: `${quotedPath(path)} is part of a snapshot, which cannot be changed` },
});

/** The refusals for libcephfs errors about a new entry, whose directory must exist. */
export const newPathMeanings = (path: string): Meanings => ({
  ...pathMeanings(path),
  ENOENT: noDirectory(dirname(path)),
  EEXIST: alreadyThere(path),
});
