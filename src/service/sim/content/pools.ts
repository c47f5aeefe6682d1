import { bytes as inUnits } from '../../../lib/format.ts';
import { Refusal } from '../../engine.ts';
import type { Model } from '../model.ts';
import type { Pool } from '../pools.ts';
import { poolLevel, worstLevels } from '../usage.ts';

/** Bytes of the RADOS objects that S3 objects and files are cut into (rgw_obj_stripe_size, default file layout). */
const STRIPE = 4 * 1024 * 1024;

const radosObjects = (size: number): number => Math.max(1, Math.ceil(size / STRIPE));

/** Content of that size has come into the pool (`count` 1) or has left it (-1). */
export function charge(pool: Pool | undefined, size: number, count: 1 | -1): void {
  if (pool === undefined) return;
  pool.bytes = Math.max(0, pool.bytes + count * size);
  pool.objects = Math.max(0, pool.objects + count * radosObjects(size));
}

/** @throws Refusal 503 when the pool takes no writes because an OSD below it is full, 409 when its own quota is reached */
export function requireRoom(model: Model, pool: Pool, size: number): void {
  if (poolLevel(pool, worstLevels(model)) === 'full')
    throw new Refusal(503, `pool ${pool.name} is full: free or add space, then try again`);
  if (pool.quotaMaxBytes > 0 && pool.bytes + size > pool.quotaMaxBytes) {
    const quota = inUnits(pool.quotaMaxBytes);
    throw new Refusal(
      409,
      `pool ${pool.name} would exceed its quota of ${quota}: raise the quota of the pool or free space`,
    );
  }
}
