import { type Static, Type } from 'typebox';
import { operation, shape, word } from '../operation.ts';
import { id, name, type Named, names } from './shapes.ts';

/** The units of a graph's axis. */
export const UNITS = [
  'IOPS',
  'BYTES_PER_SECOND',
  'BITS_PER_SECOND',
  'OBJECTS_PER_SECOND',
  'OBJECTS',
  'BYTES',
  'SECONDS',
  'MICROSECONDS',
  'PERCENT',
  'COUNT',
  'NONE',
] as const;

/** Names of the graphs that services are known to have, by subject. The interface does not list them. */
export const GRAPH_NAMES = {
  cluster: [
    'cluster-iops',
    'cluster-throughput',
    'cluster-capacity',
    'cluster-usage',
    'cluster-objects',
    'recovery',
    'recovery-throughput',
    'osd-latency-read',
    'osd-latency-write',
    'osds',
    'pg-states',
  ],
  server: [
    'server-cpu',
    'server-load',
    'server-memory',
    'server-network',
    'server-disk-usage',
    'server-disk-load',
  ],
  pool: ['pool-iops', 'pool-throughput', 'pool-bytes', 'pool-objects'],
  bucket: ['s3-bucket-bytes', 's3-bucket-objects'],
  user: ['s3-user-bytes', 's3-user-objects'],
  directory: ['storefs-dir-bytes', 'storefs-dir-files'],
} as const;

const Axis = shape({ unit: word(UNITS) });

/** A graph with its plots (interface, "Statistics graph"). A data point without `v` is a gap. */
export const StatsGraph = shape({
  name: Type.String(),
  axis1: Axis,
  axis2: Axis,
  graphs: Type.Array(
    shape({
      name: Type.String(),
      serverId: Type.Integer({ description: 'server that the plot belongs to' }),
      datapoints: Type.Array(
        shape({
          v: Type.Number({ description: 'value in the unit of the axis' }),
          t: Type.Integer({ description: 'Unix timestamp, seconds' }),
        }),
      ),
    }),
  ),
});
export type StatsGraph = Static<typeof StatsGraph>;
export type GraphPlot = NonNullable<StatsGraph['graphs']>[number];

/** A server that has graphs (interface, "Statistics name lists"). */
export const ServerName = shape({
  hostname: Type.String(),
  id: Type.Integer({ description: 'value for template-server-id' }),
});
export type ServerName = Static<typeof ServerName>;

const quotaBytes = Type.Integer({ description: 'bytes' });
const quotaObjects = Type.Integer({ description: 'objects' });
const entry = { displayName: Type.String(), quotaBytes };

/** A pool that has graphs, with its quotas. */
export const PoolName = shape({
  ...entry,
  queryName: Type.String({ description: 'value for template-pool-name' }),
  description: Type.String(),
  quotaObjects,
});
export type PoolName = Static<typeof PoolName>;

/** A bucket that has graphs, with its quotas. */
export const S3BucketName = shape({
  ...entry,
  queryName: Type.String({ description: 'value for template-s3-bucket-name' }),
  quotaObjects,
});
export type S3BucketName = Static<typeof S3BucketName>;

/** An S3 user that has graphs, with the quotas. */
export const S3UserName = shape({
  ...entry,
  queryName: Type.String({ description: 'value for template-s3-user-name' }),
  quotaObjects,
});
export type S3UserName = Static<typeof S3UserName>;

/** A directory whose usage is recorded, with its quotas. */
export const MonitoredDirectory = shape({
  ...entry,
  queryName: Type.String({ description: 'value for template-storefs-dir-name' }),
  quotaFiles: Type.Integer({ description: 'maximum number of files' }),
});
export type MonitoredDirectory = Static<typeof MonitoredDirectory>;

const directories = Type.Array(Type.String(names('path')), { description: 'absolute paths of directories' });
const when = 'Unix timestamp in seconds, or negative: that many seconds ago';
const template = (what: string, kind: Named) =>
  Type.Optional(Type.String({ description: `${what} of a templated graph`, ...names(kind) }));

/** The section "stats": graphs over time, and the objects that have graphs. */
export const stats = {
  listServerNames: operation({
    method: 'GET',
    path: '/stats/server-names',
    summary: 'Names and ids of the servers',
    tier: 'read',
    reply: Type.Array(ServerName),
  }),
  listPoolNames: operation({
    method: 'GET',
    path: '/stats/pool-names',
    summary: 'Pools that have statistics',
    tier: 'read',
    reply: Type.Array(PoolName),
  }),
  listS3BucketNames: operation({
    method: 'GET',
    path: '/stats/s3-bucket-names',
    summary: 'S3 buckets that have statistics',
    tier: 'read',
    reply: Type.Array(S3BucketName),
  }),
  listS3UserNames: operation({
    method: 'GET',
    path: '/stats/s3-user-names',
    summary: 'S3 users that have statistics',
    tier: 'read',
    reply: Type.Array(S3UserName),
  }),
  listMonitoredDirectories: operation({
    method: 'GET',
    path: '/stats/storefs-monitored-dirs',
    summary: 'Directories whose usage is monitored',
    tier: 'read',
    reply: Type.Array(MonitoredDirectory),
  }),
  addMonitoredDirectories: operation({
    method: 'POST',
    path: '/stats/storefs-monitored-dirs',
    summary: 'Monitor the usage of further directories',
    tier: 'reversible',
    body: directories,
  }),
  replaceMonitoredDirectories: operation({
    method: 'PUT',
    path: '/stats/storefs-monitored-dirs',
    summary: 'Monitor the usage of exactly these directories',
    tier: 'reversible',
    body: directories,
  }),
  removeMonitoredDirectories: operation({
    method: 'DELETE',
    path: '/stats/storefs-monitored-dirs',
    summary: 'Stop monitoring the usage of directories',
    tier: 'reversible',
    body: directories,
  }),
  getGraph: operation({
    method: 'GET',
    path: '/stats',
    summary: 'A statistics graph',
    tier: 'read',
    query: Type.Object({
      graph: name('name of the graph', 'graph'),
      startTime: Type.Optional(Type.Integer({ description: when })),
      endTime: Type.Optional(Type.Integer({ default: 0, description: when })),
      maxDataPoints: Type.Optional(
        Type.Integer({
          minimum: 1,
          default: 500,
          description: 'maximum number of data points; long ranges are thinned out',
        }),
      ),
      'template-server-id': Type.Optional(id('server id of a templated graph', 'server')),
      'template-pool-name': template('pool', 'pool'),
      'template-s3-bucket-name': template('S3 bucket', 's3Bucket'),
      'template-s3-user-name': template('S3 user', 's3User'),
      'template-storefs-dir-name': template('directory', 'monitoredDirectory'),
    }),
    reply: StatsGraph,
  }),
} as const;
