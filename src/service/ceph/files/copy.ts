import type { Clock } from '../../../lib/clock.ts';
import { plainBytes as inUnits } from '../../../lib/format.ts';
import { quotedPath } from '../../rules/files.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Job, Say } from '../tasks/board.ts';
import type { Files } from './filesystem.ts';
import { newPathMeanings } from './meanings.ts';
import { createReporter } from './progress.ts';
import {
  freePlaceOrRefuse,
  join,
  placeOrRefuse,
  readDirectory,
  requireOutside,
  statOrRefuse,
  type FilePlace,
} from './read.ts';

/** The number of bytes that one call copies; a cancelled task stops after the current call. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** A long timeout, because a chunk may wait until earlier writes are flushed. */
const TIMEOUT_MS = 120_000;

/** The work that remains after an entry itself was copied. */
interface RemainingCopy {
  /** The handle and size of a file whose content is to be copied. */
  readonly handle?: string;
  readonly size?: number;
  /** The inodes of a directory, whose entries are to be copied, and of its copy. */
  readonly ino?: string;
  readonly copyIno?: string;
  /** The entry was not copied: it no longer exists, or it is not a file, directory or link. */
  readonly skipped?: true;
}

const pathOf = ({ directory, name }: FilePlace) => join(directory, name);

/** Copies entries, each directory before its contents. */
class TreeCopy {
  files = 0;
  bytes = 0;
  readonly #files: Files;
  readonly #cancelled: AbortSignal;
  readonly #say: Say;
  readonly #report: () => void;

  constructor(files: Files, cancelled: AbortSignal, say: Say, report: () => void) {
    this.#files = files;
    this.#cancelled = cancelled;
    this.#say = say;
    this.#report = report;
  }

  async copy(source: FilePlace, target: FilePlace): Promise<void> {
    this.#cancelled.throwIfAborted();
    const options = { meanings: newPathMeanings(pathOf(target)) };
    const rest = await this.#files.call<RemainingCopy>('copy', { source, target }, options);
    const { handle, size = 0, ino, copyIno } = rest;
    if (rest.skipped)
      this.#say(`${quotedPath(pathOf(source))} was skipped: it is gone, or is not a file, directory or link`);
    else if (handle !== undefined) await this.#copyContent(handle, size, pathOf(target));
    else if (ino !== undefined && copyIno !== undefined)
      await this.#copyEntries({ path: pathOf(source), ino }, { directory: pathOf(target), ino: copyIno });
    else this.#count(1, 0);
  }

  async #copyContent(handle: string, size: number, target: string): Promise<void> {
    try {
      for (let offset = 0; offset < size;) {
        this.#cancelled.throwIfAborted();
        const request = { handle, offset, length: Math.min(CHUNK_BYTES, size - offset) };
        const options = { meanings: newPathMeanings(target), timeoutMs: TIMEOUT_MS };
        const copied = await this.#files.call<number>('copy_content', request, options);
        // The file was truncated meanwhile.
        if (copied === 0) break;
        offset += copied;
        this.#count(0, copied);
      }
    } finally {
      await this.#files.call('close', { handle });
    }
    this.#count(1, 0);
  }

  async #copyEntries(
    source: { readonly path: string; readonly ino: string },
    target: Omit<FilePlace, 'name'>,
  ): Promise<void> {
    const from = { directory: source.path, ino: source.ino };
    for await (const entries of readDirectory(this.#files, source, false)) {
      for (const { name } of entries) await this.copy({ ...from, name }, { ...target, name });
    }
  }

  #count(files: number, bytes: number): void {
    this.files += files;
    this.bytes += bytes;
    this.#report();
  }
}

/**
 * Makes the task that copies an entry with everything below it, and with owner, mode and pool, to a free path. A
 * cancelled task leaves what it has copied so far.
 * @throws Refusal 400, 404 or 409 before anything is copied
 */
export async function copyJob(files: Files, clock: Clock, from: Path, to: Path, by: string): Promise<Job> {
  const source = await placeOrRefuse(files, from);
  const stat = await statOrRefuse(files, from, 'keep');
  const target = await freePlaceOrRefuse(files, to);
  await requireOutside(files, stat, target);
  const [allFiles, allBytes] = [stat.files ?? 1, stat.size];
  return {
    name: 'Copy files',
    object: `${pathText(from)} to ${pathText(to)}`,
    by,
    async run(say, cancelled) {
      const progress = () =>
        `${copied.files} of ${allFiles} files copied, ${inUnits(copied.bytes)} of ${inUnits(allBytes)}`;
      const copied = new TreeCopy(files, cancelled, say, createReporter(clock, say, progress));
      await copied.copy(source, target);
      await files.call('sync', {}, { timeoutMs: TIMEOUT_MS });
      say(`done: ${progress()}`);
    },
  };
}
