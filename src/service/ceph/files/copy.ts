import type { Clock } from '../../../lib/clock.ts';
import { plainBytes as inUnits } from '../../../lib/format.ts';
import { plural } from '../../../lib/words.ts';
import { quotedPath } from '../../rules/files.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Job, Resume, Work } from '../tasks/board.ts';
import { typeOf, type FileStat } from './entry.ts';
import { LONG_TIMEOUT_MS, type Files } from './filesystem.ts';
import { createReporter } from './progress.ts';
import {
  freeLocationOrRefuse,
  locationOrRefuse,
  requireOutside,
  statIfExists,
  statOrRefuse,
  type FileLocation,
} from './read.ts';
import { readAfterRestart, type FileTaskParts } from './readAfterRestart.ts';
import { pathOf, removeTemporary, TreeCopy } from './treeCopy.ts';

const KIND = 'copy-files';

/** A stored copy. The inodes reveal other entries at the same paths after a restart. */
interface StoredCopy {
  readonly filesystem: number;
  readonly source: FileLocation;
  /** The inode of the source. */
  readonly ino: string;
  readonly target: FileLocation;
  /** The inode of the copy, once that exists. */
  readonly copyIno?: string;
  /** The name of a file while its content is copied. */
  readonly temporary: string;
}

/** @param found the source, for the totals in reports */
const copying =
  ({ files, clock }: FileTaskParts, stored: StoredCopy, found: FileStat, resumed: boolean): Work =>
  async (say, cancelled, mark) => {
    const { source, target, temporary } = stored;
    const [allFiles, allBytes] = [found.files ?? 1, found.size];
    const progress = () =>
      `${copied.files} of ${allFiles} files copied, ${inUnits(copied.bytes)} of ${inUnits(allBytes)}`;
    const copied = new TreeCopy(files, cancelled, say, createReporter(clock, say, progress), {
      temporary,
      resumed,
      // A copy whose inode is not stored is not continued after a restart, which is no reason to end it now.
      made: (copyIno) => mark({ ...stored, copyIno }).catch(() => undefined),
    });
    await copied.copy(source, target);
    await files.call('sync', {}, { timeoutMs: LONG_TIMEOUT_MS });
    say(`done: ${progress()}`);
    if (copied.different > 0)
      throw new Error(
        `the copy differs from its source in ${plural(copied.different, 'place')}: compare it there`,
      );
  };

/**
 * Makes the task that copies an entry with everything below it, and with owner, mode and pool, to a free path. A
 * cancelled task leaves what it has copied so far, except for a file that is not whole.
 * @throws Refusal 400, 404 or 409 before anything is copied
 */
export async function copyJob(files: Files, clock: Clock, from: Path, to: Path, by: string): Promise<Job> {
  const filesystem = await files.id();
  const source = await locationOrRefuse(files, from);
  const stat = await statOrRefuse(files, from, 'keep');
  const target = await freeLocationOrRefuse(files, to);
  await requireOutside(files, stat, target);
  const temporary = `.storedeck-copy-${clock.random().toString(36).slice(2)}`;
  const input: StoredCopy = { filesystem, source, ino: stat.ino, target, temporary };
  return {
    name: 'Copy files',
    object: `${pathText(from)} to ${pathText(to)}`,
    by,
    run: copying({ files, clock }, input, stat, false),
    resume: { kind: KIND, input },
  };
}

/** The source and the copy after a restart; null for what is not there. */
interface FoundCopy {
  readonly stat: FileStat | null;
  readonly copy: FileStat | null;
}

/** The source of a copy that can be continued. @throws Error with the reason why it cannot, and with what is there */
function requireContinuable(
  { stat, copy }: FoundCopy,
  { source, target, ino, copyIno }: StoredCopy,
): FileStat {
  const [from, to] = [quotedPath(pathOf(source)), quotedPath(pathOf(target))];
  if (copy && copy.ino !== copyIno)
    throw new Error(`it is not certain that ${to} is the copy that was begun: it was left as it is`);
  if (stat?.ino !== ino) {
    const left = copy ? `${to} holds what was copied before` : `nothing is at ${to}`;
    throw new Error(`${from} was ${stat ? 'replaced' : 'deleted or moved'}: ${left}`);
  }
  if (!copy && copyIno !== undefined && typeOf(stat) === 'DIR')
    throw new Error(`${to} was deleted or moved: nothing more was copied`);
  return stat;
}

/** The copy of files to continue after a restart, for TaskTable.recover. */
export const copyKinds = ({ files, clock }: FileTaskParts): Record<string, Resume> => ({
  [KIND]: (input) => async (say, cancelled, mark) => {
    const stored = input as StoredCopy;
    const { filesystem, source, target, temporary } = stored;
    const look = async (): Promise<FoundCopy> => ({
      copy: await statIfExists(files, pathOf(target), 'keep'),
      stat: await statIfExists(files, pathOf(source), 'keep'),
    });
    const found = await readAfterRestart({ files, clock }, filesystem, look, cancelled);
    // Of a single file; that of a directory is removed when the copy gets there.
    if (!found.copy) await removeTemporary(files, target, temporary).catch(() => undefined);
    const stat = requireContinuable(found, stored);
    return copying({ files, clock }, stored, stat, found.copy !== null)(say, cancelled, mark);
  },
});
