import type { SimPool } from '../pools/pool.ts';

/** One shard that is to be written somewhere. */
export interface Copy {
  readonly slot: number;
  /** OSD id. */
  readonly target: number;
  /** `replay` catches up with what was written while the OSD was away; the others copy whole shards. */
  readonly kind: 'replay' | 'restore' | 'move';
  /** Objects still to be written: whole ones, so that sums over many copies stay exact. */
  left: number;
  /** The part of the next object that is written already. */
  begun: number;
}

/** A placement group that is anything but active+clean. */
export interface UncleanPg {
  /** Global index. */
  readonly id: number;
  readonly pool: SimPool;
  /** Number within the pool. */
  readonly number: number;
  /** Bits of pgStates.ts. */
  state: number;
  /** Since when it is inactive or undersized, as a tick. */
  troubledAt?: number | undefined;
  /** When its peering ends, as a tick; 0 when it is not peering. */
  peeredAt: number;
  copies: Copy[];
  /** OSDs where CRUSH wants a shard that is elsewhere; they can be down. */
  wanted: number[];
  /** OSD ids that hold a backfill reservation for it. */
  reserved: number[];
  /** Since when it serves no clients, as a tick. */
  frozenAt?: number | undefined;
  /** Since when the holder of a slot is gone, as a tick. */
  readonly absent: Map<number, number>;
  /** Objects that a returned holder of a slot has missed. */
  readonly behind: Map<number, number>;
  /** Copies of objects that are missing, and that are in the wrong place. */
  degraded: number;
  misplaced: number;
}
