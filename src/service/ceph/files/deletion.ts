import { quotedPath, refuseDeletion } from '../../rules/files.ts';
import { enforce } from '../../rules/refused.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Job } from '../tasks/board.ts';
import { typeOf } from './entry.ts';
import type { Files } from './filesystem.ts';
import { join, placeOf, readDirectory, statOf, type Place } from './read.ts';
import { createReporter } from './progress.ts';
import { about } from './meanings.ts';

/** Files that are removed at a time; a cancelled task stops behind them. */
const AT_ONCE = 100;
/** Times that a directory is emptied while others keep filling it. */
const MOST_PASSES = 10;

/** Something that is to be deleted. */
interface Doomed {
  readonly place: Place;
  /** The inode of a directory; of anything else it does not matter. */
  readonly directoryIno: string | undefined;
}

/** @throws Refusal 400, 404 or 409 */
async function doomedAt(files: Files, path: Path): Promise<Doomed> {
  enforce(refuseDeletion(path));
  const place = await placeOf(files, path);
  const stat = await statOf(files, path, 'keep');
  return { place, directoryIno: typeOf(stat) === 'DIR' ? stat.ino : undefined };
}

/** Deletes directories from the inside out. Others may rearrange them meanwhile: nothing outside is touched. */
class Removal {
  removed = 0;
  readonly #files: Files;
  readonly #cancelled: AbortSignal;
  readonly #report: () => void;

  constructor(files: Files, cancelled: AbortSignal, report: () => void) {
    this.#files = files;
    this.#cancelled = cancelled;
    this.#report = report;
  }

  async remove({ place, directoryIno }: Doomed): Promise<void> {
    if (directoryIno === undefined) await this.#unlink(place, [place.name]);
    else await this.#removeDirectory(place, directoryIno);
  }

  /** Removes entries of a directory. Those that are gone already are no failure. */
  async #unlink({ directory, ino }: Omit<Place, 'name'>, names: readonly string[]): Promise<void> {
    for (let first = 0; first < names.length; first += AT_ONCE) {
      this.#cancelled.throwIfAborted();
      const some = names.slice(first, first + AT_ONCE);
      await this.#files.call('remove', { directory, ino, names: some }, { meanings: about(directory) });
      this.#count(some.length);
    }
  }

  async #removeDirectory(place: Place, ino: string): Promise<void> {
    const path = join(place.directory, place.name);
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      const found = await this.#empty(path, ino);
      if (await this.#isRemoved(place)) {
        this.#count(1);
        return;
      }
      if (found === 0)
        throw new Refusal(
          409,
          `${quotedPath(path)} has snapshots: remove those in ${quotedPath(`${path}/.snap`)} first`,
        );
    }
    throw new Refusal(409, `${quotedPath(path)} is filled faster than it can be emptied`);
  }

  /** Removes what is in a directory and gives the number of entries that were there. */
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

  /** Removes a directory, unless something is in it. */
  async #isRemoved({ directory, ino, name }: Place): Promise<boolean> {
    this.#cancelled.throwIfAborted();
    const request = { directory, ino, names: [name], directories: true };
    const left = await this.#files.call<string[]>('remove', request, { meanings: about(directory) });
    return left.length === 0;
  }

  #count(entries: number): void {
    this.removed += entries;
    this.#report();
  }
}

/**
 * Deletes what is at the paths, with everything below; a symbolic link is deleted itself. Cancelling spares
 * what is not yet deleted.
 * @throws Refusal 400, 404 or 409 before anything is deleted
 */
export async function deletion(files: Files, clock: Clock, paths: readonly Path[], by: string): Promise<Job> {
  const doomed: Doomed[] = [];
  for (const path of paths) doomed.push(await doomedAt(files, path));
  const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
  return {
    name: 'Delete files',
    object: `${pathText(paths[0] ?? [])}${more}`,
    by,
    async run(say, cancelled) {
      const progress = () => `${removal.removed} files and directories deleted`;
      const removal = new Removal(files, cancelled, createReporter(clock, say, progress));
      for (const one of doomed) await removal.remove(one);
      say(`done: ${progress()}`);
    },
  };
}
