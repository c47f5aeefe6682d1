import { noPool } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import type { ReadOptions } from '../client/ceph.ts';
import type { Inventory } from '../map/inventory.ts';
import type { PoolDump } from './read.ts';

/** The pool of that name. @throws Refusal 404 */
export function poolNamed(pools: readonly PoolDump[], name: string): PoolDump {
  const pool = pools.find(({ pool_name }) => pool_name === name);
  if (!pool) throw refusal(noPool(name));
  return pool;
}

/** Finds a pool of the cluster by its name. @throws Refusal 404 */
export const findPool = async (
  inventory: Pick<Inventory, 'pools'>,
  name: string,
  options?: Pick<ReadOptions, 'fresh'>,
): Promise<PoolDump> => poolNamed(await inventory.pools(options), name);
