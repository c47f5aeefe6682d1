import type { ClusterStatus, GatewayCount } from '../../api/contract/cluster.ts';
import type { Level } from './level.ts';

/** A kind of service with the number of its instances that are online. */
export interface ServiceState {
  readonly id: 'servers' | 'mds' | 's3' | 'iscsi' | 'nfs' | 'smb';
  readonly label: string;
  readonly online: number;
  readonly total: number;
  /** `error` if none is online, `warn` if some are missing. */
  readonly level: Level;
  /** The gateways that are not online, by server, as far as the service names them. */
  readonly missing: readonly { readonly name?: string; readonly server?: string }[];
}

/** A kind of service that the status counts. */
interface ServiceKind extends Pick<ServiceState, 'id' | 'label'> {
  readonly count: (status: ClusterStatus | undefined) => GatewayCount | undefined;
}

/** All kinds of service that the status counts, in the order in which they are shown. */
export const SERVICE_KINDS: readonly ServiceKind[] = [
  { id: 'servers', label: 'servers', count: (status) => status?.servers },
  { id: 'mds', label: 'MDS', count: (status) => status?.mds },
  { id: 's3', label: 'S3', count: (status) => status?.radosgws },
  { id: 'iscsi', label: 'iSCSI', count: (status) => status?.iscsi },
  { id: 'nfs', label: 'NFS', count: (status) => status?.nfsGateways },
  { id: 'smb', label: 'SMB', count: (status) => status?.smbGateways },
];

/** The kinds of service of which the cluster has at least one instance. */
export function selectServices(status: ClusterStatus | undefined): readonly ServiceState[] {
  return SERVICE_KINDS.flatMap(({ id, label, count }) => {
    const { online = 0, total = online, missing = [] } = count(status) ?? {};
    const level: Level = online >= total ? 'ok' : online === 0 ? 'error' : 'warn';
    return total > 0 ? [{ id, label, online, total, level, missing }] : [];
  });
}
