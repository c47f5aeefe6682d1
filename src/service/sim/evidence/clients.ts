import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { busyWrites, classOf, crowdedMs, idleWriteMs } from '../load/crowding.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { IDLE_LATENCIES } from '../osds/idleLatencies.ts';
import type { SimPool } from '../pools/pool.ts';

/** Maximum number of clients that are listed, and the number of clients of each pool. */
const MAX_CLIENTS = 8;
const CLIENTS_PER_POOL = 30;
/** The number of OSDs of a pool that are asked, as by the engine of a real cluster. */
const MAX_ASKED = 32;
/** Seconds for which the asked OSDs tell the same. */
const ASKED_EVERY = 4;

/** The clients with the most requests in flight in the OSDs that are asked. */
export function busiestClients(model: Model): NonNullable<ClusterEvidence['clients']> {
  const turn = Math.floor(model.tick / ASKED_EVERY);
  const normal = model.pools.flatMap((pool) => {
    const each = (requestsTo(model, pool) * askedShare(pool)) / CLIENTS_PER_POOL;
    return Array.from({ length: CLIENTS_PER_POOL }, (_, index) => {
      const share = 0.5 + (hash(pool.id, index, turn) % 1000) / 1000;
      // A part of a request is one at some moments.
      const inFlight = Math.floor(each * share + (hash(turn, index, pool.id) % 1000) / 1000);
      return { id: pool.id, index, pool: pool.name, inFlight };
    });
  });
  const busy = Array.from(model.busyClients, ({ client, address, pool, inFlight }) => ({
    client: `client.${client}`,
    address,
    pool: pool.name,
    inFlight: Math.round(inFlight * askedShare(pool)),
  }));
  return [...busy, ...normal]
    .filter(({ inFlight }) => inFlight > 0)
    .toSorted((a, b) => b.inFlight - a.inFlight)
    .slice(0, MAX_CLIENTS)
    .map((one) => ('client' in one ? one : normalClient(one)));
}

/** The share of a pool's OSDs that are asked. */
const askedShare = ({ scopes }: SimPool): number => Math.min(1, MAX_ASKED / scopes[0]!.members.length);

/** The requests in flight to a pool, except for those of busy clients: their rate times their latency. */
function requestsTo(model: Model, pool: SimPool): number {
  const { readOps, writeOps } = pool.now;
  const crowded = crowdedMs(model, pool.scopes);
  const readMs = IDLE_LATENCIES[classOf(pool)].p50 / 1000 + crowded;
  const writes = Math.max(0, writeOps - busyWrites(model, pool));
  return (readOps * readMs + writes * (idleWriteMs(pool) + crowded)) / 1000;
}

/** Names and addresses only of the clients that are listed: most are not. */
function normalClient({
  id,
  index,
  pool,
  inFlight,
}: {
  id: number;
  index: number;
  pool: string;
  inFlight: number;
}) {
  const client = 4100 + (hash(id, index) % 900);
  return { client: `client.${client}`, address: `10.1.1.${20 + (client % 200)}`, pool, inFlight };
}
