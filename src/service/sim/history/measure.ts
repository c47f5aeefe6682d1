import type { CrushScope } from '../crush/scopes.ts';
import { currentRecoverySpeed } from '../maintenance/recoverySpeed.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers, osdAnswers, type DeviceClass, type Host, type Osd } from '../model/topology.ts';
import { daemonAnswers, daemonsOf, hasQuorum } from '../monitors/quorum.ts';
import { Pg } from '../placementGroups/states.ts';
import { sumStates, type SimPool } from '../pools/pool.ts';

/** True if the manager provides statistics, which takes a quorum and an active manager. */
export const isMeasured = (model: Model): boolean =>
  hasQuorum(model) && daemonsOf(model, 'mgr').some((mgr) => mgr.active && daemonAnswers(mgr));

/** Bytes used and available on all in OSDs, and numbers of OSDs. */
export interface Capacity {
  readonly used: number;
  readonly total: number;
  /** Number of up OSDs. */
  readonly up: number;
  /** Number of in OSDs. */
  readonly in: number;
}

export function measureCapacity({ osds }: Model): Capacity {
  const sums = { used: 0, total: 0, up: 0, in: 0 };
  for (const osd of osds) {
    if (osd.up) sums.up++;
    if (!osd.in) continue;
    sums.in++;
    sums.used += osd.used;
    sums.total += osd.capacity;
  }
  return sums;
}

/** Numbers of placement groups by state. */
export type PgCounts = Readonly<
  Record<'clean' | 'degraded' | 'undersized' | 'remapped' | 'recovering' | 'inactive' | 'scrubbing', number>
>;

/**
 * Counts placement groups by state. A group in several of these states counts in each; backfilling counts as
 * recovering.
 */
export function countPgs(pools: readonly SimPool[]): PgCounts {
  const counts = {
    clean: 0,
    degraded: 0,
    undersized: 0,
    remapped: 0,
    recovering: 0,
    inactive: 0,
    scrubbing: 0,
  };
  for (const [state, count] of sumStates(pools)) {
    if ((state & Pg.clean) !== 0) counts.clean += count;
    if ((state & Pg.degraded) !== 0) counts.degraded += count;
    if ((state & Pg.undersized) !== 0) counts.undersized += count;
    if ((state & Pg.remapped) !== 0) counts.remapped += count;
    if ((state & (Pg.recovering | Pg.backfilling)) !== 0) counts.recovering += count;
    if ((state & Pg.active) === 0) counts.inactive += count;
    if ((state & Pg.scrubbing) !== 0) counts.scrubbing += count;
  }
  return counts;
}

/**
 * Client operations per second of each OSD, by id. The groups of a pool are assumed to be spread evenly over the OSDs
 * that its rule chooses from.
 */
export function opsPerOsd({ pools, osds }: Model): Float64Array {
  const perMember = new Map<CrushScope, number>();
  for (const { scopes, now, size } of pools) {
    for (const scope of scopes) {
      const ops = (now.readOps / size + now.writeOps) / Math.max(1, scope.members.length);
      perMember.set(scope, (perMember.get(scope) ?? 0) + ops);
    }
  }
  const perOsd = new Float64Array(osds.length);
  for (const [{ members }, ops] of perMember) for (const { id } of members) perOsd[id]! += ops;
  return perOsd;
}

/** Maximum operations per second of a disk [assumed from data sheets, with Ceph's own writes]. */
export const MAX_OPS: Readonly<Record<DeviceClass, number>> = { hdd: 140, ssd: 4000, nvme: 12_000 };

/** Percentage of its time for which a disk is busy. */
export function busyPercent(model: Model, osd: Osd, ops: number): number {
  if (!osdAnswers(osd) || !osd.up) return 0;
  if (osd.lagMs > 0) return 100;
  const recovery = osd.backfills * (1 + currentRecoverySpeed(model)) * (osd.deviceClass === 'hdd' ? 5 : 1);
  const scrub = model.scrubs.busy.has(osd.id) ? 15 : 0;
  return Math.min(100, (100 * ops) / MAX_OPS[osd.deviceClass] + recovery + scrub);
}

/** The load that a server reports. */
export interface ServerLoad {
  /** Percentage of all cores. */
  readonly cpu: number;
  /** One-minute load average. */
  readonly load: number;
  /** Percentage of the memory. */
  readonly memory: number;
  /** Bits per second, in and out. */
  readonly network: number;
  /** Percentage of the space of its OSDs. */
  readonly full: number;
}

const CORES = 32;
/** Bytes of an average operation, for the network load. */
const OP_BYTES = 64 * 1024;

/**
 * The load of a server, estimated from the operations of its OSDs [assumed]; undefined if it does not answer. `opsOf`
 * are operations per second by OSD id.
 */
export function serverLoad(host: Host, opsOf: Float64Array): ServerLoad | undefined {
  if (!hostAnswers(host)) return undefined;
  let [ops, used, capacity, backfills, running] = [0, 0, 0, 0, 0];
  for (const osd of host.osds) {
    if (osdAnswers(osd)) {
      ops += opsOf[osd.id] ?? 0;
      running++;
    }
    backfills += osd.backfills;
    used += osd.used;
    capacity += osd.capacity;
  }
  const cpu = Math.min(100, 3 + running * 0.8 + ops / 120 + backfills * 2);
  return {
    cpu,
    load: (cpu / 100) * CORES + backfills * 0.5,
    memory: Math.min(96, 22 + running * 2.6),
    network: 8 * (ops * OP_BYTES + backfills * 40e6),
    full: capacity === 0 ? 0 : (100 * used) / capacity,
  };
}
