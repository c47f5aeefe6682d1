import { plainCount as count } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import { recentlyEvicted } from '../evidence/evictions.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import { overloadedOsds } from '../evidence/queues.ts';
import { areWritesSlow } from '../evidence/trends.ts';
import { beginningIn, fromLog, type Candidate, type Proof, type Rule } from '../rule.ts';
import { EVICTED, ofCheck, OVERLOADED, SLOW_WRITES } from '../symptomIds.ts';

/** The factor by which a hot client has more requests in flight than the next one. */
const BUSIER = 3;
/** The least requests in flight of a hot client: clients that wait for one request at a time have a few. */
const MIN_IN_FLIGHT = 64;

/** One client sends so many requests that others wait. */
export const hotClient: Rule = {
  kind: 'hot-client',
  cost: 1,
  propose(evidence) {
    const [first, second] = evidence.daemons?.clients ?? [];
    const { client, pool = '', address = '', inFlight = 0 } = first ?? {};
    const others = second?.inFlight ?? 0;
    // Without requests of others there is nobody who waits because of it.
    if (client === undefined || others === 0 || inFlight < Math.max(MIN_IN_FLIGHT, BUSIER * others))
      return [];
    const waiting = waitingProofs(evidence);
    if (waiting.length === 0) return [];
    return [
      {
        kind: 'hot-client',
        objects: pool === '' ? [client] : [client, pool],
        since: undefined,
        explains: [SLOW_WRITES, OVERLOADED],
        against: [],
        isProven: false,
        text: `${client}${address === '' ? '' : ` at ${address}`} has ${count(inFlight)} requests in flight${pool === '' ? '' : ` in ${pool}`}, and others wait`,
        proofs: [
          { text: `the next busiest client has ${plural(others, 'request')} in flight`, source: 'daemons' },
          ...waiting,
        ],
        next: [`ask who runs ${client}; a QoS limit on its image would slow it`],
      },
    ];
  },
};

/** The signs that requests of all clients wait: long queues, or slow writes. */
function waitingProofs(evidence: DiagnosticEvidence): readonly Proof[] {
  const queues = overloadedOsds(evidence);
  const { trends } = evidence;
  return [
    ...(queues.length > 0
      ? [
          {
            text: `requests wait in the queues of ${plural(queues.length, 'OSD')}, for up to ${Math.round(queues[0]!.ms)} ms`,
            source: 'daemons',
          } as const,
        ]
      : []),
    ...(areWritesSlow(trends)
      ? [
          {
            text: `writes take ${(trends.writeSlowdown ?? 1).toFixed(1)} times as long as usual`,
            source: 'status',
          } as const,
        ]
      : []),
  ];
}

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
    ...beginningIn(evidence, slowRequest),
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
