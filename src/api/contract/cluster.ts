import { type Static, Type } from 'typebox';
import { body, operation, shape, word } from '../operation.ts';
import { ClusterEvidence } from './evidence.ts';
import { id, name, Task } from './shapes.ts';

export const HEALTH_STATUSES = ['HEALTH_OK', 'HEALTH_WARN', 'HEALTH_ERR', 'HEALTH_UNKNOWN'] as const;

/** A health check, in the format of Ceph's `health` command, which our own service uses too. */
export interface HealthCheck {
  readonly severity?: (typeof HEALTH_STATUSES)[number];
  readonly summary?: { readonly message?: string; readonly count?: number };
  readonly detail?: readonly { readonly message?: string }[];
  readonly muted?: boolean;
}

/** The interface does not define the format of checks. They are parsed by hand, so that no unexpected alarm is lost. */
const checks = Type.Unknown({
  description:
    'by code, such as OSD_DOWN: { severity, summary { message, count }, detail [{ message }], muted }',
});

/** The placement groups of a pool, each counted once as okay, warning or error. */
export const PlacementGroups = shape({
  poolName: Type.String(),
  poolId: Type.Integer(),
  total: Type.Integer(),
  okay: Type.Integer(),
  warn: Type.Integer(),
  error: Type.Integer(),
});
export type PlacementGroups = Static<typeof PlacementGroups>;

const online = { online: Type.Integer(), total: Type.Integer() };

/** The number of running instances of a service, and of all. */
export const ServiceCount = shape(online);
export type ServiceCount = Static<typeof ServiceCount>;

/** The daemons of a kind that do not run, by name. */
const missing = (which: string) =>
  Type.Array(shape({ name: Type.String(), server: Type.String({ description: 'name of its server' }) }), {
    description: `${which}; an extension`,
  });

/** The number of running gateways of a kind, and of all, with the names of those that do not run. */
const GatewayCount = shape({ ...online, missing: missing('gateways that are not running') });
export type GatewayCount = Static<typeof GatewayCount>;

/** The state of the cluster as a whole (interface, "Cluster status"). */
export const ClusterStatus = shape({
  storeLastUpdated: Type.Number({ description: 'seconds ago; some servers send milliseconds' }),
  storeStatus: shape({
    fsid: Type.String(),
    health: shape({ status: word(HEALTH_STATUSES), checks }),
  }),
  placementGroups: Type.Array(PlacementGroups),
  placementGroupsLastUpdated: Type.Number({ description: 'seconds ago; an extension' }),
  usageLastUpdated: Type.Number({
    description: 'seconds since a manager reported usage and rates; an extension',
  }),
  recoveryTimeRemaining: Type.Number({ description: 'seconds' }),
  servers: ServiceCount,
  serversLastUpdated: Type.Number({ description: 'seconds ago; an extension' }),
  mds: shape({
    ...online,
    up: Type.Integer(),
    missing: missing('those that have stopped but are still listed by the monitors'),
  }),
  radosgws: GatewayCount,
  iscsi: GatewayCount,
  nfsGateways: GatewayCount,
  smbGateways: GatewayCount,
  licenseActive: Type.Boolean(),
  mgmtUptime: Type.Number({ description: 'seconds' }),
});
export type ClusterStatus = Static<typeof ClusterStatus>;

/** Health with all details. The interface does not define it; this is the format of Ceph's `health detail`. */
export const HealthDetail = shape({
  status: word(HEALTH_STATUSES),
  checks,
  mutes: Type.Array(
    shape({
      code: Type.String(),
      sticky: Type.Boolean(),
      summary: Type.String(),
      count: Type.Integer(),
      ttl: Type.String({ description: 'when it ends' }),
    }),
  ),
  evidence: ClusterEvidence,
});
export type HealthDetail = Static<typeof HealthDetail>;

/** A server that a monitor of a new cluster can run on (interface, "Monitor candidate"). */
export const MonitorCandidate = shape({
  id: Type.Integer({ description: 'server id' }),
  hostname: Type.String(),
  ips: Type.Array(Type.String()),
});
export type MonitorCandidate = Static<typeof MonitorCandidate>;

/** The section "cluster": creating one, and its health. */
export const cluster = {
  listMonitorCandidates: operation({
    method: 'GET',
    path: '/cluster/create/mons',
    summary: 'Servers that monitors of a new cluster can run on',
    tier: 'read',
    reply: Type.Array(MonitorCandidate),
  }),
  createCluster: operation({
    method: 'POST',
    path: '/cluster/create',
    summary: 'Create the cluster',
    tier: 'destructive',
    body: body({
      mons: Type.Array(
        body({
          hostname: name('host name of the server'),
          server: id('server id'),
          ip: name('address of the monitor'),
        }),
        { minItems: 1, description: 'the first monitors' },
      ),
    }),
    reply: Task,
  }),
  getClusterStatus: operation({
    method: 'GET',
    path: '/cluster/status',
    summary: 'Health, placement groups, recovery and services of the cluster',
    tier: 'read',
    reply: ClusterStatus,
  }),
  getClusterStatusDetail: operation({
    method: 'GET',
    path: '/cluster/status/detail',
    summary: 'Health checks with every detail',
    tier: 'read',
    reply: HealthDetail,
  }),
} as const;
