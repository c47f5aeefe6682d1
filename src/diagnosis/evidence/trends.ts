import type { StatsGraph } from '../../api/contract/stats.ts';
import { median } from '../../lib/median.ts';
import type { ClusterSnapshot } from '../snapshot.ts';

/** The trends of the cluster over time. */
export interface Trends {
  /** The growth of pools in bytes per second, by name; empty while there is nothing to compare. */
  readonly poolGrowth: ReadonlyMap<string, number>;
  /** The current write latency as a multiple of the usual one; undefined if unknown. */
  readonly writeSlowdown: number | undefined;
}

/** The factor of write latency over the usual one from which clients notice it. */
const SLOWDOWN = 1.4;

/** True if writes take so much longer than usual that clients notice it. */
export const areWritesSlow = ({ writeSlowdown = 1 }: Trends): boolean => writeSlowdown > SLOWDOWN;

/** The minimum time between two snapshots for an estimate of growth, in milliseconds. */
const MIN_APART_MS = 20_000;

/** Compares the snapshots, oldest first. */
export function readTrends(snapshots: readonly ClusterSnapshot[]): Trends {
  return {
    poolGrowth: poolGrowth(snapshots),
    writeSlowdown: slowdown(snapshots.at(-1)?.writeLatency),
  };
}

function poolGrowth(snapshots: readonly ClusterSnapshot[]): Map<string, number> {
  const growth = new Map<string, number>();
  const known = snapshots.filter(({ pools }) => pools !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < MIN_APART_MS) return growth;
  const before = new Map(first.pools?.map(({ name = '', stats }) => [name, stats?.bytes]));
  for (const { name = '', stats } of last.pools ?? []) {
    const [then, now] = [before.get(name), stats?.bytes];
    if (then === undefined || now === undefined) continue;
    growth.set(name, ((now - then) * 1000) / (last.at - first.at));
  }
  return growth;
}

/** The number of newest values of a graph that count as current. */
const CURRENT_VALUES = 2;
/** The minimum number of older values for a usual value. */
const MIN_USUAL_VALUES = 8;

/** The ratio of the newest values to the median of the older ones, in the plot of the middle percentile. */
function slowdown(graph: StatsGraph | undefined): number | undefined {
  const plots = graph?.graphs ?? [];
  const plot = plots[Math.floor(plots.length / 2)];
  const values = plot?.datapoints?.flatMap(({ v }) => v ?? []) ?? [];
  const earlier = values.slice(0, -CURRENT_VALUES);
  if (earlier.length < MIN_USUAL_VALUES) return undefined;
  const usual = median(earlier) ?? 0;
  return usual > 0 ? Math.min(...values.slice(-CURRENT_VALUES)) / usual : undefined;
}
