import type { Section } from '../../engine.ts';
import { notErasureCoded, refusePoolDeletion } from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Input } from '../../../api/contract/index.ts';
import type { Ceph } from '../ceph.ts';
import { requireConsent } from '../../values/consent.ts';
import type { ServedDisks } from '../iscsi/servedDisks.ts';
import type { Inventory } from '../inventory.ts';
import { allowOverwrites } from '../poolChange.ts';
import { hasFlag, isErasureCoded } from '../pools.ts';
import { findPool } from './pools.ts';
import { FRESH, poolWork } from './poolWork.ts';

/** A pool whose images a gateway serves is neither deleted nor renamed. */
export function poolChangeHandlers(ceph: Ceph, inventory: Inventory, served: ServedDisks) {
  const work = poolWork(ceph, inventory);

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
