import type { DiagnosticEvidence } from './evidence.ts';

/**
 * The time in milliseconds for which requests wait in the queue of an OSD that gets more than it can do. Others have at most half
 * a millisecond for long, also beside a disk with fifteen operations a second: an OSD begins with a request while others wait for
 * its disk.
 */
const OVERLOADED_MS = 2;
/** The number of servers with such OSDs: what is wrong on a single one is no overload of the cluster. */
const MIN_SERVERS = 3;

/**
 * The time in milliseconds for which requests wait in the queue of an OSD that has far more of them than it can do: its disk may be
 * slow, and it may be late with its pings, only because of that (measured: at most 170 ms behind a link of 1 Mbit/s, 270 ms and
 * more beside a client with 230 to 600 requests in flight, and 1.7 s in one OSD just after that client had ended).
 */
export const BUSY_MS = 200;

/** An OSD, and the time in milliseconds for which requests wait in its queue. */
interface RequestQueue {
  readonly osd: number;
  readonly ms: number;
}

/** The OSDs that get more requests than they can do, the worst first; none unless they are on several servers. */
export function overloadedOsds({
  daemons,
  osds,
}: Pick<DiagnosticEvidence, 'daemons' | 'osds'>): readonly RequestQueue[] {
  const found = (daemons?.queues ?? [])
    .flatMap(({ osd, ms = 0 }) => (osd === undefined || ms < OVERLOADED_MS ? [] : [{ osd, ms }]))
    .toSorted((a, b) => b.ms - a.ms);
  const servers = new Set(found.flatMap(({ osd }) => osds.get(osd)?.host ?? []));
  return servers.size < MIN_SERVERS ? [] : found;
}
