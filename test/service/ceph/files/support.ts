import type { CephCallOptions } from '../../../../src/service/ceph/client/storage.ts';
import type { Files } from '../../../../src/service/ceph/files/filesystem.ts';

type Args = Readonly<Record<string, unknown>>;

/** A filesystem with prepared answers. Other calls succeed without an answer, and all calls are recorded. */
export function fakeFiles(
  answers: Readonly<Record<string, (args: never, options: CephCallOptions) => unknown>>,
) {
  const calls: [name: string, args: Args][] = [];
  const files: Files = {
    async call<T>(name: string, args: Args, options: CephCallOptions = {}) {
      calls.push([name, args]);
      return (await answers[name]?.(args as never, options)) as T;
    },
    id: async () => 7,
    dataPools: async () => ['data'],
  };
  const named = (name: string) => calls.filter(([called]) => called === name).map(([, args]) => args);
  return { files, calls, named };
}

const COMMON = { uid: 0, gid: 0, modified: 0 };
export const directoryStat = (ino: string) => ({
  ...COMMON,
  ino,
  mode: 0o40755,
  size: 0,
  files: 0,
  subdirs: 0,
});
export const fileStat = (ino: string, size = 0) => ({ ...COMMON, ino, mode: 0o100644, size });

type Stat = ReturnType<typeof directoryStat> | ReturnType<typeof fileStat>;
export type Answers = Parameters<typeof fakeFiles>[0];

export const missing = () => {
  throw Object.assign(new Error('not there'), { status: 404 });
};

/** A filesystem with these files and directories. */
export function tree(there: Readonly<Record<string, Stat>>, answers: Answers = {}) {
  const all: Readonly<Record<string, Stat>> = { '/': directoryStat('1'), ...there };
  return fakeFiles({
    stat: ({ path }: { path: string }) => all[path] ?? missing(),
    stat_if_there: ({ path }: { path: string }) => all[path] ?? null,
    inos_above: ({ path }: { path: string }) =>
      path
        .split('/')
        .map((_, index, names) => names.slice(0, index + 1).join('/') || '/')
        .flatMap((above) => all[above]?.ino ?? []),
    ...answers,
  });
}

/** Returns the entries of a directory in batches, and then none. */
export function batches(...all: object[][]) {
  const left = [...all];
  return { open_directory: () => 'handle', read_directory: () => left.shift() ?? [] };
}
