import type { ChartLimit } from '../../widgets/chartData.ts';
import { FILL_LIMITS } from '../levels.ts';
import type { GraphChoice } from './graphs.ts';

/** Graphs of disk usage, for which the cluster's fill ratios are limits. */
const OF_DISKS: ReadonlySet<string> = new Set(['cluster-usage', 'server-disk-usage']);

/** The limits of a graph's values, in ascending order. */
export const limitsOf = ({ graph }: GraphChoice, unit: string | undefined): readonly ChartLimit[] =>
  OF_DISKS.has(graph) && unit === 'PERCENT'
    ? FILL_LIMITS.map(({ at, role, word }) => ({ at: at * 100, role, word }))
    : [];
