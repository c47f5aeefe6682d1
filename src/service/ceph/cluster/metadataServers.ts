import type { ClusterStatus } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../client/ceph.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import { deadAddresses } from './deadAddresses.ts';
import type { StatusDump } from './read.ts';

/** A metadata server in the answer of `mds metadata`: those that the monitors list. */
interface ListedServer {
  readonly name: string;
  readonly hostname?: string;
  /** Its addresses: `[v2:10.1.2.3:6808/4711,v1:10.1.2.3:6809/4711]`, or one such as `10.1.2.3:6808/4711`. */
  readonly addr?: string;
}

type Count = NonNullable<ClusterStatus['mds']>;

/** Captures the first host and port in the addresses of a daemon. */
const ADDRESS = /(\[[0-9a-f:.]+\]|\d+\.\d+\.\d+\.\d+):(\d+)\//i;

function urlOf({ addr = '' }: ListedServer): string | undefined {
  const [, host, port] = ADDRESS.exec(addr) ?? [];
  return host === undefined ? undefined : `http://${host}:${port}`;
}

/**
 * Counts metadata servers. `up` are those that serve a rank; the monitors mark a silent one `(laggy or crashed)`.
 * @param ended the names of those that have ended, which the monitors learn later
 */
export function mdsCount(
  { fsmap }: StatusDump,
  ended: ReadonlySet<string> = new Set(),
): Required<Pick<Count, 'online' | 'total' | 'up'>> {
  const ranks = fsmap?.by_rank ?? [];
  const standby = fsmap?.['up:standby'] ?? 0;
  const alive = ranks.filter(({ name = '', status }) => !status.includes('laggy') && !ended.has(name));
  const ofRanks = new Set(ranks.map(({ name }) => name));
  const endedStandbys = [...ended].filter((name) => !ofRanks.has(name)).length;
  return {
    online: alive.length + Math.max(0, standby - endedStandbys),
    total: Math.max(ranks.length, fsmap?.max ?? 0) + standby,
    up: alive.filter(({ status }) => status.startsWith('up:active')).length,
  };
}

/** Makes the function that counts metadata servers, and names those at whose address nothing listens any more. */
export function metadataServerCounter(ceph: Pick<Ceph, 'read'>, clock: Clock, listens: Listens) {
  const findDead = deadAddresses(clock, listens);
  return async (status: StatusDump): Promise<Count> => {
    if ((status.fsmap?.by_rank ?? []).length === 0) return mdsCount(status);
    const listed = await ceph
      .read<readonly ListedServer[]>({ prefix: 'mds metadata' }, { fixedBy: 'maps' })
      .catch(() => []);
    const dead = await findDead(listed.flatMap((server) => urlOf(server) ?? []));
    const ended = listed.filter((server) => dead.has(urlOf(server) ?? ''));
    const missing = ended.map(({ name, hostname }) => ({
      name,
      ...(hostname !== undefined && { server: hostname }),
    }));
    return {
      ...mdsCount(status, new Set(ended.map(({ name }) => name))),
      ...(missing.length > 0 && { missing }),
    };
  };
}
