import { plainBytes as inUnits } from '../../../lib/format.ts';
import { Refusal } from '../../engine.ts';
import { poolFull } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import { poolLevel, worstLevels } from '../osds/usage.ts';
import type { SimPool } from '../pools/pool.ts';

/** Size of the RADOS objects into which S3 objects and files are split (rgw_obj_stripe_size, default file layout). */
const STRIPE = 4 * 1024 * 1024;

/** Number of RADOS objects for an S3 object or a file of this size. */
export const radosObjects = (size: number): number => Math.max(1, Math.ceil(size / STRIPE));

/** Adds content of this size to the usage of a pool (`count` 1), or subtracts it (-1). */
export function charge(pool: SimPool | undefined, size: number, count: 1 | -1): void {
  if (pool === undefined) return;
  pool.bytes = Math.max(0, pool.bytes + count * size);
  pool.objects = Math.max(0, pool.objects + count * radosObjects(size));
}

/**
 * @param objects number of RADOS objects that would be added
 * @throws Refusal 503 when the pool takes no writes because one of its OSDs is full, 409 when its quota is reached
 */
export function requireRoom(
  model: Model,
  pool: SimPool,
  size: number,
  objects: number = radosObjects(size),
): void {
  if (poolLevel(pool, worstLevels(model)) === 'full') throw refusal(poolFull(`pool ${pool.name}`));
  const { quotaMaxBytes, quotaMaxObjects } = pool;
  if (quotaMaxBytes > 0 && pool.bytes + size > quotaMaxBytes) throw exceeded(pool, inUnits(quotaMaxBytes));
  if (quotaMaxObjects > 0 && objects > 0 && pool.objects + objects > quotaMaxObjects)
    throw exceeded(pool, `${quotaMaxObjects} objects`);
}

const exceeded = ({ name }: SimPool, quota: string): Refusal =>
  new Refusal(
    409,
    `pool ${name} would exceed its quota of ${quota}: raise the quota of the pool or free space`,
  );
