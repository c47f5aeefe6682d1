import { type GraphKind, type GraphName, GRAPHS } from '../../history/graphs.ts';
import type { Model } from '../model.ts';
import type { SimPool } from '../pools/pool.ts';
import type { Percentiles } from './latency.ts';
import type { Capacity, PgCounts, ServerLoad } from './measure.ts';
import { GROWTH, incident, LOAD, STEADY, type Past } from './past.ts';

/** The measured values of one second. */
export interface ClusterSample {
  readonly sums: Model['sums'];
  readonly osds: number;
  readonly objects: number;
  readonly capacity: Capacity;
  readonly pgs: PgCounts;
  readonly read: Percentiles;
  readonly write: Percentiles;
}

/** One line of a graph, with the function that reads its value from a subject. */
export interface Plot<Subject> {
  readonly name: string;
  /** Identifies the plot among those of all graphs. */
  readonly key: string;
  readonly value: (subject: Subject) => number;
  /** The kind of its values before the engine started. */
  readonly past: Past;
}

/** A graph that every subject of a kind has. */
export interface Graph<Subject> {
  readonly name: string;
  readonly unit: GraphKind['unit'];
  readonly plots: readonly Plot<Subject>[];
}

type Named<Subject> = Omit<Plot<Subject>, 'key'>;

const plot = <Subject>(name: string, past: Past, value: (subject: Subject) => number): Named<Subject> => ({
  name,
  past,
  value,
});

const graph = <Subject>(name: GraphName, ...plots: readonly Named<Subject>[]): Graph<Subject> => ({
  name,
  unit: GRAPHS[name].unit,
  plots: plots.map((one) => ({ ...one, key: `${name}/${one.name}` })),
});

const percentiles = (name: GraphName, kind: 'read' | 'write'): Graph<ClusterSample> =>
  graph(
    name,
    plot('p50', LOAD, (sample) => sample[kind].p50),
    plot('p90', LOAD, (sample) => sample[kind].p90),
    plot('p99', LOAD, (sample) => sample[kind].p99),
  );

/** Graphs of the whole cluster. */
export const CLUSTER_GRAPHS: readonly Graph<ClusterSample>[] = [
  graph(
    'cluster-iops',
    plot('read', LOAD, ({ sums }) => sums.readOps),
    plot('write', LOAD, ({ sums }) => sums.writeOps),
  ),
  graph(
    'cluster-throughput',
    plot('read', LOAD, ({ sums }) => sums.readBytes),
    plot('write', LOAD, ({ sums }) => sums.writeBytes),
  ),
  graph(
    'cluster-capacity',
    plot('used', GROWTH, ({ capacity }) => capacity.used),
    plot('total', STEADY, ({ capacity }) => capacity.total),
  ),
  graph(
    'cluster-usage',
    plot('used', GROWTH, ({ capacity }) => (100 * capacity.used) / Math.max(1, capacity.total)),
  ),
  graph(
    'cluster-objects',
    plot('stored', GROWTH, ({ objects }) => objects),
  ),
  graph(
    'recovery',
    plot('recovered', incident(90), ({ sums }) => sums.recoveredObjects),
  ),
  graph(
    'recovery-throughput',
    plot('recovered', incident(350e6), ({ sums }) => sums.recoveredBytes),
  ),
  percentiles('osd-latency-read', 'read'),
  percentiles('osd-latency-write', 'write'),
  graph(
    'osds',
    plot('total', STEADY, ({ osds }) => osds),
    plot('up', incident(-1), ({ capacity }) => capacity.up),
    plot('in', STEADY, ({ capacity }) => capacity.in),
  ),
  graph(
    'pg-states',
    plot('active+clean', incident(-40), ({ pgs }) => pgs.clean),
    plot('degraded', incident(40), ({ pgs }) => pgs.degraded),
    plot('undersized', incident(40), ({ pgs }) => pgs.undersized),
    plot('remapped', STEADY, ({ pgs }) => pgs.remapped),
    plot('recovering', incident(8), ({ pgs }) => pgs.recovering),
    plot('inactive', STEADY, ({ pgs }) => pgs.inactive),
    plot('scrubbing', STEADY, ({ pgs }) => pgs.scrubbing),
  ),
];

/** Graphs of one pool, which the query parameter `template-pool-name` names. */
export const POOL_GRAPHS: readonly Graph<SimPool>[] = [
  graph(
    'pool-iops',
    plot('read', LOAD, ({ now }) => now.readOps),
    plot('write', LOAD, ({ now }) => now.writeOps),
  ),
  graph(
    'pool-throughput',
    plot('read', LOAD, ({ now }) => now.readBytes),
    plot('write', LOAD, ({ now }) => now.writeBytes),
  ),
  graph(
    'pool-bytes',
    plot('stored', GROWTH, ({ bytes }) => bytes),
  ),
  graph(
    'pool-objects',
    plot('stored', GROWTH, ({ objects }) => objects),
  ),
];

/** Graphs of one server, which the query parameter `template-server-id` names. */
export const SERVER_GRAPHS: readonly Graph<ServerLoad>[] = [
  graph(
    'server-cpu',
    plot('busy', LOAD, ({ cpu }) => cpu),
  ),
  graph(
    'server-load',
    plot('load', LOAD, ({ load }) => load),
  ),
  graph(
    'server-memory',
    plot('used', STEADY, ({ memory }) => memory),
  ),
  graph(
    'server-network',
    plot('traffic', LOAD, ({ network }) => network),
  ),
  graph(
    'server-disk-usage',
    plot('used', GROWTH, ({ full }) => full),
  ),
];

/** A graph of one server, with a plot for each disk of an OSD. */
export const DISK_GRAPH: Graph<number> = graph(
  'server-disk-load',
  plot('busy', LOAD, (busy) => busy),
);
