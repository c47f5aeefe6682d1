import type { SimCrushRule } from '../crush/rules.ts';
import type { CrushScope } from '../crush/scopes.ts';
import { CLEAN } from '../placementGroups/states.ts';

/** The load of a pool's clients per second, before the time of day and faults take their share. */
export interface ClientLoad {
  readonly readOps: number;
  readonly writeOps: number;
  readonly readBytes: number;
  readonly writeBytes: number;
}

/** The settings that a pool is made with. */
export interface PoolSpec {
  readonly id: number;
  readonly name: string;
  readonly application: string;
  readonly description: string;
  readonly rule: SimCrushRule;
  /** Copies, or k+m for erasure coding. */
  readonly size: number;
  readonly minSize: number;
  /** Data shards k of an erasure-coded pool; 1 for replicated ones. */
  readonly dataShards: number;
  readonly pgNum: number;
  /** Data that clients have stored, in bytes and objects. */
  readonly bytes: number;
  readonly objects: number;
  readonly load: ClientLoad;
  /** True where it is protected from deletion (Ceph's flag nodelete). */
  readonly protected: boolean;
}

/** A pool as it is now. */
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
  /** The number that it is to have: groups are split at once, and merged when their copies lie together. */
  pgNumWanted: number;
  protected: boolean;
  /** True where an erasure-coded pool can be overwritten in place (Ceph's flag ec_overwrites). */
  overwrites: boolean;
  fastRead: boolean;
  /** The OSDs that its rule chooses from, for each shard of a group. */
  scopes: readonly CrushScope[];
  /** Global number of its first placement group; the others follow (PgSpace). */
  firstPg: number;
  /**
   * OSD ids, `size` per placement group, -1 for a hole. `home` is where CRUSH puts the shards while every
   * OSD is in; `holders` is where they are.
   */
  home: Int32Array;
  holders: Int32Array;
  /** Numbers of its placement groups by state (bits of pgStates.ts); they always add up to pgNum. */
  readonly states: Map<number, number>;
  /** Bytes that it held when the cluster began. */
  readonly seededBytes: number;
  bytes: number;
  objects: number;
  load: ClientLoad;
  /** Share by which it grows in a day. */
  growth: number;
  /** 0 sets no limit. */
  quotaMaxBytes: number;
  quotaMaxObjects: number;
  /** The load that its clients get in this second. */
  now: ClientLoad;
  /** Slow wandering of the load around its base, around 1. */
  drift: number;
}

export const NO_LOAD: ClientLoad = { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0 };

/** Clusters grow by 0.1 to 1 % a day [assumed]. */
const DAILY_GROWTH = 0.003;

/** A pool whose placement groups are clean and have neither numbers nor places yet. */
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
    states: new Map([[CLEAN, spec.pgNum]]),
    seededBytes: spec.bytes,
    growth: DAILY_GROWTH,
    quotaMaxBytes: 0,
    quotaMaxObjects: 0,
    now: NO_LOAD,
    drift: 1,
  };
}

/** True where a quota keeps clients from writing. */
export const quotaReached = ({ bytes, objects, quotaMaxBytes, quotaMaxObjects }: SimPool): boolean =>
  (quotaMaxBytes > 0 && bytes >= quotaMaxBytes) || (quotaMaxObjects > 0 && objects >= quotaMaxObjects);

/** Counts the placement groups of all these pools by state. */
export function sumStates(pools: readonly SimPool[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { states } of pools) {
    for (const [state, count] of states) sums.set(state, (sums.get(state) ?? 0) + count);
  }
  return sums;
}

export const isErasure = (pool: Pick<PoolSpec, 'dataShards'>): boolean => pool.dataShards > 1;

/** Bytes of one shard of one placement group. */
export const shardBytes = (pool: SimPool): number => pool.bytes / pool.pgNum / pool.dataShards;

/** Objects of one placement group; each shard carries a part of every one of them. */
export const pgObjects = (pool: SimPool): number => Math.round(pool.objects / pool.pgNum);

/** Bytes that one object takes on one OSD. */
export const shardObjectBytes = (pool: SimPool): number =>
  pool.objects === 0 ? 0 : pool.bytes / pool.objects / pool.dataShards;
