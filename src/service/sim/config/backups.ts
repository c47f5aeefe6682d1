import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { logManagement } from '../log/write.ts';
import type { Model } from '../model.ts';
import type { Job, Run } from '../tasks/board.ts';

/** The backups of the configuration, and the last of them in figures. */
export interface ConfigBackups {
  enabled: boolean;
  /** Unix timestamp, seconds. */
  at?: number;
  bytes?: number;
  checksum?: string;
  /** Takes up the settings as they are; the result puts them back, and tells how many differed. */
  take: () => () => number;
  /** What puts each backup back, by its id. */
  readonly kept: Map<string, () => number>;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The key that backups of this cluster are encrypted with. */
export const backupKey = ({ fsid }: Model): string => `demo-${fsid}`;

/** The id of a backup: the beginning of its checksum, written as a UUID. */
export const backupUuid = (checksum: string): string =>
  checksum.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/**
 * Puts the settings of a backup back.
 * @throws Refusal 400 for what is no id, and for another key; 404 when there is no such backup
 */
export function restoration(
  model: Model,
  { encryptionKey, backupUuid: uuid }: Input<'restoreBackup'>['body'],
  startedBy: string,
): Job {
  const { kept } = model.configBackup;
  if (!UUID.test(uuid))
    throw new Refusal(400, `${JSON.stringify(uuid)} is no id of a backup, which is a UUID`);
  const putBack = kept.get(uuid.toLowerCase());
  if (putBack === undefined) {
    const known = [...kept.keys()].slice(-10).join(', ') || 'none';
    throw new Refusal(
      404,
      model.created
        ? `there is no backup ${uuid} of this cluster; there is ${known}`
        : `there is no backup ${uuid}: backups are made of a cluster, and this service has not had one yet`,
    );
  }
  if (encryptionKey !== backupKey(model))
    throw new Refusal(
      400,
      'the backup cannot be decrypted: the encryption key is another one; nothing was changed',
    );
  return {
    name: 'Restore configuration backup',
    object: uuid,
    startedBy,
    // A backup that is being made is waited for.
    queue: 'configuration backup',
    *run(): Run {
      yield `downloading backup ${uuid}`;
      yield undefined;
      yield 'decrypting';
      yield `settings: ${putBack()} changed`;
      logManagement(model, 5, `settings restored from backup ${uuid}`);
      yield 'not put back: networks, gateway services, users and pools, which stay as they are';
    },
  };
}
