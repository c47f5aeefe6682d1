import { badDisks } from '../evidence/badDisks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState } from '../evidence/osds.ts';
import { fromLog, hostOf, onHost, type Candidate, type Proof, type Rule } from '../rule.ts';
import { ofCheck, ofOsd, SERVING_CHECKS } from '../symptoms.ts';

/** A disk gives errors, whether its OSD still works with it or has ended because of it. */
export const diskError: Rule = {
  kind: 'disk-error',
  cost: 1,
  propose(evidence) {
    const lines = badDisks(evidence);
    const named = namedByChecks(evidence);
    return [...new Set([...lines.keys(), ...named.keys()])].flatMap((id) => {
      const osd = evidence.osds.get(id);
      return osd === undefined ? [] : [candidateOf(osd, lines.get(id) ?? [], named.get(id) ?? [])];
    });
  },
};

/** The checks by which Ceph tells of bad disks. */
const CHECKS = [
  'OSD_TOO_MANY_REPAIRS',
  'BLUESTORE_SPURIOUS_READ_ERRORS',
  'BLUESTORE_READ_ERROR_FIXED',
  'DEVICE_HEALTH',
  'DEVICE_HEALTH_IN_USE',
];

/** Lines of health checks about errors of disks, by the OSD that they name. */
function namedByChecks({ checks }: DiagnosticEvidence): ReadonlyMap<number, readonly Proof[]> {
  const named = new Map<number, Proof[]>();
  for (const text of CHECKS.flatMap((code) => checks.get(code)?.detail ?? [])) {
    const id = Number(/\bosd\.(\d+)/.exec(text)?.[1]);
    if (!Number.isNaN(id)) named.set(id, [...(named.get(id) ?? []), { text, source: 'health' }]);
  }
  return named;
}

function candidateOf(osd: OsdState, lines: readonly LogLine[], named: readonly Proof[]): Candidate {
  return {
    kind: 'disk-error',
    objects: [osd.name],
    ...hostOf(osd),
    since: lines[0]?.at,
    explains: [
      ...(['errors', 'down', 'slow', 'waited'] as const).map((what) => ofOsd(what, osd.id)),
      ...CHECKS.map(ofCheck),
      ...(osd.up ? [] : [...SERVING_CHECKS, ofCheck('RECENT_CRASH')]),
    ],
    against: [],
    isProven: lines.length > 0 && (named.length > 0 || lines.length > 1),
    text: `disk${osd.disk?.name ? ` ${osd.disk.name}` : ''} of ${osd.name}${onHost(osd)} gives errors${osd.up ? '' : ', and the OSD is down'}`,
    proofs: [...lines.slice(-3).map(fromLog), ...named.slice(0, 2)],
    next: [`replace the disk of ${osd.name}${osd.up ? ': mark it out first, while it still answers' : ''}`],
  };
}
