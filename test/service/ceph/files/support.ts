import type { CallOptions } from '../../../../src/service/ceph/storage.ts';
import type { Files } from '../../../../src/service/ceph/files/filesystem.ts';

type Args = Readonly<Record<string, unknown>>;

/** A filesystem of which only answers are known; other calls succeed without a word. All are recorded. */
export function fakeFiles(answers: Readonly<Record<string, (args: never, options: CallOptions) => unknown>>) {
  const calls: [name: string, args: Args][] = [];
  const files: Files = {
    async call<T>(name: string, args: Args, options: CallOptions = {}) {
      calls.push([name, args]);
      return (await answers[name]?.(args as never, options)) as T;
    },
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
