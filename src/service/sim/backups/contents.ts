import { createCipheriv, createHash } from 'node:crypto';
import { toCrushMap, toRule } from '../crush/read.ts';
import type { Model } from '../model/model.ts';
import { toPool } from '../pools/read.ts';
import type { SavedSettings } from './backup.ts';
import { backupKey } from './backups.ts';

/** The first bytes of `random` salt the key, the others are the initial counter of the cipher. */
const SALT_BYTES = 16;

/** The configuration of the cluster, encrypted with its backup key. */
export function encryptedConfiguration(
  model: Model,
  settings: SavedSettings | undefined,
  random: Buffer,
): Buffer {
  const content = JSON.stringify({
    fsid: model.fsid,
    settings: settings ?? [],
    flags: [...model.flags],
    crush: toCrushMap(model),
    rules: model.rules.map((rule) => toRule(rule, model.crush)),
    pools: model.pools.map(toPool),
  });
  const key = createHash('sha256').update(random.subarray(0, SALT_BYTES)).update(backupKey(model)).digest();
  const cipher = createCipheriv('aes-256-ctr', key, random.subarray(SALT_BYTES));
  return Buffer.concat([cipher.update(content), cipher.final()]);
}

/** SHA256, hexadecimal. */
export const checksumOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
