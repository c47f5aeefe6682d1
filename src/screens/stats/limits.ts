import type { ChartLimit } from '../../widgets/chartData.ts';
import { FILL_LIMITS } from '../levels.ts';
import type { GraphChoice } from './graphs.ts';

/** Graphs of the share of disks that is in use: the cluster's ratios hold for these. */
const OF_DISKS: ReadonlySet<string> = new Set(['cluster-usage', 'server-disk-usage']);

/** The limits that the cluster has for the values of a graph, the lowest first. */
export const limitsOf = ({ graph }: GraphChoice, unit: string | undefined): readonly ChartLimit[] =>
  OF_DISKS.has(graph) && unit === 'PERCENT'
    ? FILL_LIMITS.map(({ at, role, word }) => ({ at: at * 100, role, word }))
    : [];
