import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { latestAnswers } from '../access/latestAnswers.ts';
import type { ServerHelper, ServerAccess } from '../access/serverAccess.ts';
import { INTERVAL_MS, MAX_SERVERS, OUTDATED_MS, SERVER_TIMEOUT_MS } from './limits.ts';

/** The numbers of TCP segments that a server has sent and retransmitted since it booted. */
interface Segments {
  /** Includes retransmitted segments. */
  readonly sent: number;
  readonly again: number;
}

type Resent = NonNullable<ClusterEvidence['resent']>;

/**
 * The number of most suspect servers that must all have been read: servers that send to one that loses packets
 * retransmit as well, and would be blamed while its own numbers are missing.
 */
const MUST_BE_KNOWN = 3;

/** The segments in /proc/net/snmp, which has a line of names and a line of values per protocol; undefined without them. */
function segmentsOf(text: string): Segments | undefined {
  const [names = [], values = []] = text
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'))
    .map((line) => line.trim().split(' '));
  const valueOf = (name: string) => Number(values[names.indexOf(name)]);
  const again = valueOf('RetransSegs');
  // OutSegs does not include retransmitted segments (RFC 4022).
  const sent = valueOf('OutSegs') + again;
  return Number.isFinite(sent) ? { sent, again } : undefined;
}

/**
 * Makes the function that returns the numbers of retransmitted segments of servers since the previous reading. Pass the
 * most suspect servers first. The first reading of a server only gives a starting point.
 */
export function resentSegments(access: Pick<ServerAccess, 'find'>, clock: Clock) {
  const lastReadings = new Map<string, Segments & { readonly at: number }>();
  const read = async (helper: ServerHelper, host: string): Promise<Segments | undefined> => {
    const paths = ['/proc/net/snmp'];
    const [text = ''] = await helper.call<readonly string[]>(
      'host.read',
      { paths },
      { timeoutMs: SERVER_TIMEOUT_MS },
    );
    const [now, last, at] = [segmentsOf(text), lastReadings.get(host), clock.elapsed()];
    if (now === undefined) return undefined;
    lastReadings.set(host, { ...now, at });
    // The counters start at 0 again after a reboot.
    if (last === undefined || at - last.at > OUTDATED_MS || now.sent < last.sent) return undefined;
    return { sent: now.sent - last.sent, again: now.again - last.again };
  };
  const readings = latestAnswers(access, clock, read, INTERVAL_MS);
  return async (servers: readonly string[]): Promise<Resent> => {
    const chosen = servers.slice(0, MAX_SERVERS);
    const resent = [...(await readings(chosen))].flatMap(([server, { value, age }]) =>
      value === undefined || age * 1000 > OUTDATED_MS ? [] : [{ server, ...value }],
    );
    const isKnown = (host: string) => resent.some(({ server }) => server === host);
    return chosen.slice(0, MUST_BE_KNOWN).every(isKnown) ? resent : [];
  };
}
