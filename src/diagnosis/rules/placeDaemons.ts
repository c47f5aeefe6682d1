import { MANAGER_CHECKS } from '../evidence/checks.ts';
import { exitsOf, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { lostStandbys } from '../evidence/lostManagers.ts';
import { lostMonitors } from '../evidence/lostMonitors.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import {
  GATEWAY_FIELDS,
  GATEWAYS,
  METADATA_CHECKS,
  ofCheck,
  ofDaemon,
  ofOsd,
  PLACE_SYMPTOMS,
  SERVING_SYMPTOMS,
} from '../symptomIds.ts';
import { unfoundWithout } from './unfound.ts';

/** The kinds of causes about a place as a whole. */
export type PlaceKind = 'host-down' | 'rack-down';

/** The least time in seconds since a server of these OSDs was last heard from; NaN if it is not known of each. */
export const silentSeconds = (osds: readonly OsdState[]): number =>
  Math.min(...osds.map(({ disk }) => disk?.serverLastSeen ?? Number.NaN));

/**
 * The symptoms that the loss of a place with these OSDs explains.
 * @param since when it was lost, in milliseconds since the epoch, if that is known
 */
export const lossOf = (
  evidence: DiagnosticEvidence,
  place: Place,
  osds: readonly OsdState[],
  since: number | undefined,
): readonly string[] => [
  ...osds.flatMap(({ id }) => (['down', 'silent', 'waited'] as const).map((one) => ofOsd(one, id))),
  ...SERVING_SYMPTOMS,
  ...PLACE_SYMPTOMS,
  ...unfoundWithout(evidence, osds),
  ...lossOfDaemons(evidence, place, since),
];

/** The symptoms of lost monitors, managers, metadata servers and gateways that may have been on the servers of a place. */
export const lossOfDaemons = (
  evidence: DiagnosticEvidence,
  place: Place,
  since: number | undefined,
): readonly string[] => [
  ...(mayTakeMonitors(evidence, place) ? [ofCheck('MON_DOWN'), ofDaemon('mon')] : []),
  ...(mayTake(evidence, place, 'mgr') && !areGoneBefore(evidence, 'mgr', since)
    ? [...MANAGER_CHECKS.map(ofCheck), ofDaemon('mgr')]
    : []),
  ...(mayTake(evidence, place, 'mds') && !areGoneBefore(evidence, 'mds', since)
    ? [...METADATA_CHECKS.map(ofCheck), ofDaemon('mds')]
    : []),
  ...GATEWAY_FIELDS.flatMap((field) => (mayTakeGateways(evidence, place, field) ? [`gateway:${field}`] : [])),
];

/**
 * True if the lost monitors may be those of a place, by their names (most are named after their servers) or by their
 * disks.
 */
function mayTakeMonitors(evidence: DiagnosticEvidence, place: Place): boolean {
  const isHost = (name: string) => evidence.places.some((one) => one.type === 'HOST' && one.name === name);
  const lost = lostMonitors(evidence).filter(isHost);
  const hasOne = evidence.disks.some(
    ({ role, hostname = '' }) => role === 'mon' && place.hosts.has(hostname),
  );
  const areThere = lost.length > 0 ? lost.every((name) => place.hosts.has(name)) : hasOne;
  return areThere && mayTake(evidence, place, 'mon');
}

/** True if the missing gateways of a kind may be on the servers of a place: by the status, or else by the log. */
function mayTakeGateways(evidence: DiagnosticEvidence, place: Place, field: keyof typeof GATEWAYS): boolean {
  const servers = (evidence.status?.[field]?.missing ?? []).flatMap(({ server }) => server ?? []);
  return servers.length > 0
    ? servers.every((server) => place.hosts.has(server))
    : mayTake(evidence, place, GATEWAYS[field]);
}

/** True if the lost daemons of a kind may be on the servers of a place: false if one is known to have been on another server. */
function mayTake(evidence: DiagnosticEvidence, { hosts }: Place, kind: string): boolean {
  const known =
    kind === 'mgr' ? lostStandbys(evidence) : kind === 'mds' ? (evidence.status?.mds?.missing ?? []) : [];
  const servers = [
    ...exitsOf(evidence, kind).map(({ server }) => evidence.servers.get(server ?? -1)),
    ...known.map(({ server }) => server),
  ];
  return servers.every((server = '') => hosts.has(server));
}

/** The time in milliseconds by which clock differences may make the monitors' report of a loss seem older than the loss. */
const TOLERANCE_MS = 5000;

/** True if the monitors gave up the last lost daemon of a kind before a place was lost, so that the place is not to blame. */
const areGoneBefore = (
  { lastLosses }: DiagnosticEvidence,
  kind: 'mds' | 'mgr',
  since: number | undefined,
): boolean => since !== undefined && (lastLosses[kind] ?? Infinity) < since - TOLERANCE_MS;
