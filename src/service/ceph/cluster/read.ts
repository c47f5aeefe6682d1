import type { ClusterStatus, ServiceCount } from '../../../api/contract/cluster.ts';
import type { OsdTree } from '../osdTree.ts';
import { hostsOfNodes, isOsd } from '../osdTree.ts';
import { urlsOf } from '../s3/gateway/urls.ts';
import { daemonHosts, type NodeList, type ServiceMap } from '../servers.ts';

/** The answer of `ceph status`, as far as it is read here; rates and counts of trouble are there only while not zero. */
export interface StatusDump {
  readonly fsid: string;
  readonly health: { readonly status: string; readonly checks: Readonly<Record<string, HealthCheckDump>> };
  readonly quorum_names?: readonly string[];
  readonly pgmap: {
    readonly pgs_by_state: readonly { readonly state_name: string; readonly count: number }[];
    readonly degraded_objects?: number;
    readonly misplaced_objects?: number;
    readonly recovering_objects_per_sec?: number;
  };
  readonly fsmap?: {
    readonly max?: number;
    readonly by_rank?: readonly { readonly status: string }[];
    readonly 'up:standby'?: number;
  };
  readonly servicemap?: ServiceMap;
}

/** A raised check as `ceph status` tells it: without its detail. */
export interface HealthCheckDump {
  readonly severity: string;
  readonly summary: { readonly message: string; readonly count?: number };
}

/**
 * Seconds until all objects lie where they belong, at the present rate. Undefined while there is work but
 * nothing moves.
 */
export function recoverySeconds({ pgmap }: StatusDump): number | undefined {
  const objects = (pgmap.degraded_objects ?? 0) + (pgmap.misplaced_objects ?? 0);
  const rate = pgmap.recovering_objects_per_sec ?? 0;
  if (objects === 0) return 0;
  return rate > 0 ? Math.ceil(objects / rate) : undefined;
}

/** MDS daemons: `up` are those that serve a rank; a silent one is marked `(laggy or crashed)` by the monitors. */
export function mdsCount({ fsmap }: StatusDump): { online: number; total: number; up: number } {
  const ranks = fsmap?.by_rank ?? [];
  const standby = fsmap?.['up:standby'] ?? 0;
  const alive = ranks.filter(({ status }) => !status.includes('laggy'));
  return {
    online: alive.length + standby,
    total: Math.max(ranks.length, fsmap?.max ?? 0) + standby,
    up: alive.filter(({ status }) => status.startsWith('up:active')).length,
  };
}

/** A server is online while an OSD on it is up, a monitor of it is in the quorum, or a manager or MDS of it is known. */
export function serverCount(status: StatusDump, tree: OsdTree, list: NodeList): ServiceCount {
  const hosts = hostsOfNodes(tree);
  const all = new Set([...hosts.values()].map(({ name }) => name));
  const online = new Set<string>();
  for (const node of tree.nodes) {
    const host = hosts.get(node.id)?.name;
    if (host !== undefined && isOsd(node) && node.status === 'up') online.add(host);
  }
  const quorum = new Set(status.quorum_names);
  for (const [daemon, host] of daemonHosts(list)) {
    all.add(host);
    const [kind = '', name = ''] = daemon.split(/\.(.*)/s);
    if (kind === 'mon' ? quorum.has(name) : kind === 'mgr' || kind === 'mds') online.add(host);
  }
  return { online: online.size, total: all.size };
}

/** The gateways that the status counts, by the names of its fields. */
export const GATEWAY_KINDS = ['radosgws', 'iscsi', 'nfsGateways', 'smbGateways'] as const;
export type CountedGatewayKind = (typeof GATEWAY_KINDS)[number];

/** Which services of the service map make up each kind. */
const GATEWAYS: Readonly<Record<CountedGatewayKind, readonly string[]>> = {
  radosgws: ['rgw'],
  iscsi: ['iscsi', 'tcmu-runner'],
  nfsGateways: ['nfs', 'rgw-nfs'],
  smbGateways: ['smb'],
};

/**
 * The gateways that Ceph says run now, by name, with the URLs of those for S3. A RADOS gateway is known by host and id, as
 * a restarted one has two sessions for a while; an iSCSI gateway by its host, as it has a session for each image.
 */
export function gatewaysIn(
  map: ServiceMap | undefined,
  kind: CountedGatewayKind,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const service of GATEWAYS[kind]) {
    for (const [session, daemon] of Object.entries(map?.services[service]?.daemons ?? {})) {
      if (typeof daemon === 'string') continue;
      const { hostname = '', id = session } = daemon.metadata ?? {};
      const name = kind === 'radosgws' ? `${hostname}:${id}` : hostname;
      const urls = kind === 'radosgws' ? urlsOf(daemon).map(({ url }) => url) : [];
      found.set(name, [...(found.get(name) ?? []), ...urls]);
    }
  }
  return found;
}

/** The state of the cluster at one time, ready to be answered. */
export type StatusBody = Omit<
  ClusterStatus,
  'storeLastUpdated' | 'serversLastUpdated' | 'placementGroupsLastUpdated' | 'usageLastUpdated' | 'mgmtUptime'
>;

/**
 * The part of `ceph status` that is passed on: everything except the service map, which holds the
 * metadata of every gateway.
 */
export function storeStatus(status: StatusDump): NonNullable<ClusterStatus['storeStatus']> {
  const { servicemap: _, ...rest } = status;
  return rest;
}

/** The status while the cluster does not answer: what was last known of it, with its health unknown and why. */
export function unreachable(last: StatusBody | undefined, reason: string): StatusBody {
  const check = { severity: 'HEALTH_ERR', summary: { message: reason, count: 1 }, muted: false };
  return {
    licenseActive: true,
    ...last,
    storeStatus: {
      ...last?.storeStatus,
      health: { status: 'HEALTH_UNKNOWN', checks: { STORE_UNREACHABLE: check } },
    },
  };
}
