import type { DeviceClass } from '../model/topology.ts';

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
export const WRITE_FACTOR = 1.6;
