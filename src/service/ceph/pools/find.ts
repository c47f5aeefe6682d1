import { noPool } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import type { ReadOptions } from '../ceph.ts';
import type { Inventory } from '../inventory.ts';
import type { PoolDump } from './read.ts';

/** The pool of that name. @throws Refusal 404 */
export async function findPool(
  inventory: Inventory,
  name: string,
  options?: Pick<ReadOptions, 'fresh'>,
): Promise<PoolDump> {
  const pool = (await inventory.pools(options)).find(({ pool_name }) => pool_name === name);
  if (!pool) throw refusal(noPool(name));
  return pool;
}
