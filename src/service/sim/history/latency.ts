import { classOf, crowdedMs } from '../load/crowding.ts';
import type { Model } from '../model/model.ts';
import { osdAnswers } from '../model/topology.ts';
import { IDLE_LATENCIES, type Percentiles, WRITE_FACTOR } from '../osds/idleLatencies.ts';
import { extraMs } from '../osds/slowness.ts';
import { slowOps } from '../osds/slowOps.ts';
import type { SimPool } from '../pools/pool.ts';

/** Slowdown of operations while they queue behind those of recovery. */
const RECOVERY_FACTOR = 2.2;

/** The time that the requests of each percentile wait behind those of busy clients, as a multiple of the usual wait [assumed]. */
const CROWDED: Readonly<Record<keyof Percentiles, number>> = { p50: 1, p90: 2, p99: 5 };

/**
 * Latencies of client operations. They are the average over the pools; the slowest ones also depend on the slowest disks in
 * use.
 */
export function latencies(model: Model, kind: 'read' | 'write'): Percentiles {
  const opsOf = ({ now }: SimPool) => (kind === 'read' ? now.readOps : now.writeOps);
  const total = model.pools.reduce((sum, pool) => sum + opsOf(pool), 0) || 1;
  const factor =
    (kind === 'write' ? WRITE_FACTOR : 1) *
    (model.recovery.running.size > 0 ? RECOVERY_FACTOR : 1) *
    model.dice.history.between(0.93, 1.07);
  const stalled = slowOps(model)?.oldest ?? 0;
  const mean = (name: keyof Percentiles) =>
    model.pools.reduce((sum, pool) => {
      const crowded = CROWDED[name] * crowdedMs(model, pool.scopes) * 1000;
      return sum + (opsOf(pool) / total) * (factor * IDLE_LATENCIES[classOf(pool)][name] + crowded);
    }, 0);
  const { share, us } = delayed(model, kind);
  const late = (beyond: number) => (share > 1 - beyond ? us : 0);
  return {
    p50: mean('p50') + late(0.5),
    p90: mean('p90') + late(0.9),
    p99: Math.max(mean('p99') + late(0.99) * TAIL, stalled * 1e6),
  };
}

/** Slowdown of the slowest delayed operations, which queue behind other delayed ones. */
const TAIL = 4;

/** The share of operations that reach a slow OSD, and the microseconds that it adds. A write reaches all copies. */
function delayed(model: Model, kind: 'read' | 'write'): { share: number; us: number } {
  let [reached, us] = [0, 0];
  for (const id of model.unsettled) {
    const osd = model.osds[id]!;
    if (!osd.up || !osdAnswers(osd) || extraMs(osd) === 0) continue;
    reached += osd.shards.length;
    us = Math.max(us, extraMs(osd) * 1000);
  }
  if (reached === 0) return { share: 0, us };
  const all = model.pools.reduce((sum, { pgNum, size }) => sum + pgNum * (kind === 'write' ? 1 : size), 0);
  return { share: Math.min(1, reached / all), us };
}
