import type { OsdState } from '../evidence/osds.ts';
import { smartFailure, type WithServers } from '../evidence/servers.ts';
import type { Proof } from '../rule.ts';

/** The proof that a disk reports its own failure; none if it does not. */
export function smartProofs(evidence: WithServers, osd: OsdState): readonly Proof[] {
  const values = smartFailure(evidence, osd);
  if (values === undefined) return [];
  const why = values === '' ? '' : `: ${values}`;
  return [{ text: `SMART of the disk of ${osd.name} says FAILED${why}`, source: 'servers' }];
}
