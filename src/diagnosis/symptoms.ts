import { diskErrorTimes } from './evidence/badDisks.ts';
import { recentlyEvicted } from './evidence/evictions.ts';
import { exitsOf, linesOn, type DiagnosticEvidence } from './evidence/evidence.ts';
import { isRefused, isShutDown, lastFailure } from './evidence/failures.ts';
import { lostStandbys } from './evidence/lostManagers.ts';
import { lostMonitors } from './evidence/lostMonitors.ts';
import type { OsdState } from './evidence/osds.ts';
import { overloadedOsds } from './evidence/queues.ts';
import { slowDisks } from './evidence/slowDisks.ts';
import { retransmittingServers, serversWithSlowLinks, slowPings } from './evidence/slowNetwork.ts';
import { areWritesSlow } from './evidence/trends.ts';
import { waitersOf } from './evidence/waiters.ts';
import { misplacedIn, RECOVERABLE } from './healing/recoveryCounts.ts';
import { CAPPED, isCapped } from './pacing.ts';
import {
  type StoppableKind,
  EVICTED,
  GATEWAY_FIELDS,
  MOVING,
  ofCheck,
  ofDaemon,
  ofFlag,
  ofOsd,
  ofShortage,
  OFFLINE,
  OVERLOADED,
  RESENT,
  SLOW_PINGS,
  SLOW_WRITES,
} from './symptomIds.ts';
import { isComplete } from './work.ts';

/** The number of OSDs that must wait for one before it is suspected; a single one may have a problem itself. */
const MIN_WAITERS = 2;
/** The time in milliseconds for which a disk error, or the failure of an OSD that came back, counts as current. */
const [ERROR_MS, FLAP_MS] = [5 * 60_000, 5 * 60_000];

/** The symptoms that need an explanation, by id, with their weights: errors weigh more, mere hints less. */
export function symptomsOf(evidence: DiagnosticEvidence): ReadonlyMap<string, number> {
  const symptoms = new Map<string, number>();
  for (const { code, isError } of evidence.checks.values()) symptoms.set(ofCheck(code), isError ? 4 : 3);
  const isRestored = isComplete(evidence.status);
  for (const osd of evidence.notUp) {
    // One that was marked out is no news, unless the log shows that it failed and something is not restored yet.
    const failure = isRestored ? undefined : lastFailure(evidence, osd);
    const isNews = osd.in || (failure !== undefined && !isShutDown(failure));
    symptoms.set(ofOsd('down', osd.id), isNews ? 3 : 2);
  }
  for (const id of evidence.silent) symptoms.set(ofOsd('silent', id), 3);
  for (const [id, waiting] of waitersOf(evidence)) {
    if (waiting.size >= MIN_WAITERS) symptoms.set(ofOsd('waited', id), 2);
  }
  for (const id of slowDisks(evidence).keys()) symptoms.set(ofOsd('slow', id), 3);
  for (const [id, { last }] of diskErrorTimes(evidence)) {
    if (evidence.at - last < ERROR_MS) symptoms.set(ofOsd('errors', id), 2);
  }
  for (const [id, lines] of evidence.byOsd.stillRunning) {
    if (evidence.at - lines.at(-1)!.at < FLAP_MS)
      for (const flapped of [id, ...lostWith(evidence, id)]) symptoms.set(ofOsd('flap', flapped), 2);
  }
  if (slowPings(evidence).length > 0 || serversWithSlowLinks(evidence).length > 0)
    symptoms.set(SLOW_PINGS, 3);
  if (retransmittingServers(evidence) !== undefined) symptoms.set(RESENT, 3);
  if (areWritesSlow(evidence.trends)) symptoms.set(SLOW_WRITES, 2);
  if (overloadedOsds(evidence).length > 0) symptoms.set(OVERLOADED, 2);
  for (const field of GATEWAY_FIELDS) {
    const { online, total } = evidence.status?.[field] ?? {};
    if (online !== undefined && total !== undefined && online < total) symptoms.set(`gateway:${field}`, 3);
  }
  for (const name of [...evidence.flags, ...evidence.groupFlags.map(({ part }) => part)])
    symptoms.set(ofFlag(name), 2);
  for (const one of evidence.shortages) symptoms.set(ofShortage(one), 3);
  if (isCapped(evidence)) symptoms.set(CAPPED, 3);
  if (recentlyEvicted(evidence).length > 0) symptoms.set(EVICTED, 2);
  if (movesQuietly(evidence)) symptoms.set(MOVING, 3);
  const { online = 0, total = 0 } = evidence.status?.servers ?? {};
  if (online < total) symptoms.set(OFFLINE, 3);
  for (const kind of stoppedDaemons(evidence)) symptoms.set(ofDaemon(kind), 3);
  return symptoms;
}

/** True if misplaced data moves while none lacks copies: by default, Ceph raises no check about that. */
const movesQuietly = ({ checks, status }: DiagnosticEvidence): boolean =>
  misplacedIn(status) > 0 && !RECOVERABLE.some((code) => checks.has(code));

/** The time in milliseconds for which the exit of a daemon counts as a symptom by itself. */
const ENDED_MS = 60_000;

function stoppedDaemons(evidence: DiagnosticEvidence): readonly StoppableKind[] {
  const { checks, daemons, disks, at, status, setDown } = evidence;
  const { online = 0, total = 0 } = status?.mds ?? {};
  const ended = (kind: StoppableKind) => exitsOf(evidence, kind).some((line) => at - line.at < ENDED_MS);
  const monStopped = disks.some(({ role, daemonRunning }) => role === 'mon' && daemonRunning === false);
  // Ceph raises its check for that a minute late.
  const isOut = !checks.has('MON_DOWN') && lostMonitors(evidence).length > 0;
  return [
    ...(monStopped || ended('mon') || isOut ? (['mon'] as const) : []),
    ...((daemons !== undefined && managerIsSilent(evidence)) || lostStandbys(evidence).length > 0
      ? (['mgr'] as const)
      : []),
    ...(ended('mds') || online < total || setDown !== undefined ? (['mds'] as const) : []),
  ];
}

/** True if OSDs and monitors have answered, but nothing that only the manager knows could be read. */
export const managerIsSilent = ({ daemons }: DiagnosticEvidence): boolean =>
  daemons?.waits !== undefined &&
  daemons.clocks !== undefined &&
  daemons.latencies === undefined &&
  daemons.pings === undefined;

/**
 * The OSDs of the same server that were marked down for lack of heartbeats and are up again; not each of them says that it
 * ran.
 */
function lostWith(evidence: DiagnosticEvidence, id: number): readonly number[] {
  const host = evidence.osds.get(id)?.places.find(({ type }) => type === 'HOST');
  const isLost = (osd: OsdState) =>
    osd.up &&
    linesOn(evidence, 'failed', osd).some((line) => !isRefused(line) && evidence.at - line.at < FLAP_MS);
  return (host?.osds ?? []).filter(isLost).map((osd) => osd.id);
}
