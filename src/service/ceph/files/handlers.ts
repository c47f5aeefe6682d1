import type { Clock } from '../../../lib/clock.ts';
import type { Downloads } from '../../downloads.ts';
import type { Section } from '../../engine.ts';
import { parsePath } from '../../values/path.ts';
import type { TaskTable } from '../tasks/board.ts';
import { copyJob } from './copy.ts';
import { deletionJob } from './deletion.ts';
import { downloadFile } from './download.ts';
import type { Files } from './filesystem.ts';
import { poolOf, setLayout } from './layout.ts';
import { listFiles, listFilesWithStats, statFiles } from './listing.ts';
import { quotaOf, setQuota } from './quota.ts';
import { uploadFile } from './upload.ts';
import { createDirectories, move, updateFile } from './write.ts';

export interface FileParts {
  readonly files: Files;
  readonly tasks: TaskTable;
  readonly downloads: Downloads;
  readonly clock: Clock;
}

export function fileHandlers({ files, tasks, downloads, clock }: FileParts) {
  return {
    listFiles: ({ query: { dir } }) => listFiles(files, parsePath(dir)),
    listFilesWithStats: ({ query: { dir } }) => listFilesWithStats(files, parsePath(dir)),
    statFiles: ({ body }) => statFiles(files, body),
    async updateFile({ query: { path }, body: { absolutePath, ...attributes } }) {
      await updateFile(files, parsePath(path), {
        ...attributes,
        ...(absolutePath !== undefined && { absolutePath: parsePath(absolutePath) }),
      });
    },

    getFileLayout: async ({ query: { path } }) => ({ pool: await poolOf(files, parsePath(path)) }),
    setFileLayout: ({ query: { path }, body: { pool } }) => setLayout(files, parsePath(path), pool),
    listLayoutPools: async () => [...(await files.dataPools())],
    getDirectoryQuota: ({ query: { dir } }) => quotaOf(files, parsePath(dir)),
    setDirectoryQuota: ({ query: { dir }, body }) => setQuota(files, parsePath(dir), body),

    createDirectory: ({ body: { dir, pool } }) => createDirectories(files, parsePath(dir), pool ?? undefined),
    moveFile: ({ query: { path, dstPath } }) => move(files, parsePath(path), parsePath(dstPath)),
    deleteFiles: async ({ query: { path } }, { by }) =>
      tasks.start(await deletionJob(files, clock, path.map(parsePath), by)),
    copyFile: async ({ query: { path, dstPath } }, { by }) =>
      tasks.start(await copyJob(files, clock, parsePath(path), parsePath(dstPath), by)),
    downloadFile: ({ query: { path } }) => downloadFile(files, downloads, parsePath(path)),
    uploadFile: ({ query: { path }, form: { file } }, { signal }) =>
      uploadFile({ files, clock }, parsePath(path), file, signal),
  } satisfies Section;
}
