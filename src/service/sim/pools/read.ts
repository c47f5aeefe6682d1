import type { Pool as WirePool } from '../../../api/contract/pools.ts';
import { noPool } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import { profileName } from '../crush/read.ts';
import type { Model } from '../model/model.ts';
import { stateName } from '../placementGroups/states.ts';
import { isErasure, quotaReached, type SimPool } from './pool.ts';

/** The pool of this name. @throws Refusal 404 */
export function poolOrRefuse({ pools }: Pick<Model, 'pools'>, name: string): SimPool {
  const pool = pools.find((candidate) => candidate.name === name);
  if (pool === undefined) throw refusal(noPool(name));
  return pool;
}

/** A pool as the interface shows it. */
export function toPool(pool: SimPool): WirePool {
  const { now } = pool;
  const erasure = isErasure(pool);
  return {
    name: pool.name,
    erasureCoding: erasure,
    description: pool.description,
    poolId: pool.id,
    pgNum: pool.pgNum,
    pgpNum: pool.pgNum,
    minSize: pool.minSize,
    size: pool.size,
    ...(erasure ? { dataChunks: pool.dataShards, parityChunks: pool.size - pool.dataShards } : {}),
    quotaMaxBytes: pool.quotaMaxBytes,
    quotaMaxObjects: pool.quotaMaxObjects,
    crushRule: pool.rule.id,
    stats: {
      bytes: Math.round(pool.bytes),
      objects: Math.round(pool.objects),
      readIops: Math.round(now.readOps),
      writeIops: Math.round(now.writeOps),
      readBytesPerSec: Math.round(now.readBytes),
      writeBytesPerSec: Math.round(now.writeBytes),
    },
    ...(pool.application === '' ? {} : { application: pool.application }),
    erasureCodingOverwriteSupportMissing: erasure && !pool.overwrites,
    fastRead: pool.fastRead,
  };
}

/**
 * The details of a pool, whose format the interface leaves open. This one follows `ceph osd pool ls detail`, with the
 * states of the placement groups.
 */
export function poolDetails(pool: SimPool): Record<string, unknown> {
  const erasure = isErasure(pool);
  const flags = [
    'hashpspool',
    quotaReached(pool) ? 'full_quota' : '',
    pool.protected ? 'nodelete' : '',
    pool.overwrites ? 'ec_overwrites' : '',
    pool.application === 'rbd' ? 'selfmanaged_snaps' : '',
  ];
  return {
    pool_id: pool.id,
    pool_name: pool.name,
    flags_names: flags.filter((flag) => flag !== '').join(','),
    type: erasure ? 3 : 1,
    size: pool.size,
    min_size: pool.minSize,
    crush_rule: pool.rule.id,
    pg_autoscale_mode: 'off',
    pg_num: pool.pgNum,
    pg_placement_num: pool.pgNum,
    pg_num_target: pool.pgNumWanted,
    pg_placement_num_target: pool.pgNumWanted,
    quota_max_bytes: pool.quotaMaxBytes,
    quota_max_objects: pool.quotaMaxObjects,
    erasure_code_profile: erasure ? profileName(pool) : '',
    fast_read: pool.fastRead,
    application_metadata: pool.application === '' ? {} : { [pool.application]: {} },
    pgs_by_state: Array.from(pool.states, ([state, count]) => ({ state_name: stateName(state), count })),
  };
}
