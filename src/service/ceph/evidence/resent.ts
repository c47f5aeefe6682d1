import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Hand, Hands } from '../hands/hands.ts';
import { lately } from '../hands/lately.ts';

/** The TCP segments that a server has sent since it started. */
interface Segments {
  /** The repeated ones included. */
  readonly sent: number;
  readonly again: number;
}

type Resent = NonNullable<ClusterEvidence['resent']>;

/** At most so many servers are asked at a time. */
const MOST_SERVERS = 8;
/**
 * So many of those that have to do with most of what waits must all have told: whoever sends to a server that loses packets sends
 * again as well, and would be blamed while that one has told nothing yet.
 */
const MUST_TELL = 3;
/** Milliseconds between two looks at a server, and after which what one counted says nothing of the present. */
const [APART_MS, OLD_MS] = [4000, 30_000];
const LOOKING_MS = 2000;

/** The segments in the text of /proc/net/snmp: a line of names, then one of values, for each protocol. Undefined without them. */
function segmentsOf(text: string): Segments | undefined {
  const [names = [], values = []] = text
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'))
    .map((line) => line.trim().split(' '));
  const valueOf = (name: string) => Number(values[names.indexOf(name)]);
  const again = valueOf('RetransSegs');
  // The kernel counts those that hold nothing new apart.
  const sent = valueOf('OutSegs') + again;
  return Number.isFinite(sent) ? { sent, again } : undefined;
}

/**
 * Makes the function that tells what servers have sent again since the look before, the most suspect ones first. The first look at a
 * server tells nothing yet; nobody waits long for one that does not answer.
 */
export function resentSegments(hands: Pick<Hands, 'find'>, clock: Clock) {
  const before = new Map<string, Segments & { readonly at: number }>();
  const read = async (hand: Hand, host: string): Promise<Segments | undefined> => {
    const paths = ['/proc/net/snmp'];
    const [text = ''] = await hand.call<readonly string[]>('host.read', { paths }, { timeoutMs: LOOKING_MS });
    const [now, last, at] = [segmentsOf(text), before.get(host), clock.elapsed()];
    if (now === undefined) return undefined;
    before.set(host, { ...now, at });
    // A server that was started anew counts from 0.
    if (last === undefined || at - last.at > OLD_MS || now.sent < last.sent) return undefined;
    return { sent: now.sent - last.sent, again: now.again - last.again };
  };
  const look = lately(hands, clock, read, APART_MS);
  return async (servers: readonly string[]): Promise<Resent> => {
    const asked = servers.slice(0, MOST_SERVERS);
    const told = [...(await look(asked))].flatMap(([server, { value, age }]) =>
      value === undefined || age * 1000 > OLD_MS ? [] : [{ server, ...value }],
    );
    const isKnown = (host: string) => told.some(({ server }) => server === host);
    return asked.slice(0, MUST_TELL).every(isKnown) ? told : [];
  };
}
