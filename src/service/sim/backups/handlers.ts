import type { CallContext, Section } from '../../engine.ts';
import type { Sim } from '../handlers/section.ts';
import { saveBackupChoice } from '../persistence/backups.ts';
import { configBackup } from '../tasks/jobs.ts';
import { backupKey, lastBackup, restoreJob } from './backups.ts';

export const backupHandlers = (sim: Sim) => {
  const { model, persistence } = sim;
  return {
    getConfigBackups: () => {
      const { enabled } = model.configBackup;
      const last = lastBackup(model);
      if (!model.created) return { enabled };
      return {
        enabled,
        clusterId: model.fsid.slice(0, 8),
        storeFsid: model.fsid,
        backupEncryptionKey: backupKey(model),
        ...(last !== undefined && {
          lastBackupTimestamp: last.at,
          lastBackupSize: last.bytes,
          lastBackupChecksum: last.checksum,
        }),
      };
    },
    configureBackups({ body }) {
      model.configBackup.enabled = body.enabled;
      saveBackupChoice(persistence, body.enabled);
    },
    createConfigBackup: (_input: unknown, { by }: CallContext) =>
      model.tasks.start(configBackup(model, by, sim)),
    restoreBackup: ({ body }, { by }) => model.tasks.start(restoreJob(sim, body, by)),
  } satisfies Section;
};
