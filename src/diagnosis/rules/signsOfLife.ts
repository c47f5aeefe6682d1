import { linesOn, SILENCE_MS, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { isRefused, lastFailure } from '../evidence/failures.ts';
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
  const { log, at } = evidence;
  const failure = osd.up ? undefined : lastFailure(evidence, osd);
  if (hasEnded(osd, failure)) return [];
  const from = (failure?.at ?? at) - RECENT_MS;
  const complaints = log.noReply.filter(
    (line) => line.service === osd.name || (line.found[0] === String(osd.id) && isBackOnly(line)),
  );
  const waiting = log.waitsForPeers.filter(({ found }) => found[0] === String(osd.id));
  return [...complaints, ...linesOn(evidence, 'stillRunning', osd), ...waiting]
    .filter((line) => line.at >= from)
    .toSorted((a, b) => a.at - b.at);
}

/** True if the daemon of an OSD has exited: its connections are refused, or its server says so. */
export const hasEnded = (osd: OsdState, failure: LogLine | undefined): boolean =>
  isRefused(failure) || osd.disk?.daemonRunning === false;

/** True for a line about a peer that answers over the public network, but not over the cluster network. */
function isBackOnly({ found: [, back = '', front = ''] }: LogLine): boolean {
  return Date.parse(front) - Date.parse(back) >= APART_MS;
}

/** The number of other servers of which an OSD complains that it does not hear their OSDs. */
export function serversMissed({ at, log, osds }: DiagnosticEvidence, osd: OsdState): number {
  const missed = log.noReply
    .filter((line) => line.service === osd.name && at - line.at < SILENCE_MS)
    .map(({ found }) => osds.get(Number(found[0]))?.host);
  return new Set(missed.filter((host) => host !== undefined && host !== osd.host)).size;
}

/**
 * True if a monitor of a place is in the quorum, as far as monitors are named after their servers. Monitors leave the quorum
 * much sooner than OSDs are marked down, so the server has not been lost.
 */
export const hasMonitor = ({ daemons }: DiagnosticEvidence, { hosts }: Place): boolean =>
  (daemons?.quorum ?? []).some((name) => hosts.has(name));
