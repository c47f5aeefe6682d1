import { plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { downSince } from '../evidence/failures.ts';
import type { Place } from '../evidence/osds.ts';
import { type Candidate, placeName } from '../rule.ts';
import { outText } from './outText.ts';
import { lossOf, type PlaceKind } from './placeDaemons.ts';
import { strictProofs, strictSteps } from './strictPools.ts';
import { unfoundSteps } from './unfound.ts';

/**
 * The candidate that all OSDs of a place have been down for so long that they are out and the log has nothing of their end. Its
 * servers may well be up, so that it is not known why.
 */
export function placeOut(evidence: DiagnosticEvidence, place: Place, kind: PlaceKind): Candidate {
  const { name, osds, hosts } = place;
  const since = downSince(evidence, osds);
  const what = placeName(place);
  const onHosts = hosts.size > 1 ? ` on ${hosts.size} hosts` : '';
  return {
    kind,
    objects: [name],
    ...(kind === 'host-down' && { host: name }),
    since,
    explains: lossOf(evidence, place, osds, since),
    against: [],
    isProven: false,
    text: `all ${plural(osds.length, 'OSD')} of ${what}${onHosts} are down${outText(evidence, osds)}`,
    proofs: [{ text: `all OSDs of ${name} are down and out`, source: 'crush' }, ...strictProofs(evidence)],
    next: [
      `see whether ${what} is up and its daemons run, and read their logs`,
      ...strictSteps(evidence, `the OSDs of ${what}`),
      ...unfoundSteps(evidence, osds),
    ],
  };
}
