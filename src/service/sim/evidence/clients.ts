import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Model } from '../model.ts';
import { hash } from '../random.ts';

/** Maximum number of clients that are listed, and the number of clients of each pool. */
const MAX_CLIENTS = 8;
const CLIENTS_PER_POOL = 30;

/** The busiest clients, as operations in flight and image statistics would name them. */
export function busiestClients({ pools, busyClients, tick }: Model): NonNullable<ClusterEvidence['clients']> {
  const normal = pools.flatMap(({ id, name, now }) =>
    Array.from({ length: CLIENTS_PER_POOL }, (_, index) => {
      const share = (0.5 + (hash(id, index, Math.floor(tick / 10)) % 1000) / 1000) / CLIENTS_PER_POOL;
      return { id, index, pool: name, ops: Math.round(now.readOps * share) };
    }),
  );
  const busy = Array.from(busyClients, ({ client, address, pool, writeOps }) => ({
    client: `client.${client}`,
    address,
    pool: pool.name,
    ops: Math.round(writeOps),
  }));
  return [...busy, ...normal]
    .toSorted((a, b) => b.ops - a.ops)
    .slice(0, MAX_CLIENTS)
    .map((one) => ('client' in one ? one : normalClient(one)));
}

/** Names and addresses only of the clients that are listed: most are not. */
function normalClient({ id, index, pool, ops }: { id: number; index: number; pool: string; ops: number }) {
  const client = 4100 + (hash(id, index) % 900);
  return { client: `client.${client}`, address: `10.1.1.${20 + (client % 200)}`, pool, ops };
}
