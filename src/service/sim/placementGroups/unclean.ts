import type { SimPool } from '../pools/pool.ts';

/** A shard to be written to an OSD. */
export interface Copy {
  readonly slot: number;
  /** OSD id. */
  readonly target: number;
  /** `replay` writes what the OSD missed while it was away; the others copy whole shards. */
  readonly kind: 'replay' | 'restore' | 'move';
  /** Remaining objects. It is an integer, so that sums over many copies stay exact. */
  left: number;
  /** The fraction of the next object that is already written. */
  begun: number;
}

/** A placement group that is not active+clean. */
export interface UncleanPg {
  /** Global index. */
  readonly id: number;
  readonly pool: SimPool;
  /** Number within the pool. */
  readonly number: number;
  /** Bits of `Pg` in states.ts. */
  state: number;
  /** The tick since which it is inactive or undersized. */
  troubledAt?: number | undefined;
  /** The tick at which its peering ends; 0 when it is not peering. */
  peeredAt: number;
  copies: Copy[];
  /** OSDs that CRUSH wants to hold a shard that is elsewhere; they may be down. */
  wanted: number[];
  /** Ids of OSDs that are reserved for it, the primary first, then those that receive. */
  reserved: number[];
  /** The tick since which it serves no clients. */
  frozenAt?: number | undefined;
  /** The tick since which the holder of a slot is down, by slot. */
  readonly absent: Map<number, number>;
  /** Number of objects that the returned holder of a slot has missed, by slot. */
  readonly behind: Map<number, number>;
  /** Number of objects that no OSD that is up has in their current version, although the OSDs that are up know of them. */
  unfound: number;
  /** OSDs that are not holders any more, but have the objects that were unfound when they were replaced. */
  strays: number[];
  /** Numbers of missing copies of objects, and of copies in the wrong place. */
  degraded: number;
  misplaced: number;
}
