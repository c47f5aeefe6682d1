import type { Input } from '../../../api/contract/index.ts';
import { Refusal, type CallContext, type Section } from '../../engine.ts';
import { notErasureCoded, refusePoolDeletion } from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { requireConsent } from '../../values/consent.ts';
import type { Sim } from '../handlers/section.ts';
import { poolQueryName } from '../history/graph.ts';
import { logAudit, logManagement } from '../log/write.ts';
import { savePool, savePoolDeletion } from '../persistence/pools.ts';
import { setPgNum } from '../placementGroups/split.ts';
import { checkUpdate, newPool } from './checks.ts';
import { isErasure, type SimPool } from './pool.ts';
import { poolDetails, poolOrRefuse, toPool } from './read.ts';
import { addPool, removePool, setMinSize, setRule, setSize } from './write.ts';

export const poolHandlers = (sim: Sim) => {
  const { model, persistence } = sim;
  const find = (name: string) => poolOrRefuse(model, name);
  const changed = (pool: SimPool, what: string, by: string) => {
    savePool(persistence, pool);
    logManagement(model, 'notice', `pool ${pool.name} ${what} by ${by}`);
  };
  const deletePool = ({ params: { name }, body }: Input<'deletePool'>, { by }: CallContext) => {
    const pool = find(name);
    requireConfirmed(pool, body);
    requireDeletable(sim, pool);
    removePool(model, pool);
    savePoolDeletion(persistence, pool);
    logManagement(model, 'warning', `pool ${name} deleted by ${by}`);
  };
  return {
    listPools: () => model.pools.map(toPool),
    listPoolNames: () =>
      model.pools.map((pool) => ({
        displayName: pool.name,
        queryName: poolQueryName(pool),
        description: pool.description,
        quotaBytes: pool.quotaMaxBytes,
        quotaObjects: pool.quotaMaxObjects,
      })),
    getPoolDetails: ({ params: { name } }) => poolDetails(find(name)),
    createPool({ body }, { by }) {
      const pool = addPool(model, newPool(model, body));
      applySettings(pool, body);
      changed(pool, 'created', by);
    },
    updatePool({ params: { name }, body }, { by }) {
      const pool = find(name);
      updatePool(sim, pool, body);
      changed(pool, pool.name === name ? 'changed' : `(before: ${name}) changed`, by);
    },
    enableErasureOverwrites({ params: { name } }, { by }) {
      const pool = find(name);
      if (!isErasure(pool)) throw refusal(notErasureCoded(name));
      if (pool.overwrites) return;
      pool.overwrites = true;
      changed(pool, 'permanently allows overwrites, set', by);
    },
    deletePool,
    deletePoolByPost: deletePool,
  } satisfies Section;
};

type PoolChanges = Input<'updatePool'>['body'];

/** Applies the settings that take effect at once and move no data. */
function applySettings(pool: SimPool, body: PoolChanges): void {
  const { name, description, application, fastRead, unprotect, quotaMaxBytes, quotaMaxObjects } = body;
  Object.assign(pool, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(application !== undefined && { application }),
    ...(fastRead !== undefined && { fastRead }),
    ...(unprotect !== undefined && { protected: !unprotect }),
    ...(quotaMaxBytes !== undefined && { quotaMaxBytes }),
    ...(quotaMaxObjects !== undefined && { quotaMaxObjects }),
  });
}

function updatePool({ model, images }: Sim, pool: SimPool, body: PoolChanges): void {
  const { rule, size, minSize, pgNum } = checkUpdate(model, pool, body);
  if (body.name !== undefined && body.name !== pool.name) {
    const used = images.in(pool).find((image) => images.usersOf(image).length > 0);
    if (used !== undefined) {
      throw new Refusal(
        409,
        `the image ${used.name} of the pool ${pool.name} is a disk of ${images.usersOf(used)[0]}: the pool cannot be renamed`,
      );
    }
  }
  applySettings(pool, body);
  const audit = (setting: string, val: number | string) =>
    logAudit(model, { prefix: 'osd pool set', pool: pool.name, var: setting, val: String(val) });
  if (size !== undefined) {
    audit('size', size);
    setSize(model, pool, size);
  }
  if (minSize !== undefined) setMinSize(model, pool, minSize);
  if (rule !== undefined && rule !== pool.rule) {
    audit('crush_rule', rule.name);
    setRule(model, pool, rule);
  }
  if (pgNum !== undefined) {
    audit('pg_num', pgNum);
    setPgNum(model, pool, pgNum);
  }
}

/** @throws Refusal 400 unless the caller names the pool whose data will be lost */
function requireConfirmed(pool: SimPool, body: Input<'deletePool'>['body']): void {
  requireConsent(body.thisWillDeleteData, pool.name);
  enforce(refusePoolDeletion(body, pool));
}

/** @throws Refusal 409 while the pool is protected, or something needs it */
function requireDeletable({ images, model }: Sim, pool: SimPool): void {
  const { name } = pool;
  if (!model.settings.allowPoolDelete)
    throw new Refusal(409, 'no pool can be deleted while the setting mon_allow_pool_delete is false');
  if (pool.protected)
    throw new Refusal(409, `the pool ${name} is protected from deletion: set unprotect on it first`);
  const own = images.in(pool).length;
  if (own > 0) throw new Refusal(409, `the pool ${name} holds ${own} block images: delete them first`);
  const [image, ...others] = images.withDataIn(pool);
  if (image !== undefined) {
    throw new Refusal(
      409,
      `the pool ${name} holds the data of ${others.length + 1} block images, such as ${image.pool.name}/${image.name}: delete them first`,
    );
  }
  if (pool.application === 'storefs' && pool.objects > 0)
    throw new Refusal(409, `the pool ${name} holds files of the filesystem: move or delete them first`);
}
