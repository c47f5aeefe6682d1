import { plural } from '../../lib/words.ts';
import { exitsOf, type DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { earliest, fromLog, type Candidate, type Proof, type Rule } from '../rule.ts';
import {
  GATEWAYS,
  LONG_WAIT,
  MANAGER_CHECKS,
  METADATA_CHECKS,
  ofCheck,
  ofDaemon,
  ofOsd,
  PLACE_CHECKS,
  SERVING_CHECKS,
} from '../symptoms.ts';
import { lostMonitors } from './monDown.ts';
import { failedSince, isRefused, lastFailure } from './osdDown.ts';
import { isSilent } from './osdHang.ts';

/** A server does not answer: off, frozen or cut off, which looks the same from outside. */
export const hostDown: Rule = {
  kind: 'host-down',
  cost: 4,
  propose: (evidence) =>
    evidence.troubled
      .filter(({ type }) => type === 'HOST')
      .flatMap((host) => lostPlace(evidence, host, 'host-down') ?? []),
};

/** A rack, or a larger part of the hierarchy, is gone as a whole: its power or its switch. */
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

/** The share of OSDs that must be gone, and the numbers of them and of their servers that are enough where not all could be asked. */
const [MOST, MANY, SEVERAL] = [0.8, 12, 4];
/** Servers report in every half minute; from so many seconds on a silence is one. */
const UNHEARD_S = 45;

function lostPlace(
  evidence: DiagnosticEvidence,
  place: Place,
  kind: 'host-down' | 'rack-down',
): Candidate | undefined {
  const taking = place.osds.filter((osd) => osd.up || osd.in || lastFailure(evidence, osd) !== undefined);
  const gone = taking.filter((osd) => isGone(evidence, osd));
  const enough =
    gone.length >= Math.min(MOST * taking.length, MANY) && gone.length > (kind === 'host-down' ? 1 : 2);
  const hostsGone = new Set(gone.map(({ host }) => host)).size;
  if (!enough || answering(evidence, taking) || hostsGone < Math.min(MOST * place.hosts.size, SEVERAL))
    return undefined;
  const failures = gone.flatMap((osd) => lastFailure(evidence, osd) ?? []);
  const unheard = taking.map(({ disk }) => disk?.serverLastSeen ?? Number.NaN);
  const leastUnheard = Math.min(...unheard);
  const since = earliest([failedSince(failures[0]), waitingSince(evidence, gone)]);
  const what =
    kind === 'host-down'
      ? place.name
      : `${place.type.toLowerCase()} ${place.name}`.replace(/^(\w+) \1/, '$1');
  return {
    kind,
    objects: [place.name],
    ...(kind === 'host-down' && { host: place.name }),
    since,
    explains: [
      ...taking.flatMap(({ id }) => (['down', 'silent', 'waited'] as const).map((one) => ofOsd(one, id))),
      ...SERVING_CHECKS,
      ...PLACE_CHECKS,
      ...(takesMonitors(evidence, place) ? [ofCheck('MON_DOWN'), ofDaemon('mon')] : []),
      ...(mayTake(evidence, place, 'mgr') ? [...MANAGER_CHECKS.map(ofCheck), ofDaemon('mgr')] : []),
      ...(mayTake(evidence, place, 'mds') ? [...METADATA_CHECKS.map(ofCheck), ofDaemon('mds')] : []),
      ...Object.entries(GATEWAYS).flatMap(([field, daemon]) =>
        mayTake(evidence, place, daemon) ? [`gateway:${field}`] : [],
      ),
    ],
    against: [],
    isProven: leastUnheard > UNHEARD_S && gone.length === taking.length,
    text: `${what} does not answer: ${plural(gone.length, 'OSD')}${place.hosts.size > 1 ? ` on ${place.hosts.size} hosts` : ''}`,
    proofs: [
      ...(leastUnheard > UNHEARD_S
        ? [
            {
              text: `${place.hosts.size > 1 ? 'its servers were' : 'the server was'} last heard of ${Math.round(leastUnheard)} s ago`,
              source: 'disks',
            } as const,
          ]
        : []),
      ...failures.slice(-2).map(fromLog),
      ...silentProof(evidence, gone),
    ],
    next: [
      kind === 'host-down'
        ? `check power, console and network of ${place.name}`
        : `check power and switch of ${what}`,
    ],
  };
}

/** Tells whether the monitors that are lost may be those of a place: most are named after their servers, and the disks of some are known. */
function takesMonitors(evidence: DiagnosticEvidence, place: Place): boolean {
  const isHost = (name: string) => evidence.places.some((one) => one.type === 'HOST' && one.name === name);
  const lost = lostMonitors(evidence).filter(isHost);
  const hasOne = evidence.disks.some(
    ({ role, hostname = '' }) => role === 'mon' && place.hosts.has(hostname),
  );
  const areThere = lost.length > 0 ? lost.every((name) => place.hosts.has(name)) : hasOne;
  return areThere && mayTake(evidence, place, 'mon');
}

/** Which servers managers, metadata servers and gateways are on is not known, unless one is said to have ended elsewhere. */
const mayTake = (evidence: DiagnosticEvidence, { hosts }: Place, kind: string): boolean =>
  !exitsOf(evidence, kind).some(({ server }) => !hosts.has(evidence.servers.get(server ?? -1) ?? ''));

/** Tells whether an OSD is down or silent without having refused anybody. */
const isGone = (evidence: DiagnosticEvidence, osd: OsdState): boolean =>
  isSilent(evidence, osd) ||
  (!osd.up && !isRefused(lastFailure(evidence, osd)) && osd.disk?.daemonRunning !== false);

/** Tells whether any of them was asked lately, and answered. */
function answering({ daemons, silent }: DiagnosticEvidence, osds: readonly OsdState[]): boolean {
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
          text: `${plural(asked.length, 'OSD')} there answered neither peers nor questions`,
          source: 'daemons',
        },
      ];
};
