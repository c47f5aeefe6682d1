import { Refusal } from '../../engine.ts';
import { quotedPath } from '../../rules/files.ts';
import { LONG_TIMEOUT_MS, type Files } from './filesystem.ts';
import { pathMeanings } from './meanings.ts';
import { join, readDirectory, type FileLocation } from './read.ts';

/** The number of files that one call removes; a cancelled task stops after the current call. */
const FILES_PER_CALL = 100;
/** The maximum number of times that a directory is emptied while clients create new entries in it. */
const MAX_PASSES = 10;

const optionsFor = (directory: string) => ({
  meanings: pathMeanings(directory),
  timeoutMs: LONG_TIMEOUT_MS,
});

/** An entry to be deleted. */
export interface DeletionTarget {
  readonly location: FileLocation;
  /** The inode of a directory; undefined for anything else. */
  readonly directoryIno: string | undefined;
}

/** Deletes trees from the bottom up. It addresses directories by inode, so that concurrent moves cannot divert it. */
export class TreeDeletion {
  removed = 0;
  readonly #files: Files;
  readonly #cancelled: AbortSignal;
  readonly #report: () => void;

  constructor(files: Files, cancelled: AbortSignal, report: () => void) {
    this.#files = files;
    this.#cancelled = cancelled;
    this.#report = report;
  }

  async remove({ location, directoryIno }: DeletionTarget): Promise<void> {
    if (directoryIno === undefined) await this.#unlink(location, [location.name]);
    else await this.#removeDirectory(location, directoryIno);
  }

  /** Removes entries of a directory; entries that no longer exist are ignored. */
  async #unlink({ directory, ino }: Omit<FileLocation, 'name'>, names: readonly string[]): Promise<void> {
    for (let first = 0; first < names.length; first += FILES_PER_CALL) {
      this.#cancelled.throwIfAborted();
      const some = names.slice(first, first + FILES_PER_CALL);
      await this.#files.call('remove', { directory, ino, names: some }, optionsFor(directory));
      this.#count(some.length);
    }
  }

  async #removeDirectory(location: FileLocation, ino: string): Promise<void> {
    const path = join(location.directory, location.name);
    for (let pass = 1; pass <= MAX_PASSES; pass++) {
      const found = await this.#empty(path, ino);
      if (await this.#removeIfEmpty(location)) {
        this.#count(1);
        return;
      }
      if (found === 0)
        throw new Refusal(
          409,
          `${quotedPath(path)} has snapshots: remove those in ${quotedPath(`${path}/.snap`)} first`,
        );
    }
    throw new Refusal(409, `${quotedPath(path)} is being filled faster than it can be emptied`);
  }

  /** Removes the entries of a directory. @returns the number of entries found */
  async #empty(path: string, ino: string): Promise<number> {
    let found = 0;
    for await (const entries of readDirectory(this.#files, { path, ino }, false)) {
      found += entries.length;
      const own = { directory: path, ino };
      const leaves = entries.filter((entry) => !entry.directory).map(({ name }) => name);
      await this.#unlink(own, leaves);
      for (const entry of entries) {
        if (entry.directory) await this.#removeDirectory({ ...own, name: entry.name }, entry.ino);
      }
    }
    return found;
  }

  /** Removes a directory if it is empty. @returns true if it no longer exists */
  async #removeIfEmpty({ directory, ino, name }: FileLocation): Promise<boolean> {
    this.#cancelled.throwIfAborted();
    const request = { directory, ino, names: [name], directories: true };
    const left = await this.#files.call<string[]>('remove', request, optionsFor(directory));
    return left.length === 0;
  }

  #count(entries: number): void {
    this.removed += entries;
    this.#report();
  }
}
