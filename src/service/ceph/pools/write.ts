import { Refusal } from '../../engine.ts';
import { poolNameTaken, refusePoolRule, type NewPool, type PoolUpdate } from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph } from '../ceph.ts';
import { isErasureRule, readProfiles, readRules } from '../crush/rules.ts';
import type { Inventory } from '../inventory.ts';
import {
  adjustments,
  allowOverwrites,
  application,
  checkNewPool,
  checkUpdate,
  creation,
  deletion,
  ownRule,
  wasThere,
  type FilesystemDump,
} from './commands.ts';
import { describePool } from './description.ts';
import { findPool } from './find.ts';
import { applicationOf, isErasureCoded, type PoolDump, type PoolUsage } from './read.ts';

/** Reads anew: no decision over a pool rests on what was read for somebody else a moment ago. */
export const FRESH = { fresh: true } as const;

/** As the managers know it: what was written in the last seconds may be missing. */
async function holdsNothing(ceph: Ceph, { pool_id }: PoolDump): Promise<boolean> {
  const command = { prefix: 'df', detail: 'detail' };
  const { pools } = await ceph.read<{ readonly pools: readonly PoolUsage[] }>(command, FRESH);
  return pools.find(({ id }) => id === pool_id)?.stats.objects === 0;
}

/** Brings a pool to settings that were checked. `rule` is the name of rule `crushRule`. */
async function applySettings(ceph: Ceph, pool: PoolDump, wanted: PoolUpdate, rule?: string): Promise<void> {
  const filesystems = await ceph.read<FilesystemDump[]>({ prefix: 'fs ls' });
  const current = applicationOf(pool);
  const isOther = current !== undefined && ![undefined, current].includes(wanted.application);
  const isEmpty = isOther && (await holdsNothing(ceph, pool));
  await ceph.write(
    ...application(pool, wanted.application, filesystems, isEmpty),
    ...describePool(pool.pool_id, wanted.description),
    ...adjustments(pool, wanted, rule),
  );
}

/** Makes, changes and deletes pools. Everything rejects with a Refusal. */
export function poolWork(ceph: Ceph, inventory: Inventory) {
  const ruleName = async (id: number | undefined, erasureCoding: boolean): Promise<string | undefined> => {
    if (id === undefined) return undefined;
    const rule = (await readRules(ceph)).find(({ rule_id }) => rule_id === id);
    const found = rule && { name: rule.rule_name, erasureCoding: isErasureRule(rule) };
    enforce(refusePoolRule(id, found, erasureCoding));
    return rule?.rule_name;
  };

  /** Deletes a pool and what is kept for it alone. */
  const remove = async (pool: PoolDump): Promise<void> => {
    const rule = ownRule(pool, await readRules(ceph), await inventory.pools(FRESH));
    await ceph.write(deletion(pool.pool_name), ...describePool(pool.pool_id, ''));
    // One that another pool has taken in the meantime is refused, and stays.
    if (rule) await ceph.write({ prefix: 'osd crush rule rm', name: rule.rule_name }).catch(() => undefined);
  };

  /** Deletes a pool that could not be made as it was asked for; where the cluster forbids that, says what there is now. */
  const takeBack = async (name: string, failure: Refusal): Promise<Refusal> => {
    try {
      await remove(await findPool(inventory, name, FRESH));
      return failure;
    } catch {
      return new Refusal(failure.status, `the pool ${name} was made, but: ${failure.message}`);
    }
  };

  const create = async (body: NewPool): Promise<void> => {
    checkNewPool(body, await inventory.pools(FRESH));
    const commands = creation(body, await ruleName(body.crushRule, body.erasureCoding ?? false));
    await ceph.write(...commands.slice(0, -1));
    // Ceph is content with one that somebody else has made since, which is not to be touched.
    if (wasThere(await ceph.writeOne(commands.at(-1)!))) throw refusal(poolNameTaken(body.name));
    const { size: _, pgNum: __, ...rest } = body;
    try {
      // The filesystem takes no erasure-coded pool that cannot be overwritten.
      if (body.erasureCoding && body.application === 'storefs') await ceph.write(allowOverwrites(body.name));
      await applySettings(ceph, await findPool(inventory, body.name, FRESH), rest);
    } catch (failure) {
      throw failure instanceof Refusal ? await takeBack(body.name, failure) : failure;
    }
  };

  let making: Promise<unknown> = Promise.resolve();
  return {
    /**
     * One after the other: of two that ask for one name within the same proposal of the monitors, each is told that
     * it made the pool.
     */
    create(body: NewPool): Promise<void> {
      const made = making.then(() => create(body));
      making = made.catch(() => undefined);
      return made;
    },
    async update(pool: PoolDump, body: PoolUpdate): Promise<void> {
      const [pools, profiles] = await Promise.all([inventory.pools(FRESH), readProfiles(ceph)]);
      checkUpdate(body, pool, { pools, profiles });
      await applySettings(ceph, pool, body, await ruleName(body.crushRule, isErasureCoded(pool)));
    },
    remove,
  };
}
