import type { Model } from '../model/model.ts';
import type { SimPool } from '../pools/pool.ts';
import { addPool, removePool } from '../pools/write.ts';
import type { Persistence } from './persistence.ts';

const SECTION = 'pools';

/** The fields of a pool that are saved, in addition to the id of its rule and its target number of placement groups. */
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

/** A pool as it is saved; null for one that was deleted. */
type SavedPool =
  | (Pick<SimPool, (typeof FIELDS)[number]> & { readonly ruleId: number; readonly pgNum: number })
  | null;

export function savePool(persistence: Persistence, pool: SimPool): void {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, pool[field]]));
  persistence.save(SECTION, String(pool.id), { ...fields, ruleId: pool.rule.id, pgNum: pool.pgNumWanted });
}

/** Saves a deletion. The id is remembered, because ids are not reused. */
export const savePoolDeletion = (persistence: Persistence, { id }: SimPool): void =>
  persistence.save(SECTION, String(id), null);

/** Applies the saved creations, changes and deletions of pools, with their data in place. */
export function restorePools(model: Model, persistence: Persistence): void {
  for (const [id, value] of persistence.load(SECTION)) {
    const saved = value as SavedPool;
    const existing = model.pools.find((pool) => pool.id === Number(id));
    if (existing !== undefined) removePool(model, existing);
    model.lastPoolId = Math.max(model.lastPoolId, Number(id));
    if (saved === null) continue;
    const rule = model.rules.find((candidate) => candidate.id === saved.ruleId) ?? model.rules[0]!;
    const { seededBytes, quotaMaxBytes, quotaMaxObjects, overwrites, fastRead, growth } = saved;
    const pool = addPool(model, { ...saved, rule }, true);
    Object.assign(pool, { seededBytes, quotaMaxBytes, quotaMaxObjects, overwrites, fastRead, growth });
  }
  model.pools.sort((a, b) => a.id - b.id);
}
