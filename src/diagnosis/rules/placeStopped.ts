import { listed, plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { downSince, isShutDown, lastFailure } from '../evidence/failures.ts';
import { lostMonitors } from '../evidence/lostMonitors.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { fromLog, type Candidate, placeName, type Proof } from '../rule.ts';
import { outText } from './outText.ts';
import { lossOf, type PlaceKind } from './placeDaemons.ts';
import { hasEnded } from './signsOfLife.ts';
import { strictProofs, strictSteps } from './strictPools.ts';
import { unfoundSteps } from './unfound.ts';

/** The time in milliseconds within which daemons end if they do so for the same reason. */
const TOGETHER_MS = 60_000;

/**
 * The candidate that all OSDs of a place have ended. Its servers answered at that time, so the OSDs were told to stop, or failed
 * together. Whether the servers still run is not known.
 * @param inUse the OSDs of the place that were in use
 */
export function stoppedPlace(
  evidence: DiagnosticEvidence,
  place: Place,
  kind: PlaceKind,
  inUse: readonly OsdState[],
): Candidate | undefined {
  const haveEnded = inUse.every((osd) => !osd.up && hasEnded(evidence, osd));
  if (inUse.length < (kind === 'host-down' ? 2 : 3) || !haveEnded) return undefined;
  const failures = inUse.flatMap((osd) => lastFailure(evidence, osd) ?? []);
  const times = failures.map(({ at }) => at);
  const isTold = failures.length === inUse.length && failures.every(isShutDown);
  const isApart = !isTold && Math.max(...times) - Math.min(...times) > TOGETHER_MS;
  const monitors = lostMonitors(evidence).filter((name) => place.hosts.has(name));
  const since = downSince(evidence, inUse);
  const what = placeName(place);
  const onHosts = place.hosts.size > 1 ? ` on ${place.hosts.size} hosts` : '';
  const also =
    monitors.length === 0
      ? ''
      : `, and ${listed(monitors.map((name) => `mon.${name}`))} ${monitors.length === 1 ? 'is' : 'are'} out of quorum`;
  return {
    kind,
    objects: [place.name],
    ...(kind === 'host-down' && { host: place.name }),
    since,
    explains: lossOf(evidence, place, inUse, since),
    against: isApart ? [{ text: 'they did not stop at the same time', weight: 2 }] : [],
    isProven: true,
    text: `${plural(inUse.length, 'OSD')} of ${what}${onHosts} ${isTold ? 'were shut down' : 'have stopped'}${also}${outText(evidence, inUse)}`,
    proofs: [...failures.slice(-2).map(fromLog), ...mapProof(evidence, inUse), ...strictProofs(evidence)],
    next: [
      ...strictSteps(evidence, `the OSDs of ${what}`),
      ...unfoundSteps(evidence, inUse),
      ...(isTold
        ? [`ask who works on ${what}; its OSDs were told to stop`, 'start its daemons when that work is done']
        : [
            `ask who works on ${what}, and see whether it is up`,
            'start its daemons; if they stop again, read their logs',
          ]),
    ],
  };
}

function mapProof({ daemons }: DiagnosticEvidence, osds: readonly OsdState[]): readonly Proof[] {
  const known = osds.filter(({ id }) => daemons?.ended?.includes(id) === true);
  return known.length === 0
    ? []
    : [
        {
          text: `the OSD map says that ${listed(
            known.map(({ name }) => name),
            4,
          )} ${known.length === 1 ? 'has' : 'have'} ended`,
          source: 'daemons',
        },
      ];
}
