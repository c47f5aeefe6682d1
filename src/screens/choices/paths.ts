import type { Api } from '../../api/client.ts';
import { bytes } from '../../lib/format.ts';
import type { Choice } from '../../store/action/field.ts';
import { composed } from '../../store/cache/resource.ts';
import type { Known } from '../../store/cockpit.ts';
import { choicesIn, readForForm, type Source } from './source.ts';

/** The directory part of a typed path, with its slash; empty if it has none yet. */
export const typedDirectory = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

interface PathEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly size?: number | undefined;
}

const choiceOf =
  (directory: string) =>
  ({ name, isDirectory, size }: PathEntry): Choice => ({
    text: `${directory}${name}${isDirectory ? '/' : ''}`,
    hint: isDirectory ? '' : bytes(size),
  });

const lastName = (path: string): string => path.split('/').findLast((part) => part !== '') ?? '';

const ENTRIES = {
  async local(_api: Api, { local }: Known, directory: string): Promise<readonly PathEntry[]> {
    const found = await local.list(directory === '' ? '.' : directory);
    return found.map(({ name, size, type }) => {
      const isDirectory = type === 'DIR' || (type === 'SYMLINK' && local.isDirectory(`${directory}${name}`));
      return { name, size, isDirectory };
    });
  },
  async cluster(api: Api, _known: Known, directory: string): Promise<readonly PathEntry[]> {
    const { entries = [] } = await api.listFilesWithStats({
      query: { dir: directory.replace(/(.)\/+$/, '$1') },
    });
    return entries.map(({ path, fullPath, size, type }) => ({
      name: lastName(path ?? fullPath ?? ''),
      size,
      isDirectory: type === 'DIR',
    }));
  },
} as const;

/** The entries of the directory that the typed path is in; looked up under the name `directory`. */
export function listings(where: keyof typeof ENTRIES): Source {
  const listing = (cockpit: Known, directory: string) =>
    composed({
      key: [`${where} files`, directory],
      read: async (api) => (await ENTRIES[where](api, cockpit, directory)).map(choiceOf(directory)),
    });
  return {
    choices(cockpit, lookup) {
      const directory = lookup('directory');
      if (where === 'cluster' && !directory.startsWith('/'))
        return { all: [], note: 'a cluster path begins with /' };
      return choicesIn(cockpit, listing(cockpit, directory), (all) => all);
    },
    load(cockpit, lookup) {
      const directory = lookup('directory');
      if (where === 'cluster' && !directory.startsWith('/')) return;
      readForForm(cockpit, listing(cockpit, directory));
    },
  };
}
