import type { DiagnosticEvidence } from './evidence.ts';

/**
 * The time in milliseconds for which requests wait in the queue of an OSD that gets more than it can do. Others have at most half
 * a millisecond for long, also beside a disk with fifteen operations a second: an OSD begins with a request while others wait for
 * its disk.
 */
const OVERLOADED_MS = 2;
/** The number of servers with such OSDs: what is wrong on a single one is no overload of the cluster. */
const MIN_SERVERS = 3;

/** An OSD, and the time in milliseconds for which requests wait in its queue. */
interface Queue {
  readonly osd: number;
  readonly ms: number;
}

/** The OSDs that get more requests than they can do, the worst first; none unless they are on several servers. */
export function overloadedOsds({
  daemons,
  osds,
}: Pick<DiagnosticEvidence, 'daemons' | 'osds'>): readonly Queue[] {
  const found = (daemons?.queues ?? [])
    .flatMap(({ osd, ms = 0 }) => (osd === undefined || ms < OVERLOADED_MS ? [] : [{ osd, ms }]))
    .toSorted((a, b) => b.ms - a.ms);
  const servers = new Set(found.flatMap(({ osd }) => osds.get(osd)?.host ?? []));
  return servers.size < MIN_SERVERS ? [] : found;
}
