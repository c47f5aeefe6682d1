import type { ClusterStatus, HealthDetail } from '../api/contract/cluster.ts';
import type { CrushMap } from '../api/contract/crush.ts';
import type { Disk } from '../api/contract/disks.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import type { Flag } from '../api/contract/maintenance.ts';
import type { Pool } from '../api/contract/pools.ts';
import type { StatsGraph } from '../api/contract/stats.ts';

/** A cluster at about one moment, as its service told of it. A part that is not there could not be had, or was not asked for. */
export interface ClusterSnapshot {
  /** When it was read, in milliseconds since the epoch. */
  readonly at: number;
  readonly status?: ClusterStatus | undefined;
  /** With the evidence that a service may give beside the checks. */
  readonly detail?: HealthDetail | undefined;
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly pools?: readonly Pool[] | undefined;
  /** Percentiles of the time that writes take, over the last half hour (`WRITE_LATENCY`). */
  readonly writeLatency?: StatsGraph | undefined;
  /** 1 (slowest) to 10. */
  readonly recoverySpeed?: number | undefined;
  /** The newest lines that may mean something (`readSnapshotLog`), oldest first. */
  readonly log?: readonly LogEvent[] | undefined;
}

/** The graph of the time that writes take, over the last half hour. */
export const WRITE_LATENCY = { graph: 'osd-latency-write', startTime: -1800, maxDataPoints: 180 } as const;

/** Milliseconds of log that a verdict looks back on: as long as Ceph keeps the slowest pings. */
export const LOG_WINDOW_MS = 15 * 60_000;
