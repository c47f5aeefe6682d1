import { badRequest, notFound, type Refused } from './refused.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Maximum number of ids in a message. */
const MAX_NAMED = 10;

/** Refuses an id that is not a UUID. */
export const refuseBackupId = (uuid: string): Refused | undefined =>
  UUID.test(uuid)
    ? undefined
    : badRequest(`${JSON.stringify(uuid)} is not a backup id: backup ids are UUIDs`);

/** Refusal: no backup has this id. `known` are the ids of the existing backups, newest last. */
export const noBackup = (uuid: string, known: readonly string[]): Refused =>
  notFound(
    known.length === 0
      ? `there is no backup ${uuid}: no backup was created here yet`
      : `there is no backup ${uuid} of this cluster; the latest are ${known.slice(-MAX_NAMED).join(', ')}`,
  );

/**
 * Refusal: a backup cannot be decrypted. `backup` is its file or name, and `reason` is such as `the key does not open
 * it`.
 */
export const undecryptableBackup = (backup: string, reason: string): Refused =>
  badRequest(
    `${backup}: ${reason}; nothing was changed: use the key that it was created with, or restore another backup`,
  );
