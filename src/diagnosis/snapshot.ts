import type { ClusterStatus, HealthDetail } from '../api/contract/cluster.ts';
import type { CrushMap, CrushRule } from '../api/contract/crush.ts';
import type { Disk } from '../api/contract/disks.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import type { Flag } from '../api/contract/maintenance.ts';
import type { Pool } from '../api/contract/pools.ts';
import type { Task } from '../api/contract/shapes.ts';
import type { StatsGraph } from '../api/contract/stats.ts';

/**
 * The answers of a service about its cluster at about one time. Absent parts could not be read, or were not requested.
 */
export interface ClusterSnapshot {
  /** The time at which it was read, in milliseconds since the epoch. */
  readonly at: number;
  readonly status?: ClusterStatus | undefined;
  /** The health details, including the evidence that some services add. */
  readonly detail?: HealthDetail | undefined;
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly pools?: readonly Pool[] | undefined;
  /** The percentiles of write latency over the last half hour (`WRITE_LATENCY`). */
  readonly writeLatency?: StatsGraph | undefined;
  /** The most recent tasks. */
  readonly tasks?: readonly Task[] | undefined;
  /** 1 (slowest) to 10. */
  readonly recoverySpeed?: number | undefined;
  /** The newest log lines that may be relevant (`readSnapshotLog`), oldest first. */
  readonly log?: readonly LogEvent[] | undefined;
}

/** The graph of write latency over the last half hour. */
export const WRITE_LATENCY = { graph: 'osd-latency-write', startTime: -1800, maxDataPoints: 180 } as const;

/** The period of the log that a diagnosis covers, in milliseconds: as long as Ceph keeps the slowest pings. */
export const LOG_WINDOW_MS = 15 * 60_000;
/**
 * The same for what has an effect for longer: changes that somebody made, as long as they stand or data still moves, and the
 * ends of daemons, as long as they are down.
 */
export const LONG_WINDOW_MS = 12 * 3600_000;
/** The maximum number of warnings and graver lines of the log that are read. */
export const MAX_WARNINGS = 1500;
