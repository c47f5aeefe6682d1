import type { ClusterStatus, ServiceCount } from '../../../api/contract/cluster.ts';
import type { OsdTree } from '../map/osdTree.ts';
import { hostsOfNodes, isOsd } from '../map/osdTree.ts';
import { daemonHosts, type NodeList, type ServiceMap } from '../map/servers.ts';
import { urlsOf } from '../s3/gateway/urls.ts';

/** The answer of `ceph status`, as far as it is read here; Ceph omits rates and problem counts that are zero. */
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
    readonly by_rank?: readonly { readonly name?: string; readonly status: string }[];
    readonly 'up:standby'?: number;
  };
  readonly servicemap?: ServiceMap;
  /** The work in progress, by its id. */
  readonly progress_events?: Readonly<Record<string, unknown>>;
}

/** A raised check in `ceph status`, which has no details. */
export interface HealthCheckDump {
  readonly severity: string;
  readonly summary: { readonly message: string; readonly count?: number };
}

/**
 * Seconds until recovery is complete at the present rate. Undefined while there are degraded or misplaced objects but
 * none recovers.
 */
export function recoverySeconds({ pgmap }: StatusDump): number | undefined {
  const objects = (pgmap.degraded_objects ?? 0) + (pgmap.misplaced_objects ?? 0);
  const rate = pgmap.recovering_objects_per_sec ?? 0;
  if (objects === 0) return 0;
  return rate > 0 ? Math.ceil(objects / rate) : undefined;
}

/**
 * A server is online while one of its OSDs is up, its monitor is in the quorum, or Ceph reports its manager or MDS. A server with
 * none of them is online while Ceph reports a gateway there; of others, a gateway says little, as it is reported for a minute
 * after its end.
 */
export function serverCount(status: StatusDump, tree: OsdTree, list: NodeList): ServiceCount {
  const hosts = hostsOfNodes(tree);
  const all = new Set([...hosts.values()].map(({ name }) => name));
  const online = new Set<string>();
  const onlyGateways = new Set(all);
  for (const node of tree.nodes) {
    const host = hosts.get(node.id)?.name;
    if (host === undefined || !isOsd(node)) continue;
    onlyGateways.delete(host);
    if (node.status === 'up') online.add(host);
  }
  const quorum = new Set(status.quorum_names);
  for (const [daemon, host] of daemonHosts(list)) {
    all.add(host);
    onlyGateways.delete(host);
    const [kind = '', name = ''] = daemon.split(/\.(.*)/s);
    if (kind === 'mon' ? quorum.has(name) : kind === 'mgr' || kind === 'mds') online.add(host);
  }
  for (const kind of GATEWAY_KINDS)
    for (const { server } of gatewaysIn(status.servicemap, kind).values())
      if (onlyGateways.has(server)) online.add(server);
  return { online: online.size, total: all.size };
}

/** The gateways that the status counts, by the names of its fields. */
export const GATEWAY_KINDS = ['radosgws', 'iscsi', 'nfsGateways', 'smbGateways'] as const;
export type CountedGatewayKind = (typeof GATEWAY_KINDS)[number];

/** The services in the service map that make up each kind. */
const GATEWAYS: Readonly<Record<CountedGatewayKind, readonly string[]>> = {
  radosgws: ['rgw'],
  iscsi: ['iscsi', 'tcmu-runner'],
  nfsGateways: ['nfs', 'rgw-nfs'],
  smbGateways: ['smb'],
};

/** A gateway that Ceph reports. */
export interface ReportedGateway {
  readonly name: string;
  /** The name of its server. */
  readonly server: string;
  /** The URLs of an S3 gateway. */
  readonly urls: readonly string[];
}

/**
 * The running gateways that Ceph reports. A RADOS gateway is identified by host and id, because a restarted one has two
 * sessions for a while; other gateways by their host, because an iSCSI gateway has a session for each image.
 */
export function gatewaysIn(
  map: ServiceMap | undefined,
  kind: CountedGatewayKind,
): ReadonlyMap<string, ReportedGateway> {
  const found = new Map<string, ReportedGateway>();
  for (const service of GATEWAYS[kind]) {
    for (const [session, daemon] of Object.entries(map?.services[service]?.daemons ?? {})) {
      if (typeof daemon === 'string') continue;
      const { hostname: server = '', id = session } = daemon.metadata ?? {};
      const [key, name] = kind === 'radosgws' ? [`${server}:${id}`, id] : [server, server];
      const urls = kind === 'radosgws' ? urlsOf(daemon).map(({ url }) => url) : [];
      found.set(key, { name, server, urls: [...(found.get(key)?.urls ?? []), ...urls] });
    }
  }
  return found;
}

/** The answer of `getClusterStatus` without the ages of its parts and the service's uptime. */
export type StatusBody = Omit<
  ClusterStatus,
  'storeLastUpdated' | 'serversLastUpdated' | 'placementGroupsLastUpdated' | 'usageLastUpdated' | 'mgmtUptime'
>;

/** The part of `ceph status` that is passed on: all except the service map, which has the metadata of every gateway. */
export function storeStatus(status: StatusDump): NonNullable<ClusterStatus['storeStatus']> {
  const { servicemap: _, ...rest } = status;
  return rest;
}

/** The status while the cluster does not answer: the last known one, but with unknown health and the reason. */
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
