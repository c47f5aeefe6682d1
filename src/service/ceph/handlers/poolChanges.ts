import { Refusal, type Section } from '../../engine.ts';
import type { Input } from '../../../api/contract/index.ts';
import type { Ceph } from '../ceph.ts';
import { requireConsent } from '../../values/consent.ts';
import type { ServedDisks } from '../gateways/servedDisks.ts';
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
    if (body.name !== undefined && body.name !== name)
      throw new Refusal(400, `nothing was deleted: the path names the pool ${name}, the body ${body.name}`);
    if (body.poolId !== undefined && body.poolId !== pool.pool_id)
      throw new Refusal(
        400,
        `nothing was deleted: the pool ${name} has the id ${pool.pool_id}, not ${body.poolId}`,
      );
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
      if (!isErasureCoded(pool)) throw new Refusal(400, `the pool ${name} is not erasure-coded`);
      if (hasFlag(pool, 'ec_overwrites')) return;
      await ceph.write(allowOverwrites(name));
    },

    deletePool,
    deletePoolByPost: deletePool,
  } satisfies Section;
}
