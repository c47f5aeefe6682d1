import { Refusal } from '../../engine.ts';
import { poolNameTaken, refusePoolRule, type NewPool, type PoolUpdate } from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph } from '../client/ceph.ts';
import { isErasureRule, readRules } from '../crush/rules.ts';
import { readFilesystems } from '../files/filesystem.ts';
import type { Inventory } from '../map/inventory.ts';
import { readOsdMap } from '../map/osdMap.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import {
  adjustments,
  allowOverwrites,
  application,
  checkNewPool,
  checkUpdate,
  creation,
  deletion,
  existedAlready,
  ownRule,
} from './commands.ts';
import { describePool } from './description.ts';
import { findPool } from './find.ts';
import { applicationOf, isErasureCoded, type PoolDump, type PoolUsage } from './read.ts';

/** Bypasses the cache: changes of pools must not rely on an answer that is a moment old. */
export const FRESH = { fresh: true } as const;

/** True if a pool has no objects, from the managers' statistics, which may be some seconds old. */
async function holdsNothing(ceph: Ceph, { pool_id }: PoolDump): Promise<boolean> {
  const command = { prefix: 'df', detail: 'detail' };
  const { pools } = await ceph.read<{ readonly pools: readonly PoolUsage[] }>(command, FRESH);
  return pools.find(({ id }) => id === pool_id)?.stats.objects === 0;
}

/** Applies checked settings to a pool. @param rule the name of the CRUSH rule with the id `wanted.crushRule` */
async function applySettings(ceph: Ceph, pool: PoolDump, wanted: PoolUpdate, rule?: string): Promise<void> {
  const filesystems = await readFilesystems(ceph);
  const current = applicationOf(pool);
  const isOther = current !== undefined && ![undefined, current].includes(wanted.application);
  const isEmpty = isOther && (await holdsNothing(ceph, pool));
  await ceph.write(
    ...application(pool, wanted.application, filesystems, isEmpty),
    ...describePool(pool.pool_id, wanted.description),
    ...adjustments(pool, wanted, rule),
  );
}

/** Creates, changes and deletes pools. All methods reject with a Refusal. */
export function poolWriter(ceph: Ceph, inventory: Inventory) {
  const ruleName = async (id: number | undefined, erasureCoding: boolean): Promise<string | undefined> => {
    if (id === undefined) return undefined;
    const rule = (await readRules(ceph)).find(({ rule_id }) => rule_id === id);
    const found = rule && { name: rule.rule_name, erasureCoding: isErasureRule(rule) };
    enforce(refusePoolRule(id, found, erasureCoding));
    return rule?.rule_name;
  };

  /** Deletes a pool with its description and its own CRUSH rule. */
  const remove = async (pool: PoolDump): Promise<void> => {
    const rule = ownRule(pool, await readRules(ceph), await inventory.pools(FRESH));
    await ceph.write(deletion(pool.pool_name), ...describePool(pool.pool_id, ''));
    // Ceph refuses to remove a rule that another pool has started to use; then it stays.
    if (rule) await ceph.write({ prefix: 'osd crush rule rm', name: rule.rule_name }).catch(() => undefined);
  };

  /** Deletes a pool whose settings could not be applied. @returns the refusal, which names the pool if it remains */
  const undoCreation = async (name: string, failure: Refusal): Promise<Refusal> => {
    try {
      await remove(await findPool(inventory, name, FRESH));
      return failure;
    } catch {
      return new Refusal(failure.status, `the pool ${name} was created, but: ${failure.message}`);
    }
  };

  const create = async (body: NewPool): Promise<void> => {
    checkNewPool(body, await inventory.pools(FRESH));
    const commands = creation(body, await ruleName(body.crushRule, body.erasureCoding ?? false));
    await ceph.write(...commands.slice(0, -1));
    // Ceph reports success for a pool that somebody else has just created, which must not be changed.
    if (existedAlready(await ceph.writeOne(commands.at(-1)!))) throw refusal(poolNameTaken(body.name));
    const { size: _, pgNum: __, ...rest } = body;
    try {
      // The filesystem accepts an erasure-coded pool only if it allows overwrites.
      if (body.erasureCoding && body.application === 'storefs') await ceph.write(allowOverwrites(body.name));
      await applySettings(ceph, await findPool(inventory, body.name, FRESH), rest);
    } catch (failure) {
      throw failure instanceof Refusal ? await undoCreation(body.name, failure) : failure;
    }
  };

  const creations = keyedQueue<string>();
  return {
    /**
     * Creates pools of the same name one after the other: if two requests reached the monitors at the same time, Ceph
     * would report to both that they created the pool.
     */
    create: (body: NewPool): Promise<void> => creations.run(body.name, () => create(body)),
    async update(pool: PoolDump, body: PoolUpdate): Promise<void> {
      const [pools, osdMap] = await Promise.all([inventory.pools(FRESH), readOsdMap(ceph)]);
      checkUpdate(body, pool, { pools, profiles: osdMap.erasure_code_profiles });
      await applySettings(ceph, pool, body, await ruleName(body.crushRule, isErasureCoded(pool)));
    },
    remove,
  };
}
