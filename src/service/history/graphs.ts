import type { Input } from '../../api/contract/index.ts';
import { GRAPH_NAMES, type UNITS } from '../../api/contract/stats.ts';

/** The query of a graph. */
export type GraphQuery = Input<'getGraph'>['query'];

/** The kinds of objects that graphs are about. */
export type SubjectKind = keyof typeof GRAPH_NAMES;

const SUBJECT_KINDS = Object.keys(GRAPH_NAMES) as SubjectKind[];

/** The subject of a graph, and the unit of its values. */
export interface GraphKind {
  readonly of: SubjectKind;
  readonly unit: (typeof UNITS)[number];
}

export type GraphName = (typeof GRAPH_NAMES)[SubjectKind][number];

/** Graphs of the usage of a bucket, user or directory, with its quota. */
export type UsageGraph = (typeof GRAPH_NAMES)['bucket' | 'user' | 'directory'][number];

/** The graphs with the units of their values, in the order of the list. */
const UNIT_OF: Readonly<Record<GraphName, GraphKind['unit']>> = {
  'cluster-iops': 'IOPS',
  'cluster-throughput': 'BYTES_PER_SECOND',
  'cluster-capacity': 'BYTES',
  'cluster-usage': 'PERCENT',
  'cluster-objects': 'OBJECTS',
  recovery: 'OBJECTS_PER_SECOND',
  'recovery-throughput': 'BYTES_PER_SECOND',
  'osd-latency-read': 'MICROSECONDS',
  'osd-latency-write': 'MICROSECONDS',
  osds: 'COUNT',
  'pg-states': 'COUNT',
  'pool-iops': 'IOPS',
  'pool-throughput': 'BYTES_PER_SECOND',
  'pool-bytes': 'BYTES',
  'pool-objects': 'OBJECTS',
  'server-cpu': 'PERCENT',
  'server-load': 'NONE',
  'server-memory': 'PERCENT',
  'server-network': 'BITS_PER_SECOND',
  'server-disk-usage': 'PERCENT',
  'server-disk-load': 'PERCENT',
  's3-bucket-bytes': 'BYTES',
  's3-bucket-objects': 'OBJECTS',
  's3-user-bytes': 'BYTES',
  's3-user-objects': 'OBJECTS',
  'storefs-dir-bytes': 'BYTES',
  'storefs-dir-files': 'COUNT',
};

const subjectOf = (name: string): SubjectKind =>
  SUBJECT_KINDS.find((kind) => (GRAPH_NAMES[kind] as readonly string[]).includes(name))!;

/** The graphs of the service by name, in the order of the list. An engine may lack some. */
export const GRAPHS = Object.fromEntries(
  Object.entries(UNIT_OF).map(([name, unit]) => [name, { of: subjectOf(name), unit }]),
) as Readonly<Record<GraphName, GraphKind>>;

const isGraph = (name: string): name is GraphName => Object.hasOwn(GRAPHS, name);

/** The kind of a graph; undefined if there is no graph of this name. */
export const graphKindOf = (name: string): GraphKind | undefined =>
  isGraph(name) ? GRAPHS[name] : undefined;

export const isUsageGraph = (name: string): name is UsageGraph =>
  ['bucket', 'user', 'directory'].includes(graphKindOf(name)?.of ?? '');
