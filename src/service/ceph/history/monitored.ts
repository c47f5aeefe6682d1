import type { MonitoredDirectory } from '../../../api/contract/stats.ts';
import { ifRefused } from '../../engine.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseRemoval } from '../../rules/statistics.ts';
import { parsePath, pathText } from '../../values/path.ts';
import type { Files } from '../files/filesystem.ts';
import { quotaOf } from '../files/quota.ts';
import { directoryOrRefuse } from '../files/read.ts';
import type { StateStore } from '../state/store.ts';

const KEY = 'monitored-directories';

const NO_QUOTA = { maxBytes: 0, maxFiles: 0 };

/** The quota of a directory; no limits if it no longer exists or cannot be read now. */
const quotaIfExists = (files: Files, path: string) =>
  quotaOf(files, parsePath(path)).catch(ifRefused(() => NO_QUOTA));

/** The directories whose usage is recorded. */
export interface MonitoredDirectories {
  paths(): Promise<readonly string[]>;
  /** The directories with their quotas. */
  list(): Promise<MonitoredDirectory[]>;
  /** @throws Refusal 400, 404, or 409 for a path that is not a directory */
  add(paths: readonly string[]): Promise<void>;
  /** @throws Refusal 400, 404, or 409 for a path that is not a directory */
  replace(paths: readonly string[]): Promise<void>;
  /** @throws Refusal 404 for a path that is not monitored */
  remove(paths: readonly string[]): Promise<void>;
}

/** Stores the list in the cluster, each path once. */
export function createMonitoredDirectories(store: StateStore, files: Files): MonitoredDirectories {
  const paths = async () => (await store.get<string[]>(KEY)) ?? [];
  const change = async (edit: (present: readonly string[]) => readonly string[]) => {
    await store.update<string[], string[]>(KEY, (present = []) => [...new Set(edit(present))]);
  };
  const existing = (texts: readonly string[]): Promise<string[]> =>
    Promise.all(
      texts.map(async (text) => {
        const path = parsePath(text);
        await directoryOrRefuse(files, path);
        return pathText(path);
      }),
    );
  return {
    paths,
    list: async () =>
      Promise.all(
        (await paths()).map(async (path) => {
          const { maxBytes = 0, maxFiles = 0 } = await quotaIfExists(files, path);
          return { displayName: path, queryName: path, quotaBytes: maxBytes, quotaFiles: maxFiles };
        }),
      ),
    async add(texts) {
      const added = await existing(texts);
      await change((present) => [...present, ...added]);
    },
    async replace(texts) {
      const wanted = await existing(texts);
      await change(() => wanted);
    },
    async remove(texts) {
      const removed = new Set(texts.map((text) => pathText(parsePath(text))));
      await change((present) => {
        enforce(refuseRemoval(removed, present));
        return present.filter((path) => !removed.has(path));
      });
    },
  };
}
