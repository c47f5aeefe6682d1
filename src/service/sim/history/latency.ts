import { crowding } from '../clients.ts';
import type { Model } from '../model.ts';
import { extraMs } from '../osds/slowness.ts';
import { slowOps } from '../osds/slowOps.ts';
import { osdAnswers, type DeviceClass } from '../topology.ts';

/** Latencies in microseconds below which 50, 90 and 99 percent of all operations stay. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** Latencies of otherwise idle disks. Hard disks have their databases on flash [assumed]. */
export const IDLE_LATENCIES: Readonly<Record<DeviceClass, Percentiles>> = {
  nvme: { p50: 500, p90: 1200, p99: 3000 },
  ssd: { p50: 1500, p90: 4000, p99: 10_000 },
  hdd: { p50: 8000, p90: 25_000, p99: 60_000 },
};

/** Slowdown of writes, which are acknowledged only when all copies are written. */
const WRITE_FACTOR = 1.6;
/** Slowdown of operations while they queue behind those of recovery. */
const RECOVERY_FACTOR = 2.2;

/**
 * Latencies of client operations. They are the average over the device classes that serve them; the slowest ones also
 * depend on the slowest disks in use.
 */
export function latencies(model: Model, kind: 'read' | 'write'): Percentiles {
  const shares = new Map<DeviceClass, number>();
  for (const { rule, now } of model.pools) {
    const deviceClass = rule.takes[0].deviceClass ?? 'hdd';
    const ops = kind === 'read' ? now.readOps : now.writeOps;
    shares.set(deviceClass, (shares.get(deviceClass) ?? 0) + ops);
  }
  const total = [...shares.values()].reduce((sum, ops) => sum + ops, 0) || 1;
  const factor =
    (kind === 'write' ? WRITE_FACTOR : 1) *
    (model.recovery.running.size > 0 ? RECOVERY_FACTOR : 1) *
    crowdingFactor(model) *
    model.dice.history.between(0.93, 1.07);
  const stalled = slowOps(model)?.oldest ?? 0;
  const mean = (name: keyof Percentiles) =>
    factor *
    [...shares].reduce(
      (sum, [deviceClass, ops]) => sum + (ops / total) * IDLE_LATENCIES[deviceClass][name],
      0,
    );
  const { share, us } = delayed(model, kind);
  const late = (beyond: number) => (share > 1 - beyond ? us : 0);
  return {
    p50: mean('p50') + late(0.5),
    p90: mean('p90') + late(0.9),
    p99: Math.max(mean('p99') + late(0.99) * TAIL, stalled * 1e6),
  };
}

/** Slowdown of operations that queue behind those of a busy client; it grows with the utilization of the disks. */
const crowdingFactor = (model: Model): number =>
  model.busyClients.size === 0
    ? 1
    : 1 / (1 - Math.max(...model.pools.map((pool) => crowding(model, pool)))) ** 2;

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
