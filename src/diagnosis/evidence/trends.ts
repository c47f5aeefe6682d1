import type { StatsGraph } from '../../api/contract/stats.ts';
import type { ClusterSnapshot } from '../snapshot.ts';

/** Changes over time. */
export interface Trends {
  /** Bytes per second by which pools grow, by name; empty while there is nothing to compare. */
  readonly poolGrowth: ReadonlyMap<string, number>;
  /** The time of writes now, as a multiple of the usual; undefined where that is not known. */
  readonly writeSlowdown: number | undefined;
}

/** Less time between two snapshots says nothing about growth, in milliseconds. */
const LEAST_APART_MS = 20_000;

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
  if (first === undefined || last === undefined || last.at - first.at < LEAST_APART_MS) return growth;
  const before = new Map(first.pools?.map(({ name = '', stats }) => [name, stats?.bytes]));
  for (const { name = '', stats } of last.pools ?? []) {
    const [then, now] = [before.get(name), stats?.bytes];
    if (then === undefined || now === undefined) continue;
    growth.set(name, ((now - then) * 1000) / (last.at - first.at));
  }
  return growth;
}

/** The newest values of a graph that count as the present, and the oldest that count as usual. */
const [PRESENT, USUAL] = [2, 8];

/** The newest values against the median of the older ones, of the plot in the middle of the percentiles. */
function slowdown(graph: StatsGraph | undefined): number | undefined {
  const plots = graph?.graphs ?? [];
  const plot = plots[Math.floor(plots.length / 2)];
  const values = plot?.datapoints?.flatMap(({ v }) => v ?? []) ?? [];
  const earlier = values.slice(0, -PRESENT);
  if (earlier.length < USUAL) return undefined;
  const usual = median(earlier);
  return usual > 0 ? Math.min(...values.slice(-PRESENT)) / usual : undefined;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
