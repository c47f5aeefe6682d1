import type { Model } from '../model.ts';
import { slowOps } from '../osds/slowOps.ts';
import type { DeviceClass } from '../topology.ts';

/** Microseconds within which half, nine tenths and 99 of 100 operations end. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** On disks that have nothing else to do; hard disks have their databases on flash [assumed]. */
const USUAL: Readonly<Record<DeviceClass, Percentiles>> = {
  nvme: { p50: 500, p90: 1200, p99: 3000 },
  ssd: { p50: 1500, p90: 4000, p99: 10_000 },
  hdd: { p50: 8000, p90: 25_000, p99: 60_000 },
};

/** Writes go to all copies before they are acknowledged. */
const WRITE_FACTOR = 1.6;
/** Operations wait behind those of recovery. */
const RECOVERY_FACTOR = 2.2;

/** Latencies of client operations: those of the disks that serve most of them, and for the slowest those of the slowest disks in use. */
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
    model.dice.history.between(0.93, 1.07);
  const stalled = slowOps(model)?.oldest ?? 0;
  const mean = (name: keyof Percentiles) =>
    factor *
    [...shares].reduce((sum, [deviceClass, ops]) => sum + (ops / total) * USUAL[deviceClass][name], 0);
  return { p50: mean('p50'), p90: mean('p90'), p99: Math.max(mean('p99'), stalled * 1e6) };
}
