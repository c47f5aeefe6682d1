import type { Section } from '../../engine.ts';
import { notDownloadable } from '../../rules/files.ts';
import { refusal } from '../../rules/refused.ts';
import { parsePath, pathText, type Path } from '../../values/path.ts';
import { downloadAnswer } from '../content/answer.ts';
import type { Sim } from '../handlers/section.ts';
import { logManagement } from '../log/write.ts';
import { copyJob } from './copy.ts';
import { deletionJob } from './deletion.ts';
import { sortedChildren, toEntry } from './entry.ts';
import { dataPools, poolOf, setLayout } from './layout.ts';
import { setQuota } from './quota.ts';
import { directoryOrRefuse, find, findOrRefuse } from './read.ts';
import type { FileTree } from './tree.ts';
import { uploadFile } from './upload.ts';
import { createDirectories, move, updateFile } from './write.ts';

export const fileHandlers = (sim: Sim) => {
  const { model, fileTree: files } = sim;
  return {
    ...readHandlers(sim),
    ...placementHandlers(sim),
    updateFile({ query: { path }, body: { absolutePath, ...attributes } }) {
      updateFile(files(), parsePath(path), {
        ...attributes,
        ...(absolutePath !== undefined && { absolutePath: parsePath(absolutePath) }),
      });
    },
    createDirectory({ body: { dir, pool } }) {
      createDirectories(files(), parsePath(dir), pool ?? undefined);
    },
    moveFile({ query: { path, dstPath } }) {
      move(files(), parsePath(path), parsePath(dstPath));
    },
    copyFile: ({ query: { path, dstPath } }, { by }) =>
      model.tasks.start(copyJob(files(), parsePath(path), parsePath(dstPath), by)),
    deleteFiles({ query: { path } }, { by }) {
      const task = model.tasks.start(deletionJob(files(), path.map(parsePath), by));
      logManagement(
        model,
        'warning',
        `deletion of ${path.map((one) => JSON.stringify(one)).join(', ')} requested`,
      );
      return task;
    },
    downloadFile({ query: { path: text } }) {
      const path = parsePath(text);
      const { content } = fileOrRefuse(files(), path);
      return downloadAnswer(sim.downloads, path.at(-1) ?? '', content, () => {
        const node = find(files(), path, 'follow');
        return node?.type === 'FILE' ? node.content : undefined;
      });
    },
    uploadFile: async ({ query: { path }, form: { file } }, { signal }) =>
      await uploadFile(files(), parsePath(path), file, signal),
  } satisfies Section;
};

function fileOrRefuse(tree: FileTree, path: Path) {
  const node = findOrRefuse(tree, path);
  if (node.type !== 'FILE') throw refusal(notDownloadable(pathText(path)));
  return node;
}

const readHandlers = ({ fileTree: files }: Sim) => {
  /** The statistics of the entry at a path, with the whole path as its name. */
  const stats = (path: Path) => toEntry(findOrRefuse(files(), path, 'keep'), pathText(path), pathText(path));
  const children = (path: Path) => sortedChildren(directoryOrRefuse(files(), path));
  return {
    listFilesWithStats({ query: { dir } }) {
      const path = parsePath(dir);
      const entries = children(path).map((node) => toEntry(node, node.name, pathText([...path, node.name])));
      return { stats: stats(path), entries };
    },
    listFiles({ query: { dir } }) {
      const path = parsePath(dir);
      return { stats: stats(path), entries: children(path).map(({ name }) => name) };
    },
    statFiles: ({ body }) => body.map((path) => ({ ...stats(parsePath(path)), path })),
  } satisfies Section;
};

const placementHandlers = ({ model, fileTree: files }: Sim) =>
  ({
    getFileLayout: ({ query: { path } }) => ({
      pool: poolOf(findOrRefuse(files(), parsePath(path))),
    }),
    setFileLayout({ query: { path }, body: { pool } }) {
      setLayout(files(), findOrRefuse(files(), parsePath(path)), pool);
    },
    listLayoutPools: () => dataPools(model).map(({ name }) => name),
    getDirectoryQuota: ({ query: { dir } }) => directoryOrRefuse(files(), parsePath(dir)).quota,
    setDirectoryQuota({ query: { dir }, body }) {
      setQuota(files(), directoryOrRefuse(files(), parsePath(dir)), body);
      logManagement(model, 'notice', `quota of the directory ${JSON.stringify(dir)} changed`);
    },
  }) satisfies Section;
