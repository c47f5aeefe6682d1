import { ApiError } from '../../api/failure.ts';
import { bytes } from '../../lib/format.ts';
import { messageOf } from '../../lib/thrown.ts';
import { listed } from '../../lib/words.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import { composed } from '../../store/cache/resource.ts';
import type { Acts, Cockpit, Known } from '../../store/cockpit.ts';
import { callPlan, localUpload } from '../action/call.ts';
import { joinPath } from './paths.ts';
import type { FileRow } from './rows.ts';

/** The contents of a local tree: directories from the top down, and files. */
interface LocalTree {
  readonly directories: readonly string[];
  readonly files: readonly { readonly from: string; readonly to: string; readonly size: number }[];
}

/** The most files in one upload; a dedicated tool is better for more. */
const MAX_FILES = 10_000;

/** Lists what is to be uploaded. Symbolic links are left out, because they may lead anywhere. */
async function collect(
  cockpit: Known,
  rows: readonly FileRow[],
  to: string,
  signal: AbortSignal,
): Promise<LocalTree> {
  const directories: string[] = [];
  const files: { from: string; to: string; size: number }[] = [];
  const waiting = rows.map(({ path, name, isDirectory, type, size = 0 }) => ({
    from: path,
    to: joinPath(to, name),
    type: isDirectory ? 'DIR' : type,
    size,
  }));
  // The entries that are added meanwhile are visited as well.
  for (const { from, to, type, size } of waiting) {
    if (files.length > MAX_FILES) break;
    signal.throwIfAborted();
    if (type === 'FILE') files.push({ from, to, size });
    if (type !== 'DIR') continue;
    directories.push(to);
    for (const entry of await cockpit.local.list(from))
      waiting.push({
        from: joinPath(from, entry.name),
        to: joinPath(to, entry.name),
        type: entry.type,
        size: entry.size,
      });
  }
  return { directories, files };
}

/** Creates the directories and uploads the files, one after the other, until one fails. */
async function sendAll(cockpit: Known & Acts, { directories, files }: LocalTree): Promise<void> {
  const { api, transfers } = cockpit;
  for (const dir of directories) {
    await api.createDirectory({ body: { dir } }).catch((error: unknown) => {
      // The directory exists already.
      if (!(error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === 409))
        throw error;
    });
  }
  for (const [index, { from, to }] of files.entries()) {
    await transfers
      .sendingFile(localUpload(cockpit, from), (file, options) =>
        api.uploadFile({ query: { path: to }, form: { file } }, options),
      )
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || files.length === 1) throw error;
        const message = `${index} of ${files.length} files were sent, then ${to} failed: ${error.message}`;
        throw new ApiError({ ...error.failure, message }, { cause: error });
      });
  }
}

function uploadChecks(
  found: LocalTree | string | undefined,
  names: readonly string[],
  there: readonly string[] | undefined,
): readonly PreflightCheck[] {
  if (typeof found === 'string') return [{ level: 'block', text: `The disk could not be read: ${found}` }];
  if (found === undefined) return [];
  const { directories, files } = found;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const replaced = names.filter((name) => there?.includes(name));
  return [
    ...(there === undefined
      ? [{ level: 'warn' as const, text: 'it is not known what exists there; existing files are replaced' }]
      : []),
    files.length > MAX_FILES
      ? { level: 'block', text: `more than ${MAX_FILES} files: mount the filesystem for so many` }
      : files.length + directories.length === 0
        ? { level: 'block', text: 'there are no files in it to upload' }
        : {
            level: 'ok',
            text: `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${bytes(size)}${directories.length > 0 ? `, in ${directories.length === 1 ? '1 directory' : `${directories.length} directories`}` : ''}`,
          },
    ...(replaced.length > 0
      ? [{ level: 'warn' as const, text: `already there, and replaced or added to: ${listed(replaced)}` }]
      : []),
  ];
}

/** The local files to upload, or the reason why they cannot be listed. */
const treeOf = (cockpit: Known, rows: readonly FileRow[], to: string) =>
  composed<{ readonly tree?: LocalTree; readonly problem?: string }>({
    key: ['files to send', rows.map(({ path }) => path), to],
    read: (_api, signal) =>
      collect(cockpit, rows, to, signal).then(
        (tree) => ({ tree }),
        (error: unknown) => {
          signal.throwIfAborted();
          return { problem: messageOf(error) };
        },
      ),
  });

/**
 * Uploads local files and directories into a directory of the cluster.
 * @param there names that exist in that directory, if they are known
 */
export function uploadPlan(
  cockpit: Cockpit,
  rows: readonly FileRow[],
  { to, there }: { readonly to: string; readonly there: readonly string[] | undefined },
): Plan {
  const gathered = treeOf(cockpit, rows, to);
  const now = () => cockpit.cache.slot(gathered).data;
  const [first] = rows;
  const names = rows.map(({ name }) => name);
  const replaced = names.filter((name) => there?.includes(name));
  const what = rows.length === 1 ? (first?.name ?? '') : `${rows.length} entries`;
  const preview = () => ({
    query: { path: joinPath(to, first?.name ?? '') },
    form: { file: names.join(', ') },
  });
  return {
    ...callPlan(cockpit, {
      operation: 'uploadFile',
      title: `Upload ${what} to ${to}`,
      target: to,
      ask: [],
      effect: 'Sends it from this machine; a file of the same path is replaced. Symbolic links are left out.',
      undo: 'delete what was sent; what it replaced does not come back',
      needs: [gathered],
      checks: () => uploadChecks(now()?.problem ?? now()?.tree, names, there),
      // New files do no harm, but replaced ones cannot be restored.
      tierOf: () => (replaced.length > 0 ? 'destructive' : there ? 'reversible' : 'disruptive'),
      targetOf: () => (replaced.length === 1 ? (replaced[0] ?? to) : to),
    }),
    count: rows.length,
    execution: {
      kind: 'steps',
      operation: 'uploadFile',
      preview,
      async run() {
        const tree = now()?.tree;
        if (tree === undefined)
          throw new ApiError({ kind: 'refused', message: 'The files on this machine are not listed yet.' });
        await sendAll(cockpit, tree);
      },
    },
  };
}
