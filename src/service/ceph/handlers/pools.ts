import type { Section } from '../../engine.ts';
import { noPool } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph, ReadOptions } from '../ceph.ts';
import { MANAGER_TIMEOUT_MS, type Inventory } from '../inventory.ts';
import { lastKnown } from '../timeouts.ts';
import { DESCRIPTIONS, poolDescriptions } from '../poolDescription.ts';
import { poolNames, pools, type PoolDump, type PoolRates, type PoolUsage } from '../pools.ts';
import { readProfiles } from '../crushRules.ts';

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

/** Use and load are the last that were known while no manager answers. */
export function poolHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const knownUsage = lastKnown<{ readonly pools: readonly PoolUsage[] }>(clock, MANAGER_TIMEOUT_MS);
  const knownRates = lastKnown<readonly PoolRates[]>(clock, MANAGER_TIMEOUT_MS);

  const readDescriptions = async () =>
    poolDescriptions(await ceph.read({ prefix: 'config-key dump', key: DESCRIPTIONS }));

  return {
    async listPools() {
      const [dump, usage, rates, profiles, descriptions] = await Promise.all([
        inventory.pools(),
        knownUsage(ceph.read({ prefix: 'df', detail: 'detail' })),
        knownRates(ceph.read({ prefix: 'osd pool stats' })),
        readProfiles(ceph),
        readDescriptions(),
      ]);
      return pools(dump, { usage: usage?.pools ?? [], rates: rates ?? [], profiles, descriptions });
    },
    listPoolNames: async () => poolNames(...(await Promise.all([inventory.pools(), readDescriptions()]))),
    getPoolDetails: ({ params: { name } }) => findPool(inventory, name),
  } satisfies Section;
}
