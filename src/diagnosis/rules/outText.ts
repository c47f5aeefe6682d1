import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState } from '../evidence/osds.ts';
import { isComplete } from '../work.ts';
import { reasonToKeep } from './needs.ts';

/**
 * The state of the data of OSDs that are down and out, as the end of a sentence. Empty if one of them is in, or has data that
 * is needed. While any placement group is not okay, it is not known whether that lacks their data.
 */
export function outText(evidence: DiagnosticEvidence, osds: readonly OsdState[]): string {
  if (osds.some((osd) => osd.in || reasonToKeep(evidence, osd) !== undefined)) return '';
  const [they, their] = osds.length === 1 ? ['it is', 'its'] : ['they are', 'their'];
  return isComplete(evidence.status) ? `; ${their} data has been restored elsewhere` : `; ${they} out`;
}
