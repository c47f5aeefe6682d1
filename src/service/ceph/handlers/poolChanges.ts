import { Refusal, type Handlers } from '../../engine.ts';
import type { Input } from '../../../api/contract/index.ts';
import type { Ceph } from '../ceph.ts';
import { requireConsent } from '../consent.ts';
import type { Inventory } from '../inventory.ts';
import {
  adjustments,
  allowOverwrites,
  application,
  checkNewPool,
  checkUpdate,
  creation,
  deletion,
  type PoolUpdate,
} from '../poolChange.ts';
import { describePool } from '../poolDescription.ts';
import { hasFlag, isErasureCoded, type PoolDump } from '../pools.ts';
import { readRules } from './crush.ts';
import { findPool } from './pools.ts';

export function poolChangeHandlers(ceph: Ceph, inventory: Inventory) {
  const ruleName = async (id: number | undefined): Promise<string | undefined> => {
    if (id === undefined) return undefined;
    const rule = (await readRules(ceph)).find(({ rule_id }) => rule_id === id);
    if (!rule) throw new Refusal(400, `there is no CRUSH rule with the id ${id}`);
    return rule.rule_name;
  };

  const applySettings = async (
    pool: PoolDump,
    wanted: PoolUpdate,
    rule: string | undefined,
  ): Promise<void> => {
    const filesystems = await ceph.read<{ name: string }[]>({ prefix: 'fs ls' });
    await ceph.write(
      ...application(pool, wanted.application, filesystems[0]?.name),
      ...describePool(pool.pool_id, wanted.description),
      ...adjustments(pool.pool_name, wanted, rule),
    );
  };

  /** Deletes a pool that could not be made as it was asked for; where the cluster forbids that, says what there is now. */
  const takeBack = async (name: string, failure: Refusal): Promise<Refusal> => {
    const deleted = await ceph.write(deletion(name)).then(
      () => true,
      () => false,
    );
    return deleted
      ? failure
      : new Refusal(failure.status, `the pool ${name} was made, but: ${failure.message}`);
  };

  const deletePool = async ({ params: { name }, body }: Input<'deletePool'>): Promise<void> => {
    const pool = await findPool(inventory, name);
    requireConsent(body.thisWillDeleteData, name);
    if (body.name !== undefined && body.name !== name)
      throw new Refusal(400, `nothing was deleted: the path names the pool ${name}, the body ${body.name}`);
    if (body.poolId !== undefined && body.poolId !== pool.pool_id)
      throw new Refusal(
        400,
        `nothing was deleted: the pool ${name} has the id ${pool.pool_id}, not ${body.poolId}`,
      );
    await ceph.write(deletion(name), ...describePool(pool.pool_id, ''));
  };

  return {
    async createPool({ body }) {
      checkNewPool(body, await inventory.pools());
      const rule = await ruleName(body.crushRule);
      await ceph.write(...creation(body, rule));
      const { size: _, pgNum: __, ...rest } = body;
      try {
        await applySettings(await findPool(inventory, body.name), rest, undefined);
      } catch (failure) {
        throw failure instanceof Refusal ? await takeBack(body.name, failure) : failure;
      }
    },

    async updatePool({ params: { name }, body }) {
      const pool = await findPool(inventory, name);
      checkUpdate(body, pool);
      await applySettings(pool, body, await ruleName(body.crushRule));
    },

    async enableErasureOverwrites({ params: { name } }) {
      const pool = await findPool(inventory, name);
      if (!isErasureCoded(pool)) throw new Refusal(400, `the pool ${name} is not erasure-coded`);
      if (hasFlag(pool, 'ec_overwrites')) return;
      await ceph.write(allowOverwrites(name));
    },

    deletePool,
    deletePoolByPost: deletePool,
  } satisfies Handlers;
}
