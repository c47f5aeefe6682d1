import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { fields, list, text } from '../../lib/untyped.ts';

/** A rank of a filesystem whose metadata server the monitors do not hear, as long as no standby has taken over. */
interface LaggyRank {
  /** The name of the metadata server, such as `mds.a`. */
  readonly server: string;
  /** Ceph's name of its state: `up:active(laggy or crashed)`. */
  readonly state: string;
}

/** The laggy ranks in Ceph's own status (`fsmap`), if the service passes it on. No health check is raised for them. */
export function laggyRanks(status: ClusterStatus | undefined): readonly LaggyRank[] {
  return list(fields(fields(status?.storeStatus)?.fsmap)?.by_rank).flatMap((entry) => {
    const { name, status: state } = fields(entry) ?? {};
    const isLaggy = text(state)?.includes('laggy') === true;
    return isLaggy ? [{ server: `mds.${text(name) ?? ''}`, state: text(state) ?? '' }] : [];
  });
}
