import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { OUTDATED_MS } from './limits.ts';
import type { ObservedServer } from './observe.ts';

type Resent = NonNullable<ClusterEvidence['resent']>;

/**
 * The number of most suspect servers that must all have been read: servers that send to one that loses packets
 * retransmit as well, and would be blamed while its own numbers are missing.
 */
const MUST_BE_KNOWN = 3;

/**
 * The numbers of TCP segments that servers sent and retransmitted since the previous reading.
 * @param servers the most suspect first
 */
export function resentSegments(
  servers: readonly string[],
  observed: ReadonlyMap<string, ObservedServer>,
): Resent {
  const resent = servers.flatMap((server) => {
    const { now, earlier = [] } = observed.get(server) ?? {};
    const last = earlier.at(-1);
    if (now?.segments === undefined || last?.segments === undefined) return [];
    const sent = now.segments.sent - last.segments.sent;
    // The counters start at 0 again after a reboot.
    if (now.at - last.at > OUTDATED_MS || sent < 0) return [];
    return [{ server, sent, again: now.segments.again - last.segments.again }];
  });
  const isKnown = (host: string) => resent.some(({ server }) => server === host);
  return servers.slice(0, MUST_BE_KNOWN).every(isKnown) ? resent : [];
}
