import type { Pool } from '../../../api/contract/pools.ts';
import type { PoolName } from '../../../api/contract/stats.ts';
import type { ProfileDump } from '../map/osdMap.ts';

/** An entry of `ceph osd pool ls detail`, as far as it is read here. */
export interface PoolDump {
  readonly pool_id: number;
  readonly pool_name: string;
  /** 1 is replicated, 3 erasure-coded. */
  readonly type: number;
  readonly size: number;
  readonly min_size: number;
  readonly crush_rule: number;
  readonly pg_num: number;
  /** The number of placement groups toward which Ceph is splitting or merging. */
  readonly pg_num_target?: number;
  /** `on` if the autoscaler changes the number of placement groups. */
  readonly pg_autoscale_mode?: string;
  readonly pg_placement_num: number;
  readonly quota_max_bytes: number;
  readonly quota_max_objects: number;
  readonly erasure_code_profile: string;
  readonly fast_read: boolean;
  /** Names joined by commas. */
  readonly flags_names: string;
  readonly application_metadata: Readonly<Record<string, unknown>>;
}

/** A pool in `ceph df detail` and in `ceph osd pool stats`, as far as it is read here. */
export interface PoolUsage {
  readonly id: number;
  readonly stats: { readonly stored: number; readonly objects: number };
}
export interface PoolRates {
  readonly pool_id: number;
  readonly client_io_rate: {
    readonly read_bytes_sec?: number;
    readonly write_bytes_sec?: number;
    readonly read_op_per_sec?: number;
    readonly write_op_per_sec?: number;
  };
}

/** Facts about pools that are not in the OSD map; usage and rates are empty while no manager runs. */
export interface PoolExtras {
  readonly usage: readonly PoolUsage[];
  readonly rates: readonly PoolRates[];
  readonly profiles: ProfileDump;
  /** By pool id. */
  readonly descriptions: ReadonlyMap<number, string>;
}

const ERASURE = 3;

export const isErasureCoded = (pool: PoolDump): boolean => pool.type === ERASURE;
export const hasFlag = (pool: PoolDump, flag: string): boolean => pool.flags_names.split(',').includes(flag);

/** Ceph's name of an application: the interface calls the filesystem storefs, Ceph calls it cephfs. */
export const applicationToCeph = (name: string): string => (name === 'storefs' ? 'cephfs' : name);
const applicationFromCeph = (name: string): string => (name === 'cephfs' ? 'storefs' : name);

/** The application of a pool; the first one if there are several, undefined if there is none. */
export function applicationOf({ application_metadata }: PoolDump): string | undefined {
  const [first] = Object.keys(application_metadata);
  return first === undefined ? undefined : applicationFromCeph(first);
}

function poolStats(usage: PoolUsage | undefined, rates: PoolRates | undefined): NonNullable<Pool['stats']> {
  const io = rates?.client_io_rate;
  return {
    ...(usage ? { bytes: usage.stats.stored, objects: usage.stats.objects } : {}),
    ...(io
      ? {
          readIops: io.read_op_per_sec ?? 0,
          writeIops: io.write_op_per_sec ?? 0,
          readBytesPerSec: io.read_bytes_sec ?? 0,
          writeBytesPerSec: io.write_bytes_sec ?? 0,
        }
      : {}),
  };
}

/** Pools in the interface's format, without the fields that `extras` does not provide. */
export function pools(dump: readonly PoolDump[], extras: PoolExtras): Pool[] {
  const usage = new Map(extras.usage.map((pool) => [pool.id, pool]));
  const rates = new Map(extras.rates.map((pool) => [pool.pool_id, pool]));
  return dump.map((pool) => {
    const erasureCoding = isErasureCoded(pool);
    const profile = extras.profiles[pool.erasure_code_profile];
    const application = applicationOf(pool);
    const description = extras.descriptions.get(pool.pool_id);
    return {
      name: pool.pool_name,
      poolId: pool.pool_id,
      erasureCoding,
      pgNum: pool.pg_num,
      pgpNum: pool.pg_placement_num,
      size: pool.size,
      minSize: pool.min_size,
      crushRule: pool.crush_rule,
      quotaMaxBytes: pool.quota_max_bytes,
      quotaMaxObjects: pool.quota_max_objects,
      fastRead: pool.fast_read,
      erasureCodingOverwriteSupportMissing: erasureCoding && !hasFlag(pool, 'ec_overwrites'),
      stats: poolStats(usage.get(pool.pool_id), rates.get(pool.pool_id)),
      ...(erasureCoding && profile
        ? { dataChunks: Number(profile['k']), parityChunks: Number(profile['m']) }
        : {}),
      ...(application === undefined ? {} : { application }),
      ...(description === undefined ? {} : { description }),
    };
  });
}

/** The names of pools, from which a user can choose. */
export function poolNames(dump: readonly PoolDump[], descriptions: ReadonlyMap<number, string>): PoolName[] {
  return dump.map((pool) => ({
    displayName: pool.pool_name,
    queryName: pool.pool_name,
    description: descriptions.get(pool.pool_id) ?? '',
    quotaBytes: pool.quota_max_bytes,
    quotaObjects: pool.quota_max_objects,
  }));
}
