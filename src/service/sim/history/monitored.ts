import type { MonitoredDirectory } from '../../../api/contract/stats.ts';
import { Refusal } from '../../engine.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseRemoval } from '../../rules/statistics.ts';
import { parsePath, pathText } from '../../values/path.ts';
import { directoryOrRefuse } from '../files/read.ts';
import type { FileTree } from '../files/tree.ts';
import type { Persistence } from '../persistence/persistence.ts';

const SECTION = 'monitored';
const KEY = 'directories';
/** Directories that are monitored by default. */
const DEFAULT_PATHS = ['/home', '/projects'];

/** The paths of the directories whose usage is recorded. */
export class SimMonitoredDirectories {
  readonly #persistence: Persistence;
  readonly #files: () => FileTree;
  #paths: ReadonlySet<string>;

  constructor(persistence: Persistence, files: () => FileTree) {
    this.#persistence = persistence;
    this.#files = files;
    this.#paths = new Set((persistence.load(SECTION).get(KEY) as string[] | undefined) ?? DEFAULT_PATHS);
  }

  get paths(): ReadonlySet<string> {
    return this.#paths;
  }

  /** The directories with their quotas; a missing directory has none. */
  list(): MonitoredDirectory[] {
    const files = this.#files();
    return Array.from(this.#paths, (path) => {
      const { maxBytes, maxFiles } = quotaOf(files, path);
      return { displayName: path, queryName: path, quotaBytes: maxBytes, quotaFiles: maxFiles };
    });
  }

  /** @throws Refusal 400, 404; 409 for anything but a directory */
  add(paths: readonly string[]): void {
    this.#set([...this.#paths, ...this.#existing(paths)]);
  }

  /** @throws Refusal 400, 404; 409 for anything but a directory */
  replace(paths: readonly string[]): void {
    this.#set(this.#existing(paths));
  }

  /** @throws Refusal 404 for a directory that is not monitored */
  remove(paths: readonly string[]): void {
    const removed = new Set(paths.map((path) => pathText(parsePath(path))));
    enforce(refuseRemoval(removed, [...this.#paths]));
    this.#set([...this.#paths].filter((path) => !removed.has(path)));
  }

  #existing(paths: readonly string[]): string[] {
    return paths.map((text) => {
      const path = parsePath(text);
      directoryOrRefuse(this.#files(), path);
      return pathText(path);
    });
  }

  #set(paths: readonly string[]): void {
    this.#paths = new Set(paths);
    this.#persistence.save(SECTION, KEY, [...this.#paths]);
  }
}

function quotaOf(files: FileTree, path: string): { maxBytes: number; maxFiles: number } {
  try {
    return directoryOrRefuse(files, parsePath(path)).quota;
  } catch (error) {
    if (error instanceof Refusal) return { maxBytes: 0, maxFiles: 0 };
    throw error;
  }
}
