import type { Api } from '../../api/client.ts';
import type { StatsGraph, GraphPlot } from '../../api/contract/stats.ts';
import type { Failure } from '../../api/failure.ts';
import type { Role } from '../../lib/look.ts';
import { failureOf } from '../../store/cache/failureOf.ts';
import type { Series } from '../../widgets/chartData.ts';
import { type Point, unchangedFor } from '../../widgets/plot.ts';
import { type GraphChoice, graphQuery } from './graphs.ts';

/** Indexes of charts, grouped by their form. */
export interface ChartGroups {
  /** Charts that are drawn. */
  readonly drawn: readonly number[];
  /** Charts whose values did not change, which are shown as one line each. */
  readonly lines: readonly number[];
}

/** A graph, or the reason why it could not be read. */
export interface GraphRead {
  readonly choice: GraphChoice;
  readonly graph?: StatsGraph;
  readonly failure?: Failure;
}

/** The interval at which graphs are read while they are shown. */
export const CHARTS_MS = 10_000;

/** A graph to read; its times are in seconds since the epoch, or before the present if they are not positive. */
export interface GraphRequest {
  readonly choice: GraphChoice;
  readonly startTime: number;
  readonly endTime: number;
  readonly maxDataPoints: number;
}

/** Reads graphs independently, so that one the service lacks does not affect the others. */
export const readGraphs = (
  api: Api,
  requests: readonly GraphRequest[],
  signal: AbortSignal,
): Promise<readonly GraphRead[]> =>
  Promise.all(
    requests.map(async ({ choice, ...range }): Promise<GraphRead> => {
      try {
        return {
          choice,
          graph: await api.getGraph({ query: { ...graphQuery(choice), ...range } }, { signal }),
        };
      } catch (error) {
        return { choice, failure: failureOf(error) };
      }
    }),
  );

/** A time range, in seconds since the epoch. */
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const pointsOf = ({ datapoints = [] }: GraphPlot): readonly Point[] =>
  datapoints.flatMap(({ t, v }) => (t === undefined ? [] : [{ t, v }]));

/** The roles of plots that stand for a state, the same as those of the states elsewhere. */
const STATES: Readonly<Record<string, Role>> = {
  'active+clean': 'ok',
  degraded: 'warn',
  undersized: 'strong',
  remapped: 'series2',
  recovering: 'info',
  inactive: 'error',
  scrubbing: 'dim',
};

/** The role of a plot that stands for a state; undefined for other plots. */
const stateRole = (graph: string, plot: string): Role | undefined =>
  graph === 'pg-states' && Object.hasOwn(STATES, plot) ? STATES[plot] : undefined;

/** The plots of a graph as chart series. */
export const seriesOf = ({ choice, graph }: GraphRead): readonly Series[] =>
  (graph?.graphs ?? []).map((plot) => ({
    name: plot.name ?? '',
    role: stateRole(choice.graph, plot.name ?? ''),
    points: pointsOf(plot),
  }));

/** The seconds for which no plot of a graph has changed, if that covers everything known of the range; undefined otherwise. */
export function unchangedSeconds({ graph }: GraphRead, range: TimeRange): number | undefined {
  let least: number | undefined;
  for (const plot of graph?.graphs ?? []) {
    const seconds = unchangedFor(pointsOf(plot), range);
    if (seconds === undefined) return undefined;
    least = Math.min(least ?? seconds, seconds);
  }
  return least;
}

/** Splits graphs into those to draw and those that did not change. */
export function groupCharts(reads: readonly GraphRead[], range: TimeRange): ChartGroups {
  const isFlat = reads.map((read) => unchangedSeconds(read, range) !== undefined);
  const indexesOf = (wanted: boolean) => isFlat.flatMap((flat, index) => (flat === wanted ? [index] : []));
  return { drawn: indexesOf(false), lines: indexesOf(true) };
}
