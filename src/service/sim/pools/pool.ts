import type { SimCrushRule } from '../crush/rules.ts';
import type { CrushScope } from '../crush/scopes.ts';
import { pastScrubs, type ScrubTicks } from '../placementGroups/scrubTicks.ts';
import { CLEAN } from '../placementGroups/states.ts';

/** The client load of a pool per second, before it is adjusted for the time of day and for faults. */
export interface ClientLoad {
  readonly readOps: number;
  readonly writeOps: number;
  readonly readBytes: number;
  readonly writeBytes: number;
}

/** The settings with which a pool is created. */
export interface PoolSpec {
  readonly id: number;
  readonly name: string;
  readonly application: string;
  readonly description: string;
  readonly rule: SimCrushRule;
  /** Number of copies, or k+m for erasure coding. */
  readonly size: number;
  readonly minSize: number;
  /** Number of data chunks k of an erasure-coded pool; 1 for a replicated pool. */
  readonly dataShards: number;
  readonly pgNum: number;
  /** Client data, in bytes and objects. */
  readonly bytes: number;
  readonly objects: number;
  readonly load: ClientLoad;
  /** True if the pool is protected from deletion (Ceph's flag nodelete). */
  readonly protected: boolean;
}

/** A pool and its present state. */
export interface SimPool {
  readonly id: number;
  name: string;
  application: string;
  description: string;
  rule: SimCrushRule;
  size: number;
  minSize: number;
  readonly dataShards: number;
  pgNum: number;
  /** The target of pgNum: groups are split at once, but merged only when their copies are on the same OSDs. */
  pgNumWanted: number;
  protected: boolean;
  /** True if the erasure-coded pool can be overwritten in place (Ceph's flag ec_overwrites). */
  overwrites: boolean;
  fastRead: boolean;
  /** The OSDs from which its rule chooses, for each shard of a group. */
  scopes: readonly CrushScope[];
  /** Global index of its first placement group; the others follow (PgSpace). */
  firstPg: number;
  /**
   * OSD ids, `size` of them per placement group; -1 for none. `home` is the placement by CRUSH while every OSD is in,
   * `holders` the actual one.
   */
  home: Int32Array;
  holders: Int32Array;
  /** The last scrubs of its placement groups. */
  scrubs: ScrubTicks;
  /** Numbers of its placement groups by state (bits of `Pg` in states.ts). They always add up to pgNum. */
  readonly states: Map<number, number>;
  /** Bytes that it held when the cluster was started. */
  readonly seededBytes: number;
  bytes: number;
  objects: number;
  load: ClientLoad;
  /** Daily growth as a share of its size. */
  growth: number;
  /** 0 means no limit. */
  quotaMaxBytes: number;
  quotaMaxObjects: number;
  /** The client load that is served in this second. */
  now: ClientLoad;
  /** Slowly varying factor of the load, around 1. */
  drift: number;
}

export const NO_LOAD: ClientLoad = { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0 };

/** Daily growth of a cluster, which is between 0.1 and 1 % [assumed]. */
export const DAILY_GROWTH = 0.003;

/** Creates a pool whose placement groups are clean, but have neither indexes nor OSDs yet. */
export function createPool(spec: PoolSpec, scopes: readonly CrushScope[]): SimPool {
  const home = new Int32Array(spec.pgNum * spec.size).fill(-1);
  return {
    ...spec,
    scopes,
    firstPg: 0,
    pgNumWanted: spec.pgNum,
    overwrites: spec.dataShards > 1 && spec.application === 'storefs',
    fastRead: false,
    home,
    holders: home.slice(),
    scrubs: pastScrubs(spec.id, spec.pgNum),
    states: new Map([[CLEAN, spec.pgNum]]),
    seededBytes: spec.bytes,
    growth: DAILY_GROWTH,
    quotaMaxBytes: 0,
    quotaMaxObjects: 0,
    now: NO_LOAD,
    drift: 1,
  };
}

/** True if a quota keeps clients from writing. */
export const quotaReached = ({ bytes, objects, quotaMaxBytes, quotaMaxObjects }: SimPool): boolean =>
  (quotaMaxBytes > 0 && bytes >= quotaMaxBytes) || (quotaMaxObjects > 0 && objects >= quotaMaxObjects);

/** Counts the placement groups of several pools by state. */
export function sumStates(pools: readonly SimPool[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { states } of pools) {
    for (const [state, count] of states) sums.set(state, (sums.get(state) ?? 0) + count);
  }
  return sums;
}

export const isErasure = (pool: Pick<PoolSpec, 'dataShards'>): boolean => pool.dataShards > 1;

/** Bytes of one shard of a placement group. */
export const shardBytes = (pool: SimPool): number => pool.bytes / pool.pgNum / pool.dataShards;

/** Objects of a placement group; each shard has a part of every object. */
export const pgObjects = (pool: SimPool): number => Math.round(pool.objects / pool.pgNum);

/** Bytes of one object on one OSD. */
export const shardObjectBytes = (pool: SimPool): number =>
  pool.objects === 0 ? 0 : pool.bytes / pool.objects / pool.dataShards;
