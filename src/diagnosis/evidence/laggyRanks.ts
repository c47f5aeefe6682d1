import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { fields, list, text } from '../../lib/untyped.ts';

/** A rank of a filesystem. */
interface Rank {
  /** The name of the metadata server, such as `mds.a`. */
  readonly server: string;
  /** Ceph's name of its state: `up:active(laggy or crashed)`. */
  readonly state: string;
}

const ranksOf = (status: ClusterStatus | undefined) =>
  list(fields(fields(status?.storeStatus)?.fsmap)?.by_rank).map((entry) => {
    const { name, status: state } = fields(entry) ?? {};
    return { server: `mds.${text(name) ?? ''}`, state: text(state) ?? '' };
  });

/**
 * The ranks in Ceph's own status (`fsmap`), if the service passes it on, whose metadata servers the monitors do not hear, as
 * long as no standby has taken over. No health check is raised for them.
 */
export function laggyRanks(status: ClusterStatus | undefined): readonly Rank[] {
  return ranksOf(status).filter(({ state }) => state.includes('laggy'));
}

/** Matches the states of a metadata server that takes over a rank, until it serves clients. */
const TAKING_OVER = /^up:(?:replay|resolve|reconnect|rejoin|clientreplay)$/;

/** The ranks that metadata servers take over at the moment. */
export const ranksTakenOver = (status: ClusterStatus | undefined): readonly Rank[] =>
  ranksOf(status).filter(({ state }) => TAKING_OVER.test(state));

/** The metadata servers that have ended according to the service, while the monitors still list them. */
export const endedServers = (status: ClusterStatus | undefined): readonly string[] =>
  (status?.mds?.missing ?? []).flatMap(({ name }) => (name === undefined ? [] : [`mds.${name}`]));

/** The ended metadata servers that have a rank: its clients wait until a standby takes it over. */
export function endedRanks(status: ClusterStatus | undefined): readonly string[] {
  const withRank = new Set(ranksOf(status).map(({ server }) => server));
  return endedServers(status).filter((server) => withRank.has(server));
}
