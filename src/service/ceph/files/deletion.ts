import type { Clock } from '../../../lib/clock.ts';
import { quotedPath, refuseDeletion } from '../../rules/files.ts';
import { enforce } from '../../rules/refused.ts';
import { parsePath, pathText, type Path } from '../../values/path.ts';
import { asciiJson } from '../state/ascii.ts';
import type { Job, Resume, Say } from '../tasks/board.ts';
import { typeOf, type FileStat } from './entry.ts';
import type { Files } from './filesystem.ts';
import { createReporter } from './progress.ts';
import { locationOrRefuse, statIfExists, statOrRefuse, type FileLocation } from './read.ts';
import { readAfterRestart, type FileTaskParts } from './readAfterRestart.ts';
import { TreeDeletion, type DeletionTarget } from './treeDeletion.ts';

const KIND = 'delete-files';
/** The maximum size of a stored deletion: the monitors store 64 KB per task, which include its output. */
const MAX_STORED = 32 * 1024;

/** A stored deletion. The inodes reveal other entries at the same paths after a restart. */
interface StoredDeletion {
  readonly filesystem: number;
  readonly targets: readonly { readonly path: string; readonly ino: string }[];
}

interface Found {
  readonly location: FileLocation;
  readonly stat: FileStat;
}

const targetOf = ({ location, stat }: Found): DeletionTarget => ({
  location,
  directoryIno: typeOf(stat) === 'DIR' ? stat.ino : undefined,
});

/** Makes a deletion that reports its progress to a task. */
function reporting({ files, clock }: FileTaskParts, say: Say, cancelled: AbortSignal) {
  const progress = () => `${deletion.removed} files and directories deleted`;
  const deletion = new TreeDeletion(files, cancelled, createReporter(clock, say, progress));
  return { deletion, done: () => say(`done: ${progress()}`) };
}

/**
 * Makes the task that deletes the entries at the paths with everything below them; of a symbolic link, the link itself.
 * A cancelled task leaves the rest. A task with too many paths to store does not continue after a restart.
 * @throws Refusal 400, 404 or 409 before anything is deleted
 */
export async function deletionJob(
  files: Files,
  clock: Clock,
  paths: readonly Path[],
  by: string,
): Promise<Job> {
  const filesystem = await files.id();
  const found: (Found & { readonly path: string })[] = [];
  for (const path of paths) {
    enforce(refuseDeletion(path));
    const location = await locationOrRefuse(files, path);
    found.push({ path: pathText(path), location, stat: await statOrRefuse(files, path, 'keep') });
  }
  const input: StoredDeletion = {
    filesystem,
    targets: found.map(({ path, stat: { ino } }) => ({ path, ino })),
  };
  const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
  return {
    name: 'Delete files',
    object: `${pathText(paths[0] ?? [])}${more}`,
    by,
    ...(asciiJson(input).length <= MAX_STORED && { resume: { kind: KIND, input } }),
    async run(say, cancelled) {
      const { deletion, done } = reporting({ files, clock }, say, cancelled);
      for (const one of found) await deletion.remove(targetOf(one));
      done();
    },
  };
}

/** Finds the entry at a path, if there is one. */
async function find(files: Files, path: string): Promise<Found | undefined> {
  const stat = await statIfExists(files, path, 'keep');
  return stat ? { stat, location: await locationOrRefuse(files, parsePath(path)) } : undefined;
}

/** The deletion of files to continue after a restart, for TaskTable.recover. */
export const deletionKinds = ({ files, clock }: FileTaskParts): Record<string, Resume> => ({
  [KIND]: (input) => async (say, cancelled) => {
    const { filesystem, targets } = input as StoredDeletion;
    const { deletion, done } = reporting({ files, clock }, say, cancelled);
    const replaced: string[] = [];
    for (const { path, ino } of targets) {
      const found = await readAfterRestart({ files, clock }, filesystem, () => find(files, path), cancelled);
      if (!found) say(`${quotedPath(path)} is gone: it was deleted before the restart, or moved since`);
      else if (found.stat.ino !== ino) replaced.push(quotedPath(path));
      else await deletion.remove(targetOf(found));
    }
    done();
    if (replaced.length > 0)
      throw new Error(`another file or directory is now at ${replaced.join(', ')}: it was not deleted`);
  },
});
