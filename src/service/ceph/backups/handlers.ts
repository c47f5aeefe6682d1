import type { Section } from '../../engine.ts';
import type { TaskTable } from '../tasks/board.ts';
import type { Backups } from './backups.ts';

export function backupHandlers(backups: Backups, tasks: TaskTable) {
  return {
    getConfigBackups: () => backups.status(),
    configureBackups: ({ body: { enabled } }) => backups.configure(enabled),
    createConfigBackup: (_, { by }) => tasks.start(backups.creation(by)),
    restoreBackup: async ({ body }, { by }) => tasks.start(await backups.restoration(body, by)),
  } satisfies Section;
}
