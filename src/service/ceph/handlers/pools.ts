import { Refusal, type Section } from '../../engine.ts';
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

/** Nothing in place of what the service's Ceph user may not read. @throws any other failure */
function unlessForbidden(failure: unknown): Record<string, string> {
  if (failure instanceof Refusal && failure.status === 403) return {};
  throw failure;
}

/** Use and load are the last that were known while no manager answers. */
export function poolHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const knownUsage = lastKnown<{ readonly pools: readonly PoolUsage[] }>(clock, MANAGER_TIMEOUT_MS);
  const knownRates = lastKnown<readonly PoolRates[]>(clock, MANAGER_TIMEOUT_MS);

  // A user that may only read the cluster may not read the keys, where descriptions are: pools are shown without.
  const readDescriptions = async () => {
    const stored = ceph.read<Record<string, string>>({ prefix: 'config-key dump', key: DESCRIPTIONS });
    return poolDescriptions(await stored.catch(unlessForbidden));
  };

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
