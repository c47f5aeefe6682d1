import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { fromLog, type Candidate, type Rule } from '../rule.ts';
import { ofOsd, PLACE_CHECKS, SERVING_CHECKS, SLOW_PINGS } from '../symptoms.ts';

/** The network link of a server goes down and comes back: its OSDs are marked down together although they run. */
export const linkFlap: Rule = {
  kind: 'link-flap',
  cost: 2,
  propose: (evidence) =>
    evidence.troubled.flatMap((place) => candidateOf(evidence, place, 'link-flap') ?? []),
};

/**
 * Large packets of a server are dropped (an MTU mismatch): peers never hear from its OSDs, which are marked down one by
 * one.
 */
export const netMtu: Rule = {
  kind: 'net-mtu',
  cost: 3,
  propose: (evidence) => evidence.troubled.flatMap((place) => candidateOf(evidence, place, 'net-mtu') ?? []),
};

/** The time in milliseconds after the last log line from which the problem counts as over. */
const OVER_MS = 5 * 60_000;
/** The number of affected OSDs from which their server is suspected. */
const MIN_OSDS = 2;

function candidateOf(
  evidence: DiagnosticEvidence,
  place: Place,
  kind: 'link-flap' | 'net-mtu',
): Candidate | undefined {
  if (place.type !== 'HOST') return undefined;
  const { log, servers } = evidence;
  const hit = place.osds.filter((osd) => comesAndGoes(evidence, osd));
  const running = hit.flatMap((osd) => linesOn(evidence, 'stillRunning', osd));
  const never = place.osds.flatMap(({ id }) =>
    log.noReply.filter(({ found }) => found[0] === String(id) && found[1] === 'ever'),
  );
  const links = log.link.filter(
    ({ server, service }) => service === 'kernel' && servers.get(server ?? -1) === place.name,
  );
  const isMtu = never.length > 0 && links.length === 0;
  if (isMtu !== (kind === 'net-mtu')) return undefined;
  const neverHeard = new Set(never.map(({ found }) => found[0])).size;
  if (isMtu ? neverHeard < MIN_OSDS : hit.length < MIN_OSDS || hit.length < place.osds.length / 2)
    return undefined;
  const lines: readonly LogLine[] = isMtu ? never : links.length > 0 ? links : running;
  if ([...lines, ...running].every(({ at }) => evidence.at - at > OVER_MS)) return undefined;
  return {
    kind,
    objects: [place.name],
    host: place.name,
    since: [...lines, ...hit.flatMap((osd) => linesOn(evidence, 'failed', osd).slice(0, 1))].reduce(
      (first, { at }) => Math.min(first, at),
      evidence.at,
    ),
    explains: [
      ...place.osds.flatMap(({ id }) =>
        (['down', 'silent', 'waited', 'flap'] as const).map((what) => ofOsd(what, id)),
      ),
      SLOW_PINGS,
      ...SERVING_CHECKS,
      ...PLACE_CHECKS,
    ],
    against: [],
    isProven: kind === 'link-flap' && links.length > 1,
    text: isMtu
      ? `large packets of ${place.name} are dropped: its OSDs run, and peers never hear from them`
      : `the link of ${place.name} comes and goes: ${hit.length} of its OSDs were marked down while they ran`,
    proofs: [
      ...lines.slice(-2),
      ...hit.slice(0, 2).flatMap((osd) => linesOn(evidence, 'stillRunning', osd).slice(-1)),
    ].map(fromLog),
    next: [
      isMtu
        ? `compare the MTU of ${place.name} and its switch port; ping with large packets`
        : `check cable, port and switch of ${place.name}`,
    ],
  };
}

const comesAndGoes = (evidence: DiagnosticEvidence, osd: OsdState): boolean =>
  linesOn(evidence, 'stillRunning', osd).length > 0 && linesOn(evidence, 'failed', osd).length > 0;
