import { duration } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { downSince, isShutDown, lastFailure, SERVER_SILENT_S } from '../evidence/failures.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { LONG_WAIT } from '../evidence/waiters.ts';
import { earliest, fromLog, type Candidate, placeName, type Proof, type Rule } from '../rule.ts';
import { isSilent } from './osdHang.ts';
import { outText } from './outText.ts';
import { lossOf, type PlaceKind, silentSeconds } from './placeDaemons.ts';
import { placeOut } from './placeOut.ts';
import { stoppedPlace } from './placeStopped.ts';
import { hasEnded, hasMonitor, hasRestarted, isReportedRunning, signsOfLife } from './signsOfLife.ts';
import { strictProofs, strictSteps } from './strictPools.ts';
import { unfoundSteps } from './unfound.ts';

/**
 * A server does not answer: it is powered off, frozen or disconnected, which look the same from outside; or all its OSDs
 * have ended.
 */
export const hostDown: Rule = {
  kind: 'host-down',
  cost: 4,
  propose: (evidence) =>
    evidence.troubled
      .filter(({ type }) => type === 'HOST')
      .flatMap((host) => lostPlace(evidence, host, 'host-down') ?? []),
};

/** A rack, or a larger part of the hierarchy, is down as a whole, because of its power or its switch. */
export const rackDown: Rule = {
  kind: 'rack-down',
  cost: 5,
  propose: (evidence) =>
    evidence.troubled
      .filter(
        ({ type, hosts, osds }) => type !== 'HOST' && hosts.size > 1 && osds.length < evidence.osds.size,
      )
      .flatMap((place) => lostPlace(evidence, place, 'rack-down') ?? []),
};

/** The share of a place's OSDs and servers that must be gone. */
const MIN_SHARE = 0.8;
/** The numbers of OSDs and servers that are enough in any case, since not all can be queried. */
const [ENOUGH_OSDS, ENOUGH_HOSTS] = [12, 4];

function lostPlace(evidence: DiagnosticEvidence, place: Place, kind: PlaceKind): Candidate | undefined {
  // OSDs that were down and out already are left out, unless all are: then it was long ago, and the log has nothing of it.
  const known = place.osds.filter((osd) => osd.up || osd.in || lastFailure(evidence, osd) !== undefined);
  const inUse = known.length === 0 ? place.osds : known;
  const stopped = [place.osds, inUse].flatMap((osds) => stoppedPlace(evidence, place, kind, osds) ?? [])[0];
  if (stopped !== undefined) return stopped;
  const hasStarted = hasRestarted(
    evidence,
    place,
    inUse.flatMap((osd) => lastFailure(evidence, osd) ?? []),
  );
  const gone = inUse.filter((osd) => (hasStarted && !osd.up) || isGone(evidence, osd));
  const hostsGone = new Set(gone.map(({ host }) => host)).size;
  const isEnough =
    gone.length >= Math.min(MIN_SHARE * inUse.length, ENOUGH_OSDS) &&
    gone.length > (kind === 'host-down' ? 1 : 2) &&
    hostsGone >= Math.min(MIN_SHARE * place.hosts.size, ENOUGH_HOSTS);
  if (!isEnough || hasAnswered(evidence, inUse)) return undefined;
  const leastSilent = silentSeconds(inUse);
  if (known.length === 0 && !(leastSilent > SERVER_SILENT_S)) return placeOut(evidence, place, kind);
  const failures = gone.flatMap((osd) => lastFailure(evidence, osd) ?? []);
  // At first the monitor of a lost server is still listed.
  if (failures.length > 0 && !hasStarted && hasMonitor(evidence, place)) return undefined;
  const since = earliest([downSince(evidence, gone), waitingSince(evidence, gone)]);
  const what = placeName(place);
  const onHosts = place.hosts.size > 1 ? ` on ${place.hosts.size} hosts` : '';
  return {
    kind,
    objects: [place.name],
    ...(kind === 'host-down' && { host: place.name }),
    since,
    explains: lossOf(evidence, place, inUse, since),
    against: [],
    isProven: leastSilent > SERVER_SILENT_S && gone.length === inUse.length,
    text: hasStarted
      ? `${what} has started again, and its ${plural(gone.length, 'OSD')} ${gone.length === 1 ? 'is' : 'are'} not up yet`
      : `${what} does not answer: ${plural(gone.length, 'OSD')}${onHosts}${outText(evidence, inUse)}`,
    proofs: [
      ...(leastSilent > SERVER_SILENT_S
        ? [
            {
              text: `${place.hosts.size > 1 ? 'its servers were' : 'the server was'} last heard from ${duration(leastSilent)} ago`,
              source: 'disks',
            } as const,
          ]
        : []),
      ...failures.slice(-2).map(fromLog),
      ...silentProof(evidence, gone),
      ...strictProofs(evidence),
    ],
    next: [
      hasStarted
        ? `wait for its OSDs to start; if they do not, read their logs on ${place.name}`
        : kind === 'host-down'
          ? `check power, console and network of ${place.name}`
          : `check power and switch of ${what}`,
      ...strictSteps(evidence, `the OSDs of ${what}`),
      ...unfoundSteps(evidence, inUse),
    ],
  };
}

/**
 * True if an OSD is down or silent, and there is no sign that it runs. An exited daemon does not count, unless it was told to
 * stop, as at the shutdown of its server.
 */
function isGone(evidence: DiagnosticEvidence, osd: OsdState): boolean {
  if (osd.up || isSilent(evidence, osd)) return isSilent(evidence, osd) && !isReportedRunning(evidence, osd);
  const failure = lastFailure(evidence, osd);
  return isShutDown(failure) || (!hasEnded(evidence, osd) && signsOfLife(evidence, osd).length === 0);
}

/** True if any of the OSDs has answered the service. */
function hasAnswered({ daemons, silent }: DiagnosticEvidence, osds: readonly OsdState[]): boolean {
  const answered = new Set([
    ...(daemons?.waits ?? []).map(({ osd }) => osd),
    ...(daemons?.latencies ?? []).map(({ osd }) => osd),
  ]);
  return osds.some(({ id, up }) => up && answered.has(id) && !silent.has(id));
}

function waitingSince({ at, daemons }: DiagnosticEvidence, gone: readonly OsdState[]): number | undefined {
  const ids = new Set(gone.map(({ id }) => id));
  const oldest = Math.max(
    0,
    ...(daemons?.waits ?? []).map(({ waitsFor = -1, oldest: age = 0 }) => (ids.has(waitsFor) ? age : 0)),
  );
  return oldest >= LONG_WAIT ? at - oldest * 1000 : undefined;
}

const silentProof = ({ silent }: DiagnosticEvidence, gone: readonly OsdState[]): Proof[] => {
  const asked = gone.filter(({ id }) => silent.has(id));
  return asked.length === 0
    ? []
    : [
        {
          text: `${plural(asked.length, 'OSD')} there answered neither peers nor queries`,
          source: 'daemons',
        },
      ];
};
