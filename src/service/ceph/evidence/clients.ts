import type { ClusterEvidence } from '../../../api/contract/evidence.ts';

/** The requests of a client to a pool in flight in one OSD. */
export interface ClientRequests {
  readonly client: string;
  readonly address: string;
  /** The id of the pool. */
  readonly pool: number;
  readonly requests: number;
}

/** The maximum number of clients that are listed. */
const MAX_CLIENTS = 8;

/** The clients with the most requests in flight, each with the pool that it uses most. */
export function busiestClients(
  all: readonly ClientRequests[],
  pools: readonly { readonly pool_id: number; readonly pool_name: string }[],
): NonNullable<ClusterEvidence['clients']> {
  const names = new Map(pools.map(({ pool_id, pool_name }) => [pool_id, pool_name]));
  const sum = (some: readonly ClientRequests[]) => some.reduce((total, { requests }) => total + requests, 0);
  const ofClients = Map.groupBy(all, ({ client }) => client);
  return Array.from(ofClients, ([client, own]) => {
    const byPool = [...Map.groupBy(own, ({ pool }) => pool)].toSorted(([, a], [, b]) => sum(b) - sum(a));
    const pool = names.get(byPool[0]?.[0] ?? -1);
    const address = /^(?:v\d:)?(.*?):\d+\/\d+$/.exec(own[0]?.address ?? '')?.[1];
    return { client, ...(address && { address }), ...(pool && { pool }), inFlight: sum(own) };
  })
    .toSorted((a, b) => b.inFlight - a.inFlight)
    .slice(0, MAX_CLIENTS);
}
