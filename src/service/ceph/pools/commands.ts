import {
  poolInUse,
  refuseNewPool,
  refusePoolUpdate,
  type NewPool,
  type PoolUpdate,
  type PresentPool,
} from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { CephCommand } from '../ceph.ts';
import type { ProfileDump, RuleDump } from '../crush/rules.ts';
import { applicationOf, applicationToCeph, isErasureCoded, type PoolDump } from './read.ts';

/** Placement groups of a pool that asks for no number: Ceph's own default (osd_pool_default_pg_num). */
const DEFAULT_PG_NUM = 32;

/**
 * The erasure code plugin of every profile that is made here. Named because the default differs by release (isa since
 * Ceph 20, which takes fewer chunks), and a profile that is there cannot become another.
 */
export const ERASURE_PLUGIN = 'plugin=jerasure';

/** The erasure code profile for so many chunks; profiles cannot be changed, so pools with the same chunks share one. */
const profileName = (k: number, m: number): string => `storedeck-k${k}-m${m}`;

/** Refuses what Ceph would refuse only after the pool has been made, or would take silently. */
export const checkNewPool = (pool: NewPool, existing: readonly PoolDump[]): void =>
  enforce(
    refuseNewPool(
      pool,
      existing.map(({ pool_name }) => pool_name),
    ),
  );

/** Ceph has no way back from it. */
export const allowOverwrites = (pool: string): CephCommand => ({
  prefix: 'osd pool set',
  pool,
  var: 'allow_ec_overwrites',
  val: 'true',
});

/** Deletes a pool and all that is in it. */
export const deletion = (pool: string): CephCommand => ({
  prefix: 'osd pool delete',
  pool,
  pool2: pool,
  yes_i_really_really_mean_it: true,
});

/**
 * The commands that make the pool itself, the last one of which does. `rule` is the name of the CRUSH rule, where
 * one is asked for.
 */
export function creation(
  pool: NewPool,
  rule: string | undefined,
): [...before: CephCommand[], create: CephCommand] {
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
    { prefix: 'osd erasure-code-profile set', name, profile: [ERASURE_PLUGIN, `k=${k}`, `m=${m}`] },
    { ...create, pool_type: 'erasure', erasure_code_profile: name },
  ];
}

/** True where the answer to `osd pool create` says that there was one of that name, which Ceph does not refuse. */
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

function present(pool: PoolDump, profiles: ProfileDump): PresentPool {
  const erasureCoding = isErasureCoded(pool);
  const { k = '0', m = '0' } = (erasureCoding && profiles[pool.erasure_code_profile]) || {};
  const { pool_name: name, size } = pool;
  return { name, size, erasureCoding, dataChunks: Number(k), parityChunks: Number(m) };
}

/** Refuses changes that cannot be made to a pool that exists, as a whole, before any of them is made. */
export function checkUpdate(
  update: PoolUpdate,
  pool: PoolDump,
  { pools, profiles }: { readonly pools: readonly PoolDump[]; readonly profiles: ProfileDump },
): void {
  const names = pools.map(({ pool_name }) => pool_name);
  enforce(refusePoolUpdate(update, present(pool, profiles), names));
}

/**
 * The commands that bring a pool to the given settings, without its application and its description.
 * The new name comes last, so that all others use the old one. `rule` is the name of rule `crushRule`.
 */
export function adjustments(pool: PoolDump, wanted: PoolUpdate, rule: string | undefined): CephCommand[] {
  const name = pool.pool_name;
  const set = (variable: string, value: string | number | undefined): CephCommand[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set', pool: name, var: variable, val: String(value) }];
  const quota = (field: string, value: number | undefined): CephCommand[] =>
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
  set: (variable: string, value: string | number) => CephCommand[],
): CephCommand[] {
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
): CephCommand[] {
  const current = applicationOf(pool);
  if (name === undefined || name === (current ?? '')) return [];
  const ofFiles = filesystems.flatMap(({ metadata_pool, data_pools }) => [metadata_pool, ...data_pools]);
  if (current !== undefined && (!isEmpty || ofFiles.includes(pool.pool_name)))
    throw refusal(poolInUse(pool.pool_name, current, name));
  const app = applicationToCeph(name);
  const forced = { pool: pool.pool_name, yes_i_really_mean_it: true };
  const others = Object.keys(pool.application_metadata).filter((other) => other !== app);
  return [
    ...enabling(pool, app, filesystems[0]),
    ...others.map((other) => ({ prefix: 'osd pool application disable', ...forced, app: other })),
  ];
}

function enabling(pool: PoolDump, app: string, filesystem: FilesystemDump | undefined): CephCommand[] {
  if (app === '' || Object.hasOwn(pool.application_metadata, app)) return [];
  if (app === applicationToCeph('storefs') && filesystem !== undefined)
    return [{ prefix: 'fs add_data_pool', fs_name: filesystem.name, pool: pool.pool_name }];
  const enable = { prefix: 'osd pool application enable', pool: pool.pool_name, app };
  return [{ ...enable, yes_i_really_mean_it: true }];
}
