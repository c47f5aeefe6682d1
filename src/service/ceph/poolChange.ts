import type { Input } from '../../api/contract/index.ts';
import { Refusal } from '../engine.ts';
import type { Command } from './ceph.ts';
import { requireCephName } from './cephName.ts';
import type { ProfileDump, RuleDump } from './crushRules.ts';
import { applicationOf, applicationToCeph, isErasureCoded, type PoolDump } from './pools.ts';

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

export const nameTaken = (name: string): Refusal => new Refusal(409, `there is a pool named ${name} already`);

/** Refuses what Ceph would refuse only after the pool has been made, or would take silently. */
export function checkNewPool(pool: NewPool, existing: readonly PoolDump[]): void {
  requireNames(pool);
  if (existing.some(({ pool_name }) => pool_name === pool.name)) throw nameTaken(pool.name);
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

/** Ceph has no way back from it. */
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

/**
 * The commands that make the pool itself, the last one of which does. `rule` is the name of the CRUSH rule, where
 * one is asked for.
 */
export function creation(pool: NewPool, rule: string | undefined): [...before: Command[], create: Command] {
  const create = {
    prefix: 'osd pool create',
    pool: pool.name,
    pg_num: pool.pgNum ?? DEFAULT_PG_NUM,
    // Else Ceph goes back to what it holds for right.
    ...(pool.pgNum === undefined ? {} : { autoscale_mode: 'off' }),
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
  ];
}

/** Whether the answer to `osd pool create` says that there was one of that name, which Ceph does not refuse. */
export const wasThere = (outs: string): boolean => outs.includes('already exists');

/** The rule that Ceph made for an erasure-coded pool, under the pool's name, unless others use it. */
export function ownRule(
  pool: PoolDump,
  rules: readonly RuleDump[],
  all: readonly PoolDump[],
): RuleDump | undefined {
  if (!isErasureCoded(pool)) return undefined;
  if (all.some(({ pool_id, crush_rule }) => pool_id !== pool.pool_id && crush_rule === pool.crush_rule))
    return undefined;
  return rules.find(({ rule_id, rule_name }) => rule_id === pool.crush_rule && rule_name === pool.pool_name);
}

function requireSameChunks({ dataChunks, parityChunks }: PoolUpdate, pool: PoolDump, profiles: ProfileDump) {
  const { k, m } = profiles[pool.erasure_code_profile] ?? {};
  const isOther = (wanted: number | undefined, present = '0') =>
    wanted !== undefined && wanted !== Number(present);
  if (isOther(dataChunks, k) || isOther(parityChunks, m))
    throw new Refusal(400, 'the chunks of a pool cannot be changed: make a new pool instead');
}

/** Refuses changes that cannot be made to a pool that exists, as a whole, before any of them is made. */
export function checkUpdate(update: PoolUpdate, pool: PoolDump, profiles: ProfileDump): void {
  const { name, ...others } = update;
  const { size = pool.size, minSize } = update;
  const isErasure = isErasureCoded(pool);
  // One that was made elsewhere may have a name of any kind, and keeps it.
  requireNames(name === pool.pool_name ? others : update);
  if (update.erasureCoding !== undefined && update.erasureCoding !== isErasure)
    throw new Refusal(400, 'a pool stays replicated or erasure-coded for good: make a new pool instead');
  requireSameChunks(update, pool, profiles);
  if (size !== pool.size && isErasure)
    throw new Refusal(400, 'the size of an erasure-coded pool cannot be changed: make a new pool instead');
  const least = isErasure ? Number(profiles[pool.erasure_code_profile]?.['k'] ?? 1) : 1;
  if (minSize !== undefined && (minSize < least || minSize > size)) {
    const what = isErasure ? 'chunks' : 'copies';
    throw new Refusal(400, `minSize must be ${least} to ${size} ${what} for this pool, not ${minSize}`);
  }
}

/**
 * The commands that bring a pool to the given settings, without its application and its description.
 * The new name comes last, so that all others use the old one. `rule` is the name of rule `crushRule`.
 */
export function adjustments(pool: PoolDump, wanted: PoolUpdate, rule: string | undefined): Command[] {
  const name = pool.pool_name;
  const set = (variable: string, value: string | number | undefined): Command[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set', pool: name, var: variable, val: String(value) }];
  const quota = (field: string, value: number | undefined): Command[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set-quota', pool: name, field, val: String(value) }];
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
  const protect = wanted.unprotect === undefined ? undefined : !wanted.unprotect;
  // With the size, even the same one, Ceph sets min_size to a default.
  const size = wanted.size === pool.size ? undefined : wanted.size;
  const minSize = size === undefined && wanted.minSize === pool.min_size ? undefined : wanted.minSize;
  return [
    ...set('nodelete', protect === undefined ? undefined : String(protect)),
    ...set('crush_rule', rule),
    ...set('size', size),
    ...set('min_size', minSize),
    ...placementGroups(pool, wanted.pgNum, set),
    // A replicated pool refuses even what it is.
    ...set('fast_read', wanted.fastRead === pool.fast_read ? undefined : flag(wanted.fastRead)),
    ...quota('max_bytes', wanted.quotaMaxBytes),
    ...quota('max_objects', wanted.quotaMaxObjects),
    ...(wanted.name === undefined || wanted.name === name
      ? []
      : [{ prefix: 'osd pool rename', srcpool: name, destpool: wanted.name }]),
  ];
}

/** A number that an operator names stays: else Ceph goes back to what it holds for right. */
function placementGroups(
  pool: PoolDump,
  wanted: number | undefined,
  set: (variable: string, value: string | number) => Command[],
): Command[] {
  const isSo = wanted === pool.pg_num && wanted === (pool.pg_num_target ?? wanted);
  if (wanted === undefined || isSo) return [];
  return [
    ...(pool.pg_autoscale_mode === 'on' ? set('pg_autoscale_mode', 'off') : []),
    ...set('pg_num', wanted),
  ];
}

/** An entry of `ceph fs ls`. */
export interface FilesystemDump {
  readonly name: string;
  readonly metadata_pool: string;
  readonly data_pools: readonly string[];
}

/**
 * The commands that dedicate a pool to another application; the filesystem takes it as one more pool for data.
 * @param isEmpty whether the pool holds no objects
 * @throws Refusal 409 for a pool that is in use
 */
export function application(
  pool: PoolDump,
  name: string | undefined,
  filesystems: readonly FilesystemDump[],
  isEmpty: boolean,
): Command[] {
  const current = applicationOf(pool);
  if (name === undefined || name === (current ?? '')) return [];
  const ofFiles = filesystems.flatMap(({ metadata_pool, data_pools }) => [metadata_pool, ...data_pools]);
  if (current !== undefined && (!isEmpty || ofFiles.includes(pool.pool_name)))
    throw new Refusal(
      409,
      `the pool ${pool.pool_name} is in use for ${current}: make a new pool for ${name || 'something else'}`,
    );
  const app = applicationToCeph(name);
  const forced = { pool: pool.pool_name, yes_i_really_mean_it: true };
  const others = Object.keys(pool.application_metadata).filter((other) => other !== app);
  return [
    ...enabling(pool, app, filesystems[0]),
    ...others.map((other) => ({ prefix: 'osd pool application disable', ...forced, app: other })),
  ];
}

function enabling(pool: PoolDump, app: string, filesystem: FilesystemDump | undefined): Command[] {
  if (app === '' || Object.hasOwn(pool.application_metadata, app)) return [];
  if (app === applicationToCeph('storefs') && filesystem !== undefined)
    return [{ prefix: 'fs add_data_pool', fs_name: filesystem.name, pool: pool.pool_name }];
  const enable = { prefix: 'osd pool application enable', pool: pool.pool_name, app };
  return [{ ...enable, yes_i_really_mean_it: true }];
}
