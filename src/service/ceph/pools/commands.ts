import {
  poolInUse,
  refuseNewPool,
  refusePoolUpdate,
  type NewPool,
  type PoolUpdate,
  type PresentPool,
} from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { CephCommand } from '../client/ceph.ts';
import type { RuleDump } from '../crush/rules.ts';
import type { FilesystemDump } from '../files/filesystem.ts';
import type { ProfileDump } from '../map/osdMap.ts';
import { applicationOf, applicationToCeph, isErasureCoded, type PoolDump } from './read.ts';

/** The default number of placement groups of a pool: Ceph's own (osd_pool_default_pg_num). */
const DEFAULT_PG_NUM = 32;

/**
 * The erasure code plugin of every profile that is created here. It is given explicitly because the default depends on
 * the release (isa, with fewer chunks, since Ceph 20), and an existing profile cannot be changed.
 */
export const ERASURE_PLUGIN = 'plugin=jerasure';

/** The name of the erasure code profile for k data and m parity chunks; pools with the same numbers share it. */
const profileName = (k: number, m: number): string => `storedeck-k${k}-m${m}`;

/** Refuses settings that Ceph would refuse only after it has created the pool, or would accept without effect. */
export function checkNewPool(pool: NewPool, existing: readonly PoolDump[]): void {
  const names = existing.map(({ pool_name }) => pool_name);
  enforce(refuseNewPool(pool, names));
}

/** The command that allows overwrites in an erasure-coded pool, which cannot be undone. */
export const allowOverwrites = (pool: string): CephCommand => ({
  prefix: 'osd pool set',
  pool,
  var: 'allow_ec_overwrites',
  val: 'true',
});

/** The command that deletes a pool and its contents. */
export const deletion = (pool: string): CephCommand => ({
  prefix: 'osd pool delete',
  pool,
  pool2: pool,
  yes_i_really_really_mean_it: true,
});

/**
 * The commands that create a pool; the last one creates it.
 * @param rule the name of the requested CRUSH rule
 */
export function creation(
  pool: NewPool,
  rule: string | undefined,
): [...before: CephCommand[], create: CephCommand] {
  const create = {
    prefix: 'osd pool create',
    pool: pool.name,
    pg_num: pool.pgNum ?? DEFAULT_PG_NUM,
    // Otherwise the autoscaler would replace the requested number.
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

/** True if the answer to `osd pool create` says that the pool existed already, which Ceph does not refuse. */
export const existedAlready = (outs: string): boolean => outs.includes('already exists');

/** The rule that Ceph created for an erasure-coded pool, with the pool's name, unless other pools use it. */
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

/** Refuses changes that cannot be made to an existing pool, before any of them is made. */
export function checkUpdate(
  update: PoolUpdate,
  pool: PoolDump,
  { pools, profiles }: { readonly pools: readonly PoolDump[]; readonly profiles: ProfileDump },
): void {
  const names = pools.map(({ pool_name }) => pool_name);
  enforce(refusePoolUpdate(update, present(pool, profiles), names));
}

/**
 * The commands that change the settings of a pool, except its application and its description. The new name comes last,
 * so that all others use the old one.
 * @param rule the name of the CRUSH rule with the id `wanted.crushRule`
 */
export function adjustments(pool: PoolDump, wanted: PoolUpdate, rule: string | undefined): CephCommand[] {
  const name = pool.pool_name;
  const set = (variable: string, value: string | number | undefined): CephCommand[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set', pool: name, var: variable, val: String(value) }];
  const quota = (field: string, value: number | undefined): CephCommand[] =>
    value === undefined ? [] : [{ prefix: 'osd pool set-quota', pool: name, field, val: String(value) }];
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
  const protect = wanted.unprotect === undefined ? undefined : !wanted.unprotect;
  // Setting the size, even to the same value, makes Ceph reset min_size to its default.
  const size = wanted.size === pool.size ? undefined : wanted.size;
  const minSize = size === undefined && wanted.minSize === pool.min_size ? undefined : wanted.minSize;
  return [
    ...set('nodelete', protect === undefined ? undefined : String(protect)),
    ...set('crush_rule', rule),
    ...set('size', size),
    ...set('min_size', minSize),
    ...placementGroups(pool, wanted.pgNum, set),
    // A replicated pool refuses to set fast_read, even to its present value.
    ...set('fast_read', wanted.fastRead === pool.fast_read ? undefined : flag(wanted.fastRead)),
    ...quota('max_bytes', wanted.quotaMaxBytes),
    ...quota('max_objects', wanted.quotaMaxObjects),
    ...(wanted.name === undefined || wanted.name === name
      ? []
      : [{ prefix: 'osd pool rename', srcpool: name, destpool: wanted.name }]),
  ];
}

/** The commands that set the number of placement groups, and switch off the autoscaler, which would change it again. */
function placementGroups(
  pool: PoolDump,
  wanted: number | undefined,
  set: (variable: string, value: string | number) => CephCommand[],
): CephCommand[] {
  const isUnchanged = wanted === pool.pg_num && wanted === (pool.pg_num_target ?? wanted);
  if (wanted === undefined || isUnchanged) return [];
  return [
    ...(pool.pg_autoscale_mode === 'on' ? set('pg_autoscale_mode', 'off') : []),
    ...set('pg_num', wanted),
  ];
}

/**
 * The commands that change the application of a pool. For the filesystem, the pool becomes an additional data pool.
 * @param isEmpty true if the pool holds no objects
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
  const filesystemPools = filesystems.flatMap(({ metadata_pool, data_pools }) => [
    metadata_pool,
    ...data_pools,
  ]);
  if (current !== undefined && (!isEmpty || filesystemPools.includes(pool.pool_name)))
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
