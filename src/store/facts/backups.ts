import type { Output } from '../../api/contract/index.ts';

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
