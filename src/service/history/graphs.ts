import type { UNITS } from '../../api/contract/stats.ts';

/** The kinds of objects that graphs are about. */
export type SubjectKind = 'cluster' | 'pool' | 'server' | 'bucket' | 'user' | 'directory';

/** The subject of a graph, and the unit of its values. */
export interface GraphKind {
  readonly of: SubjectKind;
  readonly unit: (typeof UNITS)[number];
}

/** The graphs of the service by name, in the order of the list. An engine may lack some. */
export const GRAPHS = {
  'cluster-iops': { of: 'cluster', unit: 'IOPS' },
  'cluster-throughput': { of: 'cluster', unit: 'BYTES_PER_SECOND' },
  'cluster-capacity': { of: 'cluster', unit: 'BYTES' },
  'cluster-usage': { of: 'cluster', unit: 'PERCENT' },
  'cluster-objects': { of: 'cluster', unit: 'OBJECTS' },
  recovery: { of: 'cluster', unit: 'OBJECTS_PER_SECOND' },
  'recovery-throughput': { of: 'cluster', unit: 'BYTES_PER_SECOND' },
  'osd-latency-read': { of: 'cluster', unit: 'MICROSECONDS' },
  'osd-latency-write': { of: 'cluster', unit: 'MICROSECONDS' },
  osds: { of: 'cluster', unit: 'COUNT' },
  'pg-states': { of: 'cluster', unit: 'COUNT' },
  'pool-iops': { of: 'pool', unit: 'IOPS' },
  'pool-throughput': { of: 'pool', unit: 'BYTES_PER_SECOND' },
  'pool-bytes': { of: 'pool', unit: 'BYTES' },
  'pool-objects': { of: 'pool', unit: 'OBJECTS' },
  'server-cpu': { of: 'server', unit: 'PERCENT' },
  'server-load': { of: 'server', unit: 'NONE' },
  'server-memory': { of: 'server', unit: 'PERCENT' },
  'server-network': { of: 'server', unit: 'BITS_PER_SECOND' },
  'server-disk-usage': { of: 'server', unit: 'PERCENT' },
  'server-disk-load': { of: 'server', unit: 'PERCENT' },
  's3-bucket-bytes': { of: 'bucket', unit: 'BYTES' },
  's3-bucket-objects': { of: 'bucket', unit: 'OBJECTS' },
  's3-user-bytes': { of: 'user', unit: 'BYTES' },
  's3-user-objects': { of: 'user', unit: 'OBJECTS' },
  'storefs-dir-bytes': { of: 'directory', unit: 'BYTES' },
  'storefs-dir-files': { of: 'directory', unit: 'COUNT' },
} as const satisfies Readonly<Record<string, GraphKind>>;

export type GraphName = keyof typeof GRAPHS;

/** Graphs of the usage of a bucket, user or directory, with its quota. */
export type UsageGraph = {
  [Name in GraphName]: (typeof GRAPHS)[Name]['of'] extends 'bucket' | 'user' | 'directory' ? Name : never;
}[GraphName];

const isGraph = (name: string): name is GraphName => Object.hasOwn(GRAPHS, name);

/** The kind of a graph; undefined if there is no graph of this name. */
export const graphKindOf = (name: string): GraphKind | undefined =>
  isGraph(name) ? GRAPHS[name] : undefined;

export const isUsageGraph = (name: string): name is UsageGraph =>
  ['bucket', 'user', 'directory'].includes(graphKindOf(name)?.of ?? '');
