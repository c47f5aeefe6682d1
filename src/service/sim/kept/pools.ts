import type { Model } from '../model.ts';
import type { SimPool } from '../pools/pool.ts';
import { addPool, removePool } from '../pools/write.ts';
import type { Keep } from './keep.ts';

const SECTION = 'pools';

/** The fields of a pool that are kept, beside the id of its rule and the number of placement groups that it is to have. */
const FIELDS = [
  'id',
  'name',
  'application',
  'description',
  'size',
  'minSize',
  'dataShards',
  'protected',
  'overwrites',
  'fastRead',
  'quotaMaxBytes',
  'quotaMaxObjects',
  'seededBytes',
  'bytes',
  'objects',
  'load',
  'growth',
] as const satisfies readonly (keyof SimPool)[];

/** Null for a pool that was deleted. */
type KeptPool =
  | (Pick<SimPool, (typeof FIELDS)[number]> & { readonly ruleId: number; readonly pgNum: number })
  | null;

export function savePool(keep: Keep, pool: SimPool): void {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, pool[field]]));
  keep.save(SECTION, String(pool.id), { ...fields, ruleId: pool.rule.id, pgNum: pool.pgNumWanted });
}

/** Ids are not given twice, so that of a deleted pool is kept. */
export const savePoolDeletion = (keep: Keep, { id }: SimPool): void => keep.save(SECTION, String(id), null);

/** Brings back the pools that were made, changed or deleted in earlier runs, with their data in place. */
export function restorePools(model: Model, keep: Keep): void {
  for (const [id, value] of keep.load(SECTION)) {
    const kept = value as KeptPool;
    const before = model.pools.find((pool) => pool.id === Number(id));
    if (before !== undefined) removePool(model, before);
    model.lastPoolId = Math.max(model.lastPoolId, Number(id));
    if (kept === null) continue;
    const rule = model.rules.find((candidate) => candidate.id === kept.ruleId) ?? model.rules[0]!;
    const { seededBytes, quotaMaxBytes, quotaMaxObjects, overwrites, fastRead, growth } = kept;
    const pool = addPool(model, { ...kept, rule }, true);
    Object.assign(pool, { seededBytes, quotaMaxBytes, quotaMaxObjects, overwrites, fastRead, growth });
  }
  model.pools.sort((a, b) => a.id - b.id);
}
