import type { Input } from '../../../api/contract/index.ts';
import { logManagement } from '../log/write.ts';
import type { Model } from '../model.ts';
import type { Job, Run } from '../tasks/board.ts';

/** The key that backups of this cluster are encrypted with. */
export const backupKey = ({ fsid }: Model): string => `demo-${fsid}`;

/** Brings the configuration back from the last backup, if there is one and the key fits. */
export function restoreBackup(
  model: Model,
  { encryptionKey, backupUuid }: Input<'restoreBackup'>['body'],
  startedBy: string,
): Job {
  return {
    name: 'Restore configuration backup',
    object: backupUuid,
    startedBy,
    // A backup that is being made is waited for.
    queue: 'configuration backup',
    *run(): Run {
      const { bytes, checksum } = model.configBackup;
      yield `looking for backup ${backupUuid}`;
      yield undefined;
      if (bytes === undefined || checksum === undefined)
        throw new Error('the backup service has no backup of this cluster: create one first');
      yield `downloading ${bytes} bytes`;
      yield undefined;
      yield `SHA256 ${checksum} is right`;
      if (encryptionKey !== backupKey(model))
        throw new Error(
          'the backup cannot be decrypted: the encryption key is another one; nothing was changed',
        );
      yield 'decrypting';
      yield 'restoring networks, HA groups, gateway services and users';
      for (let second = 0; second < 3; second++) yield undefined;
      logManagement(model, 5, `configuration restored from backup ${backupUuid}`);
      yield 'the configuration is that of the backup';
    },
  };
}
