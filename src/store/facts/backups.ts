import type { Output } from '../../api/contract/index.ts';

/** Backups of the configuration older than this are no good as a way back: a week, as configurations change by the day. */
export const OLD_BACKUP_S = 7 * 86_400;

/** The state of the backups of the configuration: switched off, never made, or made so many seconds ago. */
export function judgeBackups(
  { enabled, lastBackupTimestamp: at }: Output<'getConfigBackups'>,
  now: number,
): 'off' | 'never' | number {
  if (enabled === false) return 'off';
  return at ? now / 1000 - at : 'never';
}
