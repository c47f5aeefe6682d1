import { plainCount as count } from '../../lib/format.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { fromLog, type Rule } from '../rule.ts';
import { ofCheck, SLOW_WRITES } from '../symptomIds.ts';

/** The factor by which a hot client is busier than the next one. */
const BUSIER = 3;
/** The least operations a second of a hot client: about as many as one hard disk does. */
const LEAST_OPS = 100;

/** One client sends so many requests that all others wait. */
export const hotClient: Rule = {
  kind: 'hot-client',
  cost: 1,
  propose(evidence) {
    const [first, second] = evidence.daemons?.clients ?? [];
    const least = Math.max(LEAST_OPS, BUSIER * (second?.ops ?? 1));
    if (first?.client === undefined || (first.ops ?? 0) < least) return [];
    const { client, pool = '', ops, address = '' } = first;
    const slowdown = evidence.trends.writeSlowdown ?? 1;
    return [
      {
        kind: 'hot-client',
        objects: pool === '' ? [client] : [client, pool],
        since: undefined,
        explains: [SLOW_WRITES],
        against: [],
        isProven: false,
        text: `${client}${address === '' ? '' : ` at ${address}`} does ${count(ops)} operations a second${pool === '' ? '' : ` in ${pool}`}, and all others wait`,
        proofs: [
          {
            text: `the next busiest client does ${count(second?.ops ?? 0)} operations a second`,
            source: 'daemons',
          },
          { text: `writes take ${slowdown.toFixed(1)} times as long as usual`, source: 'status' },
        ],
        next: [`ask who runs ${client}; a QoS limit on its image would slow it`],
      },
    ];
  },
};

/** The time in milliseconds for which an evicted client may be the one for which others wait. */
const RECENT_MS = 60_000;

/** A client of the filesystem does not release capabilities for which others wait. */
export const clientHung: Rule = {
  kind: 'client-hung',
  cost: 1,
  propose(evidence) {
    const codes = [
      'MDS_SLOW_REQUEST',
      'MDS_CLIENT_LATE_RELEASE',
      'MDS_CLIENT_RECALL',
      'MDS_CLIENT_OLDEST_TID',
    ];
    const raised = codes.flatMap((code) => evidence.checks.get(code) ?? []);
    if (raised.length === 0 || evidence.checks.has('MDS_TRIM')) return [];
    const { slowRequest } = evidence.log;
    const began = slowRequest[0]?.at ?? evidence.at - RECENT_MS;
    const evicted = evidence.log.evicted.filter(({ at }) => at >= began);
    const named = raised.flatMap(({ detail }) =>
      detail.flatMap((line) => /[Cc]lient (\S+?)(?::| failing)/.exec(line)?.[1] ?? []),
    );
    const objects = [...new Set([...evicted.map(({ found }) => found[0] ?? ''), ...named])];
    return [
      {
        kind: 'client-hung',
        objects,
        since: slowRequest[0]?.at,
        explains: codes.map(ofCheck),
        against: [],
        isProven: objects.length === 1,
        text:
          objects.length > 0
            ? `${objects.join(', ')} does not release what others wait for`
            : waiting(evidence),
        proofs: [
          ...raised.map(({ message }) => ({ text: message, source: 'health' as const })),
          ...[...slowRequest.slice(-1), ...evicted.slice(-1)].map(fromLog),
        ],
        next: [
          'a client that does not answer is evicted after five minutes at the latest; look at who holds the file',
        ],
      },
    ];
  },
};

function waiting({ log }: DiagnosticEvidence): string {
  const who = new Set(log.slowRequest.map(({ found }) => found[0]));
  const others = who.size === 1 ? `${[...who].join()} waits` : 'others wait';
  return `a client of the filesystem holds what ${others} for; which one is not known yet`;
}
