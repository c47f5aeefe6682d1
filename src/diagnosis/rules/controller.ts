import { diskErrorTimes } from '../evidence/badDisks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Place } from '../evidence/osds.ts';
import { isAlertAbout, SLOW_ALERT, slowDisks } from '../evidence/slowDisks.ts';
import { earliest, fromLog, type Candidate, type Rule } from '../rule.ts';
import { ofCheck, ofOsd } from '../symptomIds.ts';
import { slowSymptoms } from './slowSymptoms.ts';

/**
 * Several disks of one server are slow or fail at the same time, so their common controller or backplane is the cause.
 */
export const controller: Rule = {
  kind: 'controller',
  cost: 4,
  propose(evidence) {
    const slow = slowDisks(evidence);
    const bad = diskErrorTimes(evidence);
    return evidence.places
      .filter(({ type }) => type === 'HOST')
      .flatMap((host) => candidateOf(evidence, host, slow, bad) ?? []);
  },
};

function candidateOf(
  evidence: DiagnosticEvidence,
  host: Place,
  slow: ReadonlyMap<number, number>,
  bad: ReturnType<typeof diskErrorTimes>,
): Candidate | undefined {
  const hit = host.osds.filter(({ id, up }) => (up && slow.has(id)) || bad.has(id));
  if (hit.length < 2) return undefined;
  const { log, servers } = evidence;
  const lines = log.controller.filter(({ server }) => servers.get(server ?? -1) === host.name);
  const names = hit.map(({ name }) => name);
  return {
    kind: 'controller',
    objects: [host.name, ...names],
    host: host.name,
    since: earliest([lines[0]?.at, ...hit.map(({ id }) => bad.get(id)?.first)]),
    explains: [
      ...hit.flatMap(({ id }) =>
        (['slow', 'waited', 'errors', 'down'] as const).map((what) => ofOsd(what, id)),
      ),
      'writes',
      ...slowSymptoms(evidence, hit),
      ...(isAlertAbout(evidence, names) ? [ofCheck(SLOW_ALERT)] : []),
    ],
    against: [],
    isProven: lines.length > 1 && hit.length > 2,
    text: `${hit.length} disks of ${host.name} are slow or fail together: their controller or backplane`,
    proofs: [
      ...lines.slice(-2).map(fromLog),
      ...hit.slice(0, 4).flatMap(({ id, name }) => {
        const ms = slow.get(id);
        return ms === undefined || Number.isNaN(ms)
          ? []
          : [{ text: `${name} commits in ${Math.round(ms)} ms`, source: 'daemons' } as const];
      }),
    ],
    next: [`check controller, backplane and cables of ${host.name}; its disks may be good`],
  };
}
