import type { Input } from '../../../api/contract/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, type Section } from '../../engine.ts';
import { notErasureCoded, refusePoolDeletion } from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { requireConsent } from '../../values/consent.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import { REPORTED_FOR_MS, type Ceph } from '../client/ceph.ts';
import type { ServedDisks } from '../iscsi/servedDisks.ts';
import type { Inventory } from '../map/inventory.ts';
import { readOsdMap } from '../map/osdMap.ts';
import { allowOverwrites } from './commands.ts';
import { DESCRIPTIONS, poolDescriptions } from './description.ts';
import { findPool } from './find.ts';
import { hasFlag, isErasureCoded, poolNames, pools, type PoolRates, type PoolUsage } from './read.ts';
import { FRESH, poolWriter } from './write.ts';

/** The time after which a description is shown that was changed through another management node, in milliseconds. */
const DESCRIPTIONS_FOR_MS = 10_000;

/** Lists pools. While no manager answers, usage and load are the last known ones. */
export function poolHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const pause = { minRestMs: REPORTED_FOR_MS };
  const usagePart = createBackgroundRead<{ readonly pools: readonly PoolUsage[] }>(clock, pause);
  const ratesPart = createBackgroundRead<readonly PoolRates[]>(clock, pause);

  // Descriptions are in the monitors' key-value store, which a read-only user may not read: pools are listed without.
  const readDescriptions = async () => {
    const command = { prefix: 'config-key dump', key: DESCRIPTIONS };
    const stored = ceph.read<Record<string, string>>(command, { forMs: DESCRIPTIONS_FOR_MS });
    return poolDescriptions(await stored.catch(ifRefused(() => ({}), 403)));
  };

  return {
    async listPools() {
      const [dump, usage, rates, { erasure_code_profiles: profiles }, descriptions] = await Promise.all([
        inventory.pools(),
        usagePart(() => ceph.read({ prefix: 'df', detail: 'detail' })),
        ratesPart(() => ceph.read({ prefix: 'osd pool stats' })),
        readOsdMap(ceph),
        readDescriptions(),
      ]);
      const known = { usage: usage?.value.pools ?? [], rates: rates?.value ?? [] };
      return pools(dump, { ...known, profiles, descriptions });
    },
    listPoolNames: async () => poolNames(...(await Promise.all([inventory.pools(), readDescriptions()]))),
    getPoolDetails: ({ params: { name } }) => findPool(inventory, name),
  } satisfies Section;
}

/** Changes pools; refuses to delete or rename one whose images a gateway serves. */
export function poolChangeHandlers(ceph: Ceph, inventory: Inventory, served: ServedDisks) {
  const work = poolWriter(ceph, inventory);

  const deletePool = async ({ params: { name }, body }: Input<'deletePool'>): Promise<void> => {
    const pool = await findPool(inventory, name, FRESH);
    requireConsent(body.thisWillDeleteData, name);
    enforce(refusePoolDeletion(body, { name, id: pool.pool_id }));
    await served.requirePoolFree(name, 'deleted');
    await work.remove(pool);
  };

  return {
    createPool: ({ body }) => work.create(body),

    async updatePool({ params: { name }, body }) {
      const pool = await findPool(inventory, name, FRESH);
      if (body.name !== undefined && body.name !== name) await served.requirePoolFree(name, 'renamed');
      await work.update(pool, body);
    },

    async enableErasureOverwrites({ params: { name } }) {
      const pool = await findPool(inventory, name);
      if (!isErasureCoded(pool)) throw refusal(notErasureCoded(name));
      if (hasFlag(pool, 'ec_overwrites')) return;
      await ceph.write(allowOverwrites(name));
    },

    deletePool,
    deletePoolByPost: deletePool,
  } satisfies Section;
}
