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

/** The kinds of service of which the cluster has at least one instance. */
export function selectServices(status: ClusterStatus | undefined): readonly ServiceState[] {
  const kinds: readonly (readonly [ServiceState['id'], string, GatewayCount | undefined])[] = [
    ['servers', 'servers', status?.servers],
    ['mds', 'MDS', status?.mds],
    ['s3', 'S3', status?.radosgws],
    ['iscsi', 'iSCSI', status?.iscsi],
    ['nfs', 'NFS', status?.nfsGateways],
    ['smb', 'SMB', status?.smbGateways],
  ];
  return kinds.flatMap(([id, label, count]) => {
    const { online = 0, total = online, missing = [] } = count ?? {};
    const level: Level = online >= total ? 'ok' : online === 0 ? 'error' : 'warn';
    return total > 0 ? [{ id, label, online, total, level, missing }] : [];
  });
}
