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
      const client = 4100 + (hash(id, index) % 900);
      const share = (0.5 + (hash(id, index, Math.floor(tick / 10)) % 1000) / 1000) / CLIENTS_PER_POOL;
      return entry(client, `10.1.1.${20 + (client % 200)}`, name, now.readOps * share);
    }),
  );
  const busy = Array.from(busyClients, ({ client, address, pool, writeOps }) =>
    entry(client, address, pool.name, writeOps),
  );
  return [...busy, ...normal].toSorted((a, b) => b.ops - a.ops).slice(0, MAX_CLIENTS);
}

const entry = (client: number, address: string, pool: string, ops: number) => ({
  client: `client.${client}`,
  address,
  pool,
  ops: Math.round(ops),
});
