import type { Input } from '../../api/contract/index.ts';
import { Refusal } from '../engine.ts';
import type { Command } from './ceph.ts';
import { requireCephName } from './cephName.ts';
import { applicationToCeph, isErasureCoded, type PoolDump } from './pools.ts';

export type NewPool = Input<'createPool'>['body'];
export type PoolUpdate = Input<'updatePool'>['body'];

/** How many placement groups a pool gets that asks for no number: Ceph's own default (osd_pool_default_pg_num). */
const DEFAULT_PG_NUM = 32;

/** The erasure code profile for so many chunks; profiles cannot be changed, so pools with the same chunks share one. */
const profileName = (k: number, m: number): string => `storedeck-k${k}-m${m}`;

function requireNames({ name, application: user }: PoolUpdate): void {
  if (name !== undefined) requireCephName('a pool', name);
  if (user) requireCephName('an application', user);
}

/** Refuses what Ceph would refuse only after the pool has been made, or would take silently. */
export function checkNewPool(pool: NewPool, existing: readonly PoolDump[]): void {
  requireNames(pool);
  if (existing.some(({ pool_name }) => pool_name === pool.name))
    throw new Refusal(409, `there is a pool named ${pool.name} already`);
  if (pool.erasureCoding) {
    if (!pool.dataChunks || pool.dataChunks < 2 || !pool.parityChunks)
      throw new Refusal(
        400,
        'an erasure-coded pool needs dataChunks (2 or more) and parityChunks (1 or more)',
      );
    if (pool.size !== undefined && pool.size !== pool.dataChunks + pool.parityChunks)
      throw new Refusal(
        400,
        'the size of an erasure-coded pool is dataChunks + parityChunks: leave size out',
      );
  } else if (pool.dataChunks || pool.parityChunks)
    throw new Refusal(400, 'dataChunks and parityChunks are for erasure-coded pools: set erasureCoding');
  else if (pool.fastRead)
    throw new Refusal(400, 'fastRead is for erasure-coded pools: set erasureCoding or leave it out');
  else if (pool.size === 1) throw new Refusal(400, 'one copy is no redundancy: size must be 2 or more');
  const size = pool.erasureCoding ? (pool.dataChunks ?? 0) + (pool.parityChunks ?? 0) : pool.size;
  if (pool.minSize !== undefined && size !== undefined && pool.minSize > size)
    throw new Refusal(400, `minSize ${pool.minSize} is more than the ${size} copies or chunks of the pool`);
}

export const allowOverwrites = (pool: string): Command => ({
  prefix: 'osd pool set',
  pool,
  var: 'allow_ec_overwrites',
  val: 'true',
});

/** Deletes a pool and all that is in it. */
export const deletion = (pool: string): Command => ({
  prefix: 'osd pool delete',
  pool,
  pool2: pool,
  yes_i_really_really_mean_it: true,
});

/** The commands that make the pool itself, in order. `rule` is the name of the CRUSH rule, where one is asked for. */
export function creation(pool: NewPool, rule: string | undefined): Command[] {
  const pg_num = pool.pgNum ?? DEFAULT_PG_NUM;
  const create = {
    prefix: 'osd pool create',
    pool: pool.name,
    pg_num,
    ...(rule === undefined ? {} : { rule }),
  };
  if (!pool.erasureCoding) {
    const size = pool.size === undefined ? {} : { size: pool.size };
    return [{ ...create, pool_type: 'replicated', ...size }];
  }
  const [k, m] = [pool.dataChunks ?? 0, pool.parityChunks ?? 0];
  const name = profileName(k, m);
  return [
    { prefix: 'osd erasure-code-profile set', name, profile: [`k=${k}`, `m=${m}`] },
    { ...create, pool_type: 'erasure', erasure_code_profile: name },
    // The filesystem takes no erasure-coded pool that cannot be overwritten.
    ...(pool.application === 'storefs' ? [allowOverwrites(pool.name)] : []),
  ];
}

/** Refuses changes that cannot be made to a pool that exists. */
export function checkUpdate(update: PoolUpdate, pool: PoolDump): void {
  const { name, ...others } = update;
  // One that was made elsewhere may have a name of any kind, and keeps it.
  requireNames(name === pool.pool_name ? others : update);
  if (update.erasureCoding !== undefined && update.erasureCoding !== isErasureCoded(pool))
    throw new Refusal(400, 'a pool stays replicated or erasure-coded for good: make a new pool instead');
  if (update.dataChunks !== undefined || update.parityChunks !== undefined)
    throw new Refusal(400, 'the chunks of a pool cannot be changed: make a new pool instead');
  if (update.size !== undefined && isErasureCoded(pool))
    throw new Refusal(400, 'the size of an erasure-coded pool cannot be changed: make a new pool instead');
}

/**
 * The commands that bring a pool to the given settings, without its application and its description.
 * The new name comes last, so that all others use the old one. `rule` is the name of rule `crushRule`.
 */
export function adjustments(name: string, wanted: PoolUpdate, rule: string | undefined): Command[] {
  const set = (variable: string, value: string | number | undefined): Command[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set', pool: name, var: variable, val: String(value) }];
  const quota = (field: string, value: number | undefined): Command[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set-quota', pool: name, field, val: String(value) }];
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
  const protect = wanted.unprotect === undefined ? undefined : !wanted.unprotect;
  return [
    ...set('nodelete', protect === undefined ? undefined : String(protect)),
    ...set('crush_rule', rule),
    ...set('size', wanted.size),
    ...set('min_size', wanted.minSize),
    ...set('pg_num', wanted.pgNum),
    ...set('fast_read', flag(wanted.fastRead)),
    ...quota('max_bytes', wanted.quotaMaxBytes),
    ...quota('max_objects', wanted.quotaMaxObjects),
    ...(wanted.name === undefined || wanted.name === name
      ? []
      : [{ prefix: 'osd pool rename', srcpool: name, destpool: wanted.name }]),
  ];
}

/** The command that dedicates a pool to one more application; the filesystem takes it as one more pool for data. */
export function application(
  pool: PoolDump,
  name: string | undefined,
  filesystem: string | undefined,
): Command[] {
  if (name === undefined) return [];
  const app = applicationToCeph(name);
  if (Object.hasOwn(pool.application_metadata, app)) return [];
  if (name === 'storefs' && filesystem !== undefined)
    return [{ prefix: 'fs add_data_pool', fs_name: filesystem, pool: pool.pool_name }];
  const enable = { prefix: 'osd pool application enable', pool: pool.pool_name, app };
  return [{ ...enable, yes_i_really_mean_it: true }];
}
