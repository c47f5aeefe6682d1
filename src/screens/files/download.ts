import type { Api } from '../../api/client.ts';
import { safeFileName } from '../../lib/localFiles.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { Cockpit, Known } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';
import { callPlan } from '../action/call.ts';
import { ownForm } from '../action/typedForm.ts';
import { joinPath, lastName } from './paths.ts';
import type { FileRow } from './rows.ts';

/** The field for the local directory of a download. */
function directoryField({ local }: Known, rows: readonly FileRow[], directory: string) {
  return {
    label: 'into the directory',
    hint: 'a local directory; nothing in it is overwritten',
    initial: directory,
    path: 'local' as const,
    read(text: string) {
      const path = local.resolve(text);
      if (text === '' || !local.isDirectory(path)) return { problem: 'Name a local directory.' };
      const taken = rows.find(({ name }) => local.exists(joinPath(path, safeFileName(name))));
      return taken ? { problem: `${taken.name} already exists.` } : { value: path };
    },
  };
}

interface DownloadItem {
  readonly path: string;
  readonly to: string;
  readonly isDirectory: boolean;
}

/** The entries of a directory in the cluster that can be downloaded: files and directories, but no symbolic links. */
async function entriesOf(api: Api, { path, to }: DownloadItem): Promise<DownloadItem[]> {
  const { entries = [] } = await api.listFilesWithStats({ query: { dir: path } });
  return entries
    .filter(({ type }) => type === 'FILE' || type === 'DIR')
    .map((entry) => {
      const name = lastName(entry.path ?? entry.fullPath ?? '');
      return {
        path: entry.fullPath ?? joinPath(path, name),
        to: joinPath(to, safeFileName(name)),
        isDirectory: entry.type === 'DIR',
      };
    });
}

/** Downloads files and whole directories, one file after the other, until the operator stops one. */
async function fetchAll(cockpit: Cockpit, rows: readonly FileRow[], directory: string): Promise<void> {
  const { api, local, transfers, view } = cockpit;
  const waiting: DownloadItem[] = rows.map(({ path, name, isDirectory }) => ({
    path,
    to: joinPath(directory, safeFileName(name)),
    isDirectory,
  }));
  let saved = 0;
  let failed = 0;
  // The entries that are added meanwhile are visited as well.
  for (const one of waiting) {
    const { path, to, isDirectory } = one;
    if (isDirectory) {
      try {
        await local.createDirectory(to);
        for (const entry of await entriesOf(api, one)) waiting.push(entry);
      } catch (error) {
        failed++;
        say(view, 'error', `${path}: ${messageOf(error)}`);
      }
      continue;
    }
    const ask = (signal: AbortSignal) => api.downloadFile({ query: { path } }, { signal });
    const end = await transfers.download({ name: lastName(path), path: to, ask });
    if (end === 'cancelled') return;
    if (end === 'saved') saved++;
    else failed++;
  }
  if (saved + failed > 1)
    say(
      view,
      failed > 0 ? 'warn' : 'ok',
      `Saved ${saved} files in ${directory}${failed > 0 ? `; ${failed} were not saved` : ''}.`,
    );
}

/** Downloads files and directories from the cluster into a local directory. */
export function downloadPlan(cockpit: Cockpit, rows: readonly FileRow[], directory: string): Plan {
  const [first] = rows;
  const what = rows.length === 1 ? (first?.name ?? '') : `${rows.length} entries`;
  const plan = callPlan(cockpit, {
    operation: 'downloadFile',
    title: `Download ${what}`,
    target: first?.path ?? '',
    input: { query: { path: first?.path ?? '' } },
    ask: [],
    effect: 'Saves it on this machine, directories with all their contents. Symbolic links are left out.',
    undo: 'delete the local files',
    refreshes: [],
  });
  const { fields, valuesOf } = ownForm(cockpit, {
    'local.directory': directoryField(cockpit, rows, directory),
  });
  return {
    ...plan,
    fields,
    // The dialog closes at once: each file is requested when its turn comes.
    execution: { ...plan.execution, kind: 'steps', run: () => Promise.resolve() },
    show: (_, values) => void fetchAll(cockpit, rows, valuesOf(values)['local.directory']),
  };
}
