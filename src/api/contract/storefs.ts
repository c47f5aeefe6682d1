import { type Static, Type } from 'typebox';
import { body, changes, operation, shape, upload, word } from '../operation.ts';
import { FileDownload, name, names, Task } from './shapes.ts';

export const FILE_TYPES = ['FILE', 'DIR', 'SYMLINK', 'UNKNOWN'] as const;

/** A file or directory (interface, "Filesystem entry (with stats)"). */
export const FileEntry = shape({
  path: Type.String(),
  fullPath: Type.String(),
  lastModified: Type.Integer({ description: 'Unix timestamp' }),
  uid: Type.Integer({ description: 'owner' }),
  gid: Type.Integer({ description: 'group' }),
  size: Type.Integer({ description: 'bytes' }),
  mode: Type.Integer({ description: 'Unix permission notation' }),
  type: word(FILE_TYPES),
  dirBytes: Type.Integer({ description: 'bytes in a directory and below it' }),
  dirFiles: Type.Integer({ description: 'files in a directory' }),
  dirSubdirs: Type.Integer({ description: 'directories in a directory' }),
});
export type FileEntry = Static<typeof FileEntry>;

const quotaFields = {
  maxBytes: Type.Integer({ description: 'bytes' }),
  maxFiles: Type.Integer({ description: 'files' }),
};

/** The limits for a directory and everything below it (interface, "Filesystem quota"). */
export const DirectoryQuota = shape(quotaFields);
export type DirectoryQuota = Static<typeof DirectoryQuota>;

const FileStats = shape({ path: Type.String() });

const directory = Type.Object({ dir: name('absolute path of a directory', 'path') });
const file = Type.Object({ path: name('absolute path of a file or directory', 'path') });
const fromTo = Type.Object({
  path: name('absolute path of a file or directory', 'path'),
  dstPath: name('absolute path that it gets', 'path'),
});

/** The section "storefs": files and directories of the cluster. */
export const storefs = {
  listFilesWithStats: operation({
    method: 'GET',
    path: '/storefs/files-with-stats',
    summary: 'Entries of a directory with their size, owner and mode',
    tier: 'read',
    query: directory,
    reply: shape({ stats: FileStats, entries: Type.Array(FileEntry) }),
  }),
  statFiles: operation({
    method: 'POST',
    path: '/storefs/stats',
    summary: 'Statistics of files and directories',
    tier: 'read',
    body: Type.Array(Type.String(names('path')), { description: 'absolute paths' }),
    reply: Type.Array(FileStats),
  }),
  listFiles: operation({
    method: 'GET',
    path: '/storefs/files',
    summary: 'Names of the entries of a directory',
    tier: 'read',
    query: directory,
    reply: shape({ stats: FileStats, entries: Type.Array(Type.String()) }),
  }),
  updateFile: operation({
    method: 'PATCH',
    path: '/storefs/files',
    summary: 'Rename a file or directory, or change its owner, group or mode',
    tier: 'disruptive',
    query: file,
    body: changes({
      absolutePath: Type.String({ description: 'new absolute path: renames or moves', ...names('path') }),
      uid: Type.Integer({ minimum: 0, description: 'owner' }),
      gid: Type.Integer({ minimum: 0, description: 'group' }),
      mode: Type.Integer({ minimum: 0, description: 'Unix permission notation' }),
    }),
  }),
  getFileLayout: operation({
    method: 'GET',
    path: '/storefs/layout',
    summary: 'Pool that a file or directory is stored in',
    tier: 'read',
    query: file,
    reply: shape({ pool: Type.String() }),
  }),
  setFileLayout: operation({
    method: 'PUT',
    path: '/storefs/layout',
    summary: 'Store new content of a file or directory in another pool',
    tier: 'reversible',
    query: file,
    body: body({ pool: name('name of the pool', 'layoutPool') }),
  }),
  getDirectoryQuota: operation({
    method: 'GET',
    path: '/storefs/quota',
    summary: 'Quota of a directory',
    tier: 'read',
    query: directory,
    reply: DirectoryQuota,
  }),
  setDirectoryQuota: operation({
    method: 'PUT',
    path: '/storefs/quota',
    summary: 'Set the quota of a directory',
    tier: 'reversible',
    query: directory,
    body: changes(quotaFields),
  }),
  listLayoutPools: operation({
    method: 'GET',
    path: '/storefs/layout/pools',
    summary: 'Pools that files can be stored in',
    tier: 'read',
    reply: Type.Array(Type.String()),
  }),
  createDirectory: operation({
    method: 'POST',
    path: '/storefs/create-directory',
    summary: 'Create a directory and those above it',
    tier: 'reversible',
    body: body({
      dir: name('absolute path of the new directory', 'path'),
      pool: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'null selects the default pool',
          ...names('layoutPool'),
        }),
      ),
    }),
  }),
  deleteFiles: operation({
    method: 'DELETE',
    path: '/storefs/delete',
    summary: 'Delete files and directories with everything in them',
    tier: 'destructive',
    query: Type.Object({
      path: Type.Array(name('an absolute path', 'path'), { minItems: 1, description: 'absolute paths' }),
    }),
    reply: Task,
  }),
  copyFile: operation({
    method: 'PUT',
    path: '/storefs/copy',
    summary: 'Copy a file, or a directory with everything in it',
    tier: 'disruptive',
    query: fromTo,
    reply: Task,
  }),
  moveFile: operation({
    method: 'PUT',
    path: '/storefs/move',
    summary: 'Move or rename a file or directory',
    tier: 'disruptive',
    query: fromTo,
  }),
  downloadFile: operation({
    method: 'GET',
    path: '/storefs/download',
    summary: 'Download a file',
    tier: 'read',
    query: file,
    reply: FileDownload,
  }),
  uploadFile: operation({
    method: 'PUT',
    path: '/storefs/upload',
    summary: 'Upload a file; a file of that path is replaced',
    tier: 'disruptive',
    query: Type.Object({ path: name('absolute path that it gets', 'path') }),
    form: body({ file: upload('content of the file') }),
  }),
} as const;
