import { type DiagnosticEvidence, linesOn } from '../evidence/evidence.ts';
import { isOsdMissing } from '../evidence/failures.ts';
import type { OsdState } from '../evidence/osds.ts';
import { ofCheck, PLACEMENT_CHECKS, SERVING_SYMPTOMS } from '../symptomIds.ts';

/** The kinds of log lines about an OSD that is, or was, down for the others. */
const AWAY = ['failed', 'shutDown', 'booted', 'stillRunning'] as const;

const WHILE_UP = SERVING_SYMPTOMS.filter((symptom) => !PLACEMENT_CHECKS.map(ofCheck).includes(symptom));

/**
 * The symptoms of OSDs that serve slowly. An OSD that stays up keeps its data up to date, however slow it is: missing or
 * misplaced copies are due to it only if it was away.
 */
export function slowSymptoms(evidence: DiagnosticEvidence, osds: readonly OsdState[]): readonly string[] {
  const wasAway = (osd: OsdState) => AWAY.some((kind) => linesOn(evidence, kind, osd).length > 0);
  return isOsdMissing(evidence) || osds.some(wasAway) ? SERVING_SYMPTOMS : WHILE_UP;
}
