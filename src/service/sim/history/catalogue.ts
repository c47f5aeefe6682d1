import { type GraphKind, type GraphName, GRAPHS } from '../../history/graphs.ts';
import type { Model } from '../model/model.ts';
import type { Percentiles } from '../osds/idleLatencies.ts';
import type { SimPool } from '../pools/pool.ts';
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

type NamedPlot<Subject> = Omit<Plot<Subject>, 'key'>;

const plot = <Subject>(
  name: string,
  past: Past,
  value: (subject: Subject) => number,
): NamedPlot<Subject> => ({
  name,
  past,
  value,
});

const graphs = <Subject>(
  all: Partial<Record<GraphName, readonly NamedPlot<Subject>[]>>,
): readonly Graph<Subject>[] =>
  Object.entries(all).map(([name, plots]) => ({
    name,
    unit: GRAPHS[name as GraphName].unit,
    plots: plots.map((one) => ({ ...one, key: `${name}/${one.name}` })),
  }));

const percentiles = (kind: 'read' | 'write'): readonly NamedPlot<ClusterSample>[] =>
  (['p50', 'p90', 'p99'] as const).map((name) => plot(name, LOAD, (sample) => sample[kind][name]));

/** Graphs of the whole cluster. */
export const CLUSTER_GRAPHS = graphs<ClusterSample>({
  'cluster-iops': [
    plot('read', LOAD, ({ sums }) => sums.readOps),
    plot('write', LOAD, ({ sums }) => sums.writeOps),
  ],
  'cluster-throughput': [
    plot('read', LOAD, ({ sums }) => sums.readBytes),
    plot('write', LOAD, ({ sums }) => sums.writeBytes),
  ],
  'cluster-capacity': [
    plot('used', GROWTH, ({ capacity }) => capacity.used),
    plot('total', STEADY, ({ capacity }) => capacity.total),
  ],
  'cluster-usage': [
    plot('used', GROWTH, ({ capacity }) => (100 * capacity.used) / Math.max(1, capacity.total)),
  ],
  'cluster-objects': [plot('stored', GROWTH, ({ objects }) => objects)],
  recovery: [plot('recovered', incident(90), ({ sums }) => sums.recoveredObjects)],
  'recovery-throughput': [plot('recovered', incident(350e6), ({ sums }) => sums.recoveredBytes)],
  'osd-latency-read': percentiles('read'),
  'osd-latency-write': percentiles('write'),
  osds: [
    plot('total', STEADY, ({ osds }) => osds),
    plot('up', incident(-1), ({ capacity }) => capacity.up),
    plot('in', STEADY, ({ capacity }) => capacity.in),
  ],
  'pg-states': [
    plot('active+clean', incident(-40), ({ pgs }) => pgs.clean),
    plot('degraded', incident(40), ({ pgs }) => pgs.degraded),
    plot('undersized', incident(40), ({ pgs }) => pgs.undersized),
    plot('remapped', STEADY, ({ pgs }) => pgs.remapped),
    plot('recovering', incident(8), ({ pgs }) => pgs.recovering),
    plot('inactive', STEADY, ({ pgs }) => pgs.inactive),
    plot('scrubbing', STEADY, ({ pgs }) => pgs.scrubbing),
  ],
});

/** Graphs of one pool, which the query parameter `template-pool-name` names. */
export const POOL_GRAPHS = graphs<SimPool>({
  'pool-iops': [plot('read', LOAD, ({ now }) => now.readOps), plot('write', LOAD, ({ now }) => now.writeOps)],
  'pool-throughput': [
    plot('read', LOAD, ({ now }) => now.readBytes),
    plot('write', LOAD, ({ now }) => now.writeBytes),
  ],
  'pool-bytes': [plot('stored', GROWTH, ({ bytes }) => bytes)],
  'pool-objects': [plot('stored', GROWTH, ({ objects }) => objects)],
});

/** Graphs of one server, which the query parameter `template-server-id` names. */
export const SERVER_GRAPHS = graphs<ServerLoad>({
  'server-cpu': [plot('busy', LOAD, ({ cpu }) => cpu)],
  'server-load': [plot('load', LOAD, ({ load }) => load)],
  'server-memory': [plot('used', STEADY, ({ memory }) => memory)],
  'server-network': [plot('traffic', LOAD, ({ network }) => network)],
  'server-disk-usage': [plot('used', GROWTH, ({ full }) => full)],
});

/** A graph of one server, with a plot for each disk of an OSD. */
export const DISK_GRAPHS = graphs<number>({ 'server-disk-load': [plot('busy', LOAD, (busy) => busy)] });
