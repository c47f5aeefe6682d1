import type { Output } from '../../api/contract/index.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { startedMs } from '../answers/tasks.ts';

/**
 * The age in seconds from which a backup of the configuration is too old to restore, since configurations change daily.
 */
export const OLD_BACKUP_S = 7 * 86_400;

/** The state of the configuration backups: switched off, never made, or the age of the last one in seconds. */
export function judgeBackups(
  { enabled, lastBackupTimestamp: at }: Output<'getConfigBackups'>,
  now: number,
): 'off' | 'never' | number {
  if (enabled === false) return 'off';
  return at ? now / 1000 - at : 'never';
}

/** A backup of the configuration that can be restored. */
export interface KnownBackup {
  readonly id: string;
  /** The time at which the task that made it began, in milliseconds since the epoch. */
  readonly at: number | undefined;
}

const BACKUP_ID = /\bbackup ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/i;

/** The backups that tasks have made, in the order of the tasks: only their outputs have the ids. */
export const knownBackups = (tasks: readonly Task[] = []): readonly KnownBackup[] =>
  tasks.flatMap((task) => {
    const { name = '', output = '', state } = task;
    const id = BACKUP_ID.exec(output)?.[1];
    const isMade = state === 'FINISHED' && /backup/i.test(name) && !/restor/i.test(name);
    return isMade && id !== undefined ? [{ id, at: startedMs(task) }] : [];
  });
