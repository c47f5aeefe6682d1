import { plainCount as count } from '../../lib/format.ts';
import { listed } from '../../lib/words.ts';
import { recentlyEvicted } from '../evidence/evictions.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import { areWritesSlow } from '../evidence/trends.ts';
import { fromLog, type Candidate, type Rule } from '../rule.ts';
import { EVICTED, ofCheck, SLOW_WRITES } from '../symptomIds.ts';

/** The factor by which a hot client is busier than the next one. */
const BUSIER = 3;
/** The least operations a second of a hot client: about as many as one hard disk does. */
const MIN_OPS = 100;

/** The least requests in flight of a hot client: clients that wait for one request at a time have a few. */
const MIN_IN_FLIGHT = 64;

/** The clients of which it is known how many operations they do, or how many requests they have in flight. */
type Load = NonNullable<NonNullable<DiagnosticEvidence['daemons']>['clients']>[number];

/** The work of the busiest client and that of the next one, in words; undefined if it does not stand out. */
function loadWords(
  first: Load,
  second: Load | undefined,
): { readonly own: string; readonly next: string } | undefined {
  if (first.inFlight === undefined) {
    if ((first.ops ?? 0) < Math.max(MIN_OPS, BUSIER * (second?.ops ?? 1))) return undefined;
    return {
      own: `does ${count(first.ops)} operations a second`,
      next: `the next busiest client does ${count(second?.ops ?? 0)} operations a second`,
    };
  }
  // Without requests of others there is nobody who waits because of it.
  const others = second?.inFlight ?? 0;
  if (others === 0 || first.inFlight < Math.max(MIN_IN_FLIGHT, BUSIER * others)) return undefined;
  return {
    own: `has ${count(first.inFlight)} requests in flight`,
    next: `the next busiest client has ${count(others)} requests in flight`,
  };
}

/** One client sends so many requests that all others wait. */
export const hotClient: Rule = {
  kind: 'hot-client',
  cost: 1,
  propose(evidence) {
    const [first, second] = evidence.daemons?.clients ?? [];
    const words = first && loadWords(first, second);
    if (first?.client === undefined || words === undefined || !areWritesSlow(evidence.trends)) return [];
    const { client, pool = '', address = '' } = first;
    const slowdown = evidence.trends.writeSlowdown ?? 1;
    return [
      {
        kind: 'hot-client',
        objects: pool === '' ? [client] : [client, pool],
        since: undefined,
        explains: [SLOW_WRITES],
        against: [],
        isProven: false,
        text: `${client}${address === '' ? '' : ` at ${address}`} ${words.own}${pool === '' ? '' : ` in ${pool}`}, and all others wait`,
        proofs: [
          { text: words.next, source: 'daemons' },
          { text: `writes take ${slowdown.toFixed(1)} times as long as usual`, source: 'status' },
        ],
        next: [`ask who runs ${client}; a QoS limit on its image would slow it`],
      },
    ];
  },
};

/** The time in milliseconds for which an evicted client may be the one for which others wait. */
const RECENT_MS = 60_000;

/** The health checks of requests that wait for a client of the filesystem. */
const WAITING_CODES = [
  'MDS_SLOW_REQUEST',
  'MDS_CLIENT_LATE_RELEASE',
  'MDS_CLIENT_RECALL',
  'MDS_CLIENT_OLDEST_TID',
];

/** A client of the filesystem does not release capabilities for which others wait, or was evicted because it did not answer. */
export const clientHung: Rule = {
  kind: 'client-hung',
  cost: 1,
  propose(evidence) {
    const hung = hungClient(evidence);
    return hung?.explains.includes(EVICTED) === true
      ? [hung]
      : [...(hung ? [hung] : []), ...evictedClients(evidence)];
  },
};

function hungClient(evidence: DiagnosticEvidence): Candidate | undefined {
  const raised = WAITING_CODES.flatMap((code) => evidence.checks.get(code) ?? []);
  if (raised.length === 0 || evidence.checks.has('MDS_TRIM')) return undefined;
  const { slowRequest } = evidence.log;
  const began = slowRequest[0]?.at ?? evidence.at - RECENT_MS;
  const evicted = evidence.log.evicted.filter(({ at }) => at >= began);
  const named = raised.flatMap(({ detail }) =>
    detail.flatMap((line) => /[Cc]lient (\S+?)(?::| failing)/.exec(line)?.[1] ?? []),
  );
  const objects = [...new Set([...clientsIn(evicted), ...named])];
  return {
    kind: 'client-hung',
    objects,
    since: slowRequest[0]?.at,
    explains: [...WAITING_CODES.map(ofCheck), ...(evicted.length > 0 ? [EVICTED] : [])],
    against: [],
    isProven: objects.length === 1,
    text:
      objects.length > 0
        ? `${objects.join(', ')} ${objects.length === 1 ? 'does' : 'do'} not release what others wait for`
        : waiting(evidence),
    proofs: [
      ...raised.map(({ message }) => ({ text: message, source: 'health' as const })),
      ...[...slowRequest.slice(-1), ...evicted.slice(-1)].map(fromLog),
    ],
    next: [
      'a client that does not answer is evicted after five minutes at the latest; look at who holds the file',
    ],
  };
}

const clientsIn = (lines: readonly LogLine[]): readonly string[] => [
  ...new Set(lines.map(({ found }) => found[0] ?? '')),
];

/** Clients that were evicted a short time ago: nobody waits for them any more, but their applications get errors. */
function evictedClients(evidence: DiagnosticEvidence): readonly Candidate[] {
  const lines = recentlyEvicted(evidence);
  const objects = clientsIn(lines);
  if (objects.length === 0) return [];
  const [was, its] = objects.length === 1 ? ['was', 'its server'] : ['were', 'their servers'];
  return [
    {
      kind: 'client-hung',
      objects,
      since: lines[0]?.at,
      isOver: true,
      explains: [EVICTED],
      against: [],
      isProven: true,
      text: `${listed(objects, 4)} did not answer and ${was} evicted from the filesystem`,
      proofs: lines.slice(-2).map(fromLog),
      next: [`look at ${its}; an evicted client gets errors until the filesystem is mounted again`],
    },
  ];
}

function waiting({ log }: DiagnosticEvidence): string {
  const who = new Set(log.slowRequest.map(({ found }) => found[0]));
  const others = who.size === 1 ? `${[...who].join()} waits` : 'others wait';
  return `a client of the filesystem holds what ${others} for; which one is not known yet`;
}
