import { quotedPath } from '../../rules/files.ts';
import type { Say } from '../tasks/board.ts';
import { LONG_TIMEOUT_MS, type Files } from './filesystem.ts';
import { newPathMeanings } from './meanings.ts';
import { join, readDirectory, type FileLocation } from './read.ts';

/** The number of bytes that one call copies; a cancelled task stops after the current call. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** The maximum number of paths that a task names because something else is there. */
const MAX_NAMED = 20;

/** The work that remains after an entry itself was copied. */
interface RemainingCopy {
  /** The handle of a file whose content is to be copied, and its size. A file without a handle was already copied. */
  readonly handle?: string;
  readonly size?: number;
  /** The inode of a directory, whose entries are to be copied. */
  readonly ino?: string;
  /** The inode of the copy of a file or directory. */
  readonly copyIno?: string;
  /** The entry was not copied: it no longer exists, or it is not a file, directory or link. */
  readonly skipped?: true;
  /** The entry was not copied, because something else was there after a restart. */
  readonly differs?: true;
}

/** The path of an entry. */
export const pathOf = ({ directory, name }: FileLocation): string => join(directory, name);

/** Removes a file that is not whole from the directory of its copy, if it is there. */
export const removeTemporary = (
  files: Files,
  { directory, ino }: FileLocation,
  name: string,
): Promise<void> => files.call('remove', { directory, ino, names: [name] }, { timeoutMs: LONG_TIMEOUT_MS });

export interface TreeCopyOptions {
  /** The name of a file while its content is copied. No other copy has it. */
  readonly temporary: string;
  /** Keeps what was copied before a restart. */
  readonly resumed: boolean;
  /** Called with the inode of the copy of the outermost file or directory, as soon as that exists. */
  readonly made: (ino: string) => Promise<void>;
}

/** Copies entries, each directory before its contents. A file gets its name when it is whole. */
export class TreeCopy {
  files = 0;
  bytes = 0;
  /** The number of entries that were not copied, because something else was there after a restart. */
  different = 0;
  readonly #files: Files;
  readonly #cancelled: AbortSignal;
  readonly #say: Say;
  readonly #report: () => void;
  readonly #options: TreeCopyOptions;

  constructor(files: Files, cancelled: AbortSignal, say: Say, report: () => void, options: TreeCopyOptions) {
    this.#files = files;
    this.#cancelled = cancelled;
    this.#say = say;
    this.#report = report;
    this.#options = options;
  }

  async copy(source: FileLocation, target: FileLocation): Promise<void> {
    await this.#copy(source, target, this.#options.made);
  }

  async #copy(source: FileLocation, target: FileLocation, made?: TreeCopyOptions['made']): Promise<void> {
    this.#cancelled.throwIfAborted();
    const { temporary, resumed } = this.#options;
    const request = { source, target, temporary, resumed };
    const rest = await this.#call<RemainingCopy>('copy', request, target);
    const { handle, size = 0, ino, copyIno } = rest;
    if (copyIno !== undefined) await made?.(copyIno);
    if (rest.skipped)
      this.#say(`${quotedPath(pathOf(source))} was skipped: it is gone, or is not a file, directory or link`);
    else if (rest.differs) this.#leave(target);
    else if (handle !== undefined) await this.#copyContent(handle, size, target);
    else if (ino !== undefined && copyIno !== undefined)
      await this.#copyEntries({ path: pathOf(source), ino }, { directory: pathOf(target), ino: copyIno });
    else this.#count(1, size);
  }

  #call<T>(name: string, request: Readonly<Record<string, unknown>>, target: FileLocation): Promise<T> {
    const options = { meanings: newPathMeanings(pathOf(target)), timeoutMs: LONG_TIMEOUT_MS };
    return this.#files.call<T>(name, request, options);
  }

  async #copyContent(handle: string, size: number, target: FileLocation): Promise<void> {
    const { temporary } = this.#options;
    try {
      for (let offset = 0; offset < size;) {
        this.#cancelled.throwIfAborted();
        const request = { handle, offset, length: Math.min(CHUNK_BYTES, size - offset) };
        const copied = await this.#call<number>('copy_content', request, target);
        // The file was truncated meanwhile.
        if (copied === 0) break;
        offset += copied;
        this.#count(0, copied);
      }
      await this.#call('finish_copy', { handle, target, temporary }, target);
    } catch (failure) {
      // The caller needs the first failure. If the temporary file remains, its name tells the operator its purpose.
      await this.#files.call('close', { handle }).catch(() => undefined);
      await removeTemporary(this.#files, target, temporary).catch(() => undefined);
      throw failure;
    }
    this.#count(1, 0);
  }

  async #copyEntries(
    source: { readonly path: string; readonly ino: string },
    target: Omit<FileLocation, 'name'>,
  ): Promise<void> {
    const from = { directory: source.path, ino: source.ino };
    for await (const entries of readDirectory(this.#files, source, false)) {
      for (const { name } of entries) await this.#copy({ ...from, name }, { ...target, name });
    }
  }

  #leave(target: FileLocation): void {
    this.different++;
    if (this.different <= MAX_NAMED)
      this.#say(
        `${quotedPath(pathOf(target))} is of another kind or size than its source now: it was left as it is`,
      );
  }

  #count(files: number, bytes: number): void {
    this.files += files;
    this.bytes += bytes;
    this.#report();
  }
}
