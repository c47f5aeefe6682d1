import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { failedSince, isRefused, isShutDown, lastFailure, SERVER_SILENT_S } from '../evidence/failures.ts';
import { COMPLAINT_MS } from '../evidence/log.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState, Place } from '../evidence/osds.ts';

/** The time in milliseconds before it is marked down, or before now, in which an OSD must have shown that it runs. */
const RECENT_MS = 10_000;

/** The least difference in milliseconds between the last answers over the two networks that tells them apart. */
const APART_MS = 10_000;

/**
 * The log lines that show that an OSD runs although its peers do not hear it, oldest first: it says so, it complains about its
 * peers, or they still hear it over the public network (`front`), but not over the cluster network (`back`).
 */
export function signsOfLife(evidence: DiagnosticEvidence, osd: OsdState): readonly LogLine[] {
  const failure = osd.up ? undefined : lastFailure(evidence, osd);
  if (isSaidToHaveEnded(osd, failure)) return [];
  const from = (failure?.at ?? evidence.at) - RECENT_MS;
  return [
    ...linesOn(evidence, 'complaints', osd),
    ...linesOn(evidence, 'noReply', osd).filter(isBackOnly),
    ...linesOn(evidence, 'stillRunning', osd),
    ...linesOn(evidence, 'waitsForPeers', osd),
  ]
    .filter((line) => line.at >= from)
    .toSorted((a, b) => a.at - b.at);
}

/** True if connections to an OSD are refused, or its server or the daemon itself says that it has exited. */
const isSaidToHaveEnded = (osd: OsdState, failure: LogLine | undefined): boolean =>
  isRefused(failure) || isShutDown(failure) || osd.disk?.daemonRunning === false;

/**
 * True if the daemon of an OSD has exited: by what is said of it, or by the OSD map, which knows it for longer than the log,
 * but not that the daemon runs again as long as it has not booted.
 */
export function hasEnded(evidence: DiagnosticEvidence, osd: OsdState): boolean {
  const failure = osd.up ? undefined : lastFailure(evidence, osd);
  if (isSaidToHaveEnded(osd, failure)) return true;
  return (
    !osd.up && evidence.daemons?.ended?.includes(osd.id) === true && signsOfLife(evidence, osd).length === 0
  );
}

/** True for a line about a peer that answers over the public network, but not over the cluster network. */
function isBackOnly({ found: [, back = '', front = ''] }: LogLine): boolean {
  return Date.parse(front) - Date.parse(back) >= APART_MS;
}

/** The time in milliseconds after an OSD went silent from which a report of its server cannot be older than that. */
const REPORT_MS = 10_000;

/**
 * True if the server of an OSD reported after the OSD went silent that its daemon runs, and has been heard from
 * since: then it is not the server that is down. False if the service does not say when it heard from servers.
 */
export function isReportedRunning(evidence: DiagnosticEvidence, osd: OsdState): boolean {
  const { daemonRunning, serverLastSeen = Number.NaN } = osd.disk ?? {};
  const silentSince = failedSince(lastFailure(evidence, osd)) ?? Number.NaN;
  const isHeardSince =
    serverLastSeen <= SERVER_SILENT_S && evidence.at - serverLastSeen * 1000 > silentSince + REPORT_MS;
  return !osd.up && daemonRunning === true && isHeardSince;
}

/** The number of other servers of which an OSD complains that it does not hear their OSDs. */
export function serversMissed(evidence: DiagnosticEvidence, osd: OsdState): number {
  const missed = linesOn(evidence, 'complaints', osd)
    .filter(({ at }) => evidence.at - at < COMPLAINT_MS)
    .map(({ found }) => evidence.osds.get(Number(found[0]))?.host);
  return new Set(missed.filter((host) => host !== undefined && host !== osd.host)).size;
}

/**
 * True if a monitor of a place is in the quorum, as far as monitors are named after their servers. Monitors leave the quorum
 * much sooner than OSDs are marked down, so the server has not been lost.
 */
export const hasMonitor = ({ daemons }: DiagnosticEvidence, { hosts }: Place): boolean =>
  (daemons?.quorum ?? []).some((name) => hosts.has(name));

/** True if a server has started again since its OSDs failed, so that their daemons may be starting. */
export const hasRestarted = (
  { log, servers }: DiagnosticEvidence,
  { name }: Place,
  failures: readonly LogLine[],
): boolean =>
  failures.length > 0 &&
  log.rebooted.some(
    ({ at, server }) => servers.get(server ?? -1) === name && failures.every((failure) => failure.at < at),
  );
