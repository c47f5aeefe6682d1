import type { ClusterStatus } from '../api/contract/cluster.ts';
import { diskErrorTimes } from './evidence/badDisks.ts';
import { exitsOf, linesOn, type DiagnosticEvidence } from './evidence/evidence.ts';
import { isRefused } from './evidence/failures.ts';
import { osdIdOf, type OsdState } from './evidence/osds.ts';
import type { DomainShortage } from './evidence/shortage.ts';
import { CAPPED, isCapped } from './pacing.ts';

/** A problem of an OSD that needs an explanation. */
type OsdSymptom = 'down' | 'silent' | 'waited' | 'slow' | 'errors' | 'flap';

/** The id of a symptom of an OSD. */
export const ofOsd = (what: OsdSymptom, id: number): string => `${what}:osd.${id}`;

/** The id of a health check as a symptom. */
export const ofCheck = (code: string): string => `check:${code}`;

/** The id of a set flag as a symptom. */
export const ofFlag = (name: string): string => `flag:${name}`;

/** The names of gateway daemons, by the field of the status that counts them. */
export const GATEWAYS = {
  radosgws: 'radosgw',
  iscsi: 'iscsi',
  nfsGateways: 'nfs',
  smbGateways: 'smb',
} as const satisfies Partial<Record<keyof ClusterStatus, string>>;

/** The health checks that are raised when OSDs do not serve requests. */
export const SERVING_CHECKS = [
  'OSD_DOWN',
  'PG_AVAILABILITY',
  'PG_DEGRADED',
  'SLOW_OPS',
  'OSD_SLOW_PING_TIME_BACK',
  'OSD_SLOW_PING_TIME_FRONT',
  'OSD_FLAGS',
  'OBJECT_MISPLACED',
  'BLUESTORE_SLOW_OP_ALERT',
  'MDS_SLOW_METADATA_IO',
  'MDS_SLOW_REQUEST',
].map(ofCheck);

/** The health checks that are raised when whole parts of the hierarchy are down. */
export const PLACE_CHECKS = [
  'OSD_HOST_DOWN',
  'OSD_CHASSIS_DOWN',
  'OSD_RACK_DOWN',
  'OSD_ROW_DOWN',
  'OSD_ROOM_DOWN',
  'OSD_DATACENTER_DOWN',
].map(ofCheck);

/** The codes of the health checks that are raised when managers do not serve. */
export const MANAGER_CHECKS = ['MGR_DOWN', 'MGR_SILENT'];
/** The codes of the health checks that are raised when metadata servers do not serve. */
export const METADATA_CHECKS = [
  'FS_DEGRADED',
  'FS_WITH_FAILED_MDS',
  'MDS_ALL_DOWN',
  'MDS_UP_LESS_THAN_MAX',
  'MDS_INSUFFICIENT_STANDBY',
];

/** The time in seconds from which a request that waits for another OSD needs an explanation. */
export const LONG_WAIT = 1;
/** The number of OSDs that must wait for one before it is suspected; a single one may have a problem itself. */
const MIN_WAITERS = 2;
/** The commit latency of a healthy disk under load, in milliseconds. */
const GOOD_COMMIT_MS = 40;
/** The factor by which slow disks are slower than the next faster one. */
const OUTLIER = 3;
/** The ping time between healthy servers, in milliseconds. */
const GOOD_PING_MS = 20;

/** The OSDs for which others wait, by id, with the ids of those that wait. */
export function waitersOf({
  daemons,
  log,
  at,
}: DiagnosticEvidence): ReadonlyMap<number, ReadonlySet<number>> {
  const waiters = new Map<number, Set<number>>();
  const add = (to: number, from: number) => waiters.set(to, (waiters.get(to) ?? new Set<number>()).add(from));
  for (const { osd, waitsFor, oldest } of daemons?.waits ?? []) {
    if (osd !== undefined && waitsFor !== undefined && (oldest ?? 0) >= LONG_WAIT) add(waitsFor, osd);
  }
  for (const { at: when, service, found } of log.waitingFor) {
    const from = osdIdOf(service);
    if (at - when > RECENT_MS || from === undefined) continue;
    for (const to of (found[0] ?? '').split(',')) add(Number(to), from);
  }
  return waiters;
}

/**
 * The time for which a log line about slowness counts as current, in milliseconds; it is repeated every five to ten
 * seconds.
 */
const RECENT_MS = 30_000;

/** The commit latency of an OSD's disk, in milliseconds. */
interface Commit {
  readonly osd: number;
  readonly ms: number;
}

/**
 * The outliers among commit latencies, which are sorted slowest first: those above a gap, since loaded healthy disks
 * are similar.
 */
const aboveGap = (commits: readonly Commit[]): readonly Commit[] =>
  commits.slice(
    0,
    commits.findLastIndex(
      ({ ms }, index) => ms > GOOD_COMMIT_MS && ms > OUTLIER * (commits[index + 1]?.ms ?? Infinity),
    ) + 1,
  );

/** The outliers by device class, since a loaded hard disk also differs from an idle flash disk. */
function slowOfClasses(
  commits: readonly Commit[],
  osds: DiagnosticEvidence['osds'],
): readonly (readonly Commit[])[] {
  const classOf = ({ osd }: Commit) => osds.get(osd)?.deviceClass;
  return Array.from(Map.groupBy(commits, classOf), ([name, own]) => {
    const [slowest] = own;
    const quicker = commits.find(({ ms }) => ms < (slowest?.ms ?? 0));
    const slow =
      own.length > 1 ? aboveGap(own) : aboveGap([...own, ...(quicker ? [quicker] : [])]).slice(0, 1);
    if (slow.length === 0) return [];
    // If most disks of a class are slow, they are loaded and no disk is to blame.
    const ofClass = [...osds.values()].filter(({ deviceClass }) => deviceClass === name);
    return slow.length > ofClass.length / 2 ? [] : slow;
  });
}

/**
 * The OSDs whose disks commit far slower than others, with their latency in milliseconds, or NaN if only the log
 * reports them.
 */
export function slowDisks({ daemons, log, at, osds }: DiagnosticEvidence): ReadonlyMap<number, number> {
  const commits = (daemons?.latencies ?? [])
    .flatMap(({ osd, commitMs: ms = 0 }) => (osd === undefined ? [] : [{ osd, ms }]))
    .toSorted((a, b) => b.ms - a.ms);
  // Only the slowest disks are reported: if all of them are slow and on several servers, others may be slow as well.
  const servers = new Set(commits.map(({ osd }) => osds.get(osd)?.host));
  const isOneServer =
    servers.size === 1 && commits.length <= osds.size / 2 && (commits.at(-1)?.ms ?? 0) > GOOD_COMMIT_MS;
  const found = isOneServer ? commits : slowOfClasses(commits, osds).flat();
  const slow = new Map(found.map(({ osd, ms }) => [osd, ms]));
  for (const { at: when, service } of log.slowDisk) {
    const id = osdIdOf(service);
    if (at - when < RECENT_MS && id !== undefined && !slow.has(id)) slow.set(id, Number.NaN);
  }
  return slow;
}

/** The slow pings between OSDs. */
export const slowPings = ({ daemons }: DiagnosticEvidence) =>
  (daemons?.pings ?? []).flatMap(({ from, to, ms = 0 }) =>
    from === undefined || to === undefined || ms < GOOD_PING_MS ? [] : [{ from, to, ms }],
  );

/** The minimum share of TCP segments that a suspicious server has retransmitted. */
const RESENT_SHARE = 0.05;
/** The factor by which its share exceeds that of the next server. */
const RESENT_OUTLIER = 2;
/** The minimum number of sent segments for a meaningful share. */
const MIN_SENT = 200;

/**
 * The server that retransmits far more TCP segments than the others, with its share and that of the next one; undefined
 * if there is none.
 */
export function retransmittingServer({
  daemons,
}: DiagnosticEvidence):
  | { readonly server: string; readonly share: number; readonly next: number }
  | undefined {
  const [worst, next] = (daemons?.resent ?? [])
    .flatMap(({ server = '', sent = 0, again = 0 }) =>
      sent < MIN_SENT ? [] : [{ server, share: again / sent }],
    )
    .toSorted((a, b) => b.share - a.share);
  // A single server cannot be compared; the others may be just as bad.
  if (worst === undefined || next === undefined) return undefined;
  const isOutlier = worst.share >= RESENT_SHARE && worst.share > RESENT_OUTLIER * next.share;
  return isOutlier ? { ...worst, next: next.share } : undefined;
}

/** The symptom of a server that retransmits many TCP segments. */
export const RESENT = 'resent';
/** The symptom of slow pings. */
export const SLOW_PINGS = 'pings';
/** The symptom of all writes taking longer than usual. */
export const SLOW_WRITES = 'writes';

/** The factor of write latency over the usual one from which clients notice it. */
const SLOWDOWN = 1.4;
/** The time in milliseconds for which a disk error, or the failure of an OSD that came back, counts as current. */
const [ERROR_MS, FLAP_MS] = [5 * 60_000, 5 * 60_000];

/** The symptoms that need an explanation, by id, with their weights: errors weigh more, mere hints less. */
export function symptomsOf(evidence: DiagnosticEvidence): ReadonlyMap<string, number> {
  const symptoms = new Map<string, number>();
  for (const { code, isError } of evidence.checks.values()) symptoms.set(ofCheck(code), isError ? 4 : 3);
  for (const { id, in: isIn } of evidence.notUp) symptoms.set(ofOsd('down', id), isIn ? 3 : 2);
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
  if (slowPings(evidence).length > 0) symptoms.set(SLOW_PINGS, 3);
  if (retransmittingServer(evidence) !== undefined) symptoms.set(RESENT, 3);
  if ((evidence.trends.writeSlowdown ?? 1) > SLOWDOWN) symptoms.set(SLOW_WRITES, 2);
  for (const field of Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[]) {
    const { online, total } = evidence.status?.[field] ?? {};
    if (online !== undefined && total !== undefined && online < total) symptoms.set(`gateway:${field}`, 3);
  }
  for (const name of evidence.flags) symptoms.set(ofFlag(name), 2);
  for (const one of evidence.shortages) symptoms.set(ofShortage(one), 3);
  if (isCapped(evidence)) symptoms.set(CAPPED, 3);
  for (const kind of stoppedDaemons(evidence)) symptoms.set(ofDaemon(kind), 3);
  return symptoms;
}

/** The id of the symptom that pools have too few failure domains. */
export const ofShortage = ({ rule, pools }: DomainShortage): string => `short:${rule}:${pools[0]}`;

/** The id of the symptom that a daemon of a kind is not running, possibly before a health check is raised. */
export const ofDaemon = (kind: DaemonKind): string => `daemon:${kind}`;

type DaemonKind = 'mon' | 'mgr' | 'mds';

/** The time in milliseconds for which the exit of a daemon counts as a symptom by itself. */
const ENDED_MS = 60_000;

function stoppedDaemons(evidence: DiagnosticEvidence): readonly DaemonKind[] {
  const { daemons, disks, at, status } = evidence;
  const { online = 0, total = 0 } = status?.mds ?? {};
  const ended = (kind: DaemonKind) => exitsOf(evidence, kind).some((line) => at - line.at < ENDED_MS);
  const monStopped = disks.some(({ role, daemonRunning }) => role === 'mon' && daemonRunning === false);
  return [
    ...(monStopped || ended('mon') ? (['mon'] as const) : []),
    ...(daemons !== undefined && managerIsSilent(evidence) ? (['mgr'] as const) : []),
    ...(ended('mds') || online < total ? (['mds'] as const) : []),
  ];
}

/** True if OSDs and monitors have answered, but nothing that only the manager knows could be read. */
export const managerIsSilent = ({ daemons }: DiagnosticEvidence): boolean =>
  daemons?.waits !== undefined &&
  daemons.clocks !== undefined &&
  daemons.latencies === undefined &&
  daemons.pings === undefined;

/** The OSDs of the same server that were marked down for lack of heartbeats and are up again; not each of them says that it ran. */
function lostWith(evidence: DiagnosticEvidence, id: number): readonly number[] {
  const host = evidence.osds.get(id)?.places.find(({ type }) => type === 'HOST');
  const isLost = (osd: OsdState) =>
    osd.up &&
    linesOn(evidence, 'failed', osd).some((line) => !isRefused(line) && evidence.at - line.at < FLAP_MS);
  return (host?.osds ?? []).filter(isLost).map((osd) => osd.id);
}
