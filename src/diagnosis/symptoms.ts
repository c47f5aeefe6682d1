import type { ClusterStatus } from '../api/contract/cluster.ts';
import { diskErrorTimes } from './evidence/badDisks.ts';
import { exitsOf, type DiagnosticEvidence } from './evidence/evidence.ts';
import { osdIdOf } from './evidence/osds.ts';
import { CAPPED, isCapped } from './pacing.ts';

/** A thing that is wrong with an OSD and asks for an explanation. */
type OsdSymptom = 'down' | 'silent' | 'waited' | 'slow' | 'errors' | 'flap';

/** The id of a symptom of an OSD. */
export const ofOsd = (what: OsdSymptom, id: number): string => `${what}:osd.${id}`;

/** The id of a health check as a symptom. */
export const ofCheck = (code: string): string => `check:${code}`;

/** The id of a flag that is set, as a symptom. */
export const ofFlag = (name: string): string => `flag:${name}`;

/** Gateways whose instances are counted, by what their daemons are called. */
export const GATEWAYS = {
  radosgws: 'radosgw',
  iscsi: 'iscsi',
  nfsGateways: 'nfs',
  smbGateways: 'smb',
} as const satisfies Partial<Record<keyof ClusterStatus, string>>;

/** Checks that follow when OSDs do not serve. */
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

/** Checks that follow when whole parts of the hierarchy are gone. */
export const PLACE_CHECKS = [
  'OSD_HOST_DOWN',
  'OSD_CHASSIS_DOWN',
  'OSD_RACK_DOWN',
  'OSD_ROW_DOWN',
  'OSD_ROOM_DOWN',
  'OSD_DATACENTER_DOWN',
].map(ofCheck);

/** Checks that follow when managers or metadata servers do not serve. */
export const MANAGER_CHECKS = ['MGR_DOWN', 'MGR_SILENT'];
export const METADATA_CHECKS = [
  'FS_DEGRADED',
  'MDS_ALL_DOWN',
  'MDS_UP_LESS_THAN_MAX',
  'MDS_INSUFFICIENT_STANDBY',
];

/** Seconds from which on a request that waits for another OSD asks for an explanation. */
export const LONG_WAIT = 1;
/** OSDs that must wait for one before it is suspected: one alone may have a reason of its own. */
const LEAST_WAITING = 2;
/** Milliseconds in which a healthy disk commits under load, and how many times slower than the next quicker one the bad ones are. */
const [GOOD_COMMIT_MS, OUTLIER] = [40, 3];
/** Milliseconds of a ping between healthy servers. */
const GOOD_PING_MS = 20;

/** OSDs that others wait for, with those that wait. */
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

/** Milliseconds for which a line about slowness counts as present: it is written every five to ten seconds. */
const RECENT_MS = 30_000;

/** An OSD and the milliseconds in which its disk commits. */
interface Commit {
  readonly osd: number;
  readonly ms: number;
}

/** Disks under load lie close to each other, from the slowest to the quickest: bad ones have a gap below them. The slowest comes first. */
const aboveGap = (commits: readonly Commit[]): readonly Commit[] =>
  commits.slice(
    0,
    commits.findLastIndex(
      ({ ms }, index) => ms > GOOD_COMMIT_MS && ms > OUTLIER * (commits[index + 1]?.ms ?? Infinity),
    ) + 1,
  );

/** The slow ones of all that were told, by class: a loaded hard disk lies apart from an idle flash disk as well. */
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
    // Where most of a class are slow, they are loaded, and no disk is to blame.
    const ofClass = [...osds.values()].filter(({ deviceClass }) => deviceClass === name);
    return slow.length > ofClass.length / 2 ? [] : slow;
  });
}

/** OSDs whose disks commit far slower than those of others, and by how much, in milliseconds. */
export function slowDisks({ daemons, log, at, osds }: DiagnosticEvidence): ReadonlyMap<number, number> {
  const commits = (daemons?.latencies ?? [])
    .flatMap(({ osd, commitMs: ms = 0 }) => (osd === undefined ? [] : [{ osd, ms }]))
    .toSorted((a, b) => b.ms - a.ms);
  // Only the slowest are told: where all of those are slow, and not of one server, any number of others may be, too.
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

/** Pings between OSDs that take far too long. */
export const slowPings = ({ daemons }: DiagnosticEvidence) =>
  (daemons?.pings ?? []).flatMap(({ from, to, ms = 0 }) =>
    from === undefined || to === undefined || ms < GOOD_PING_MS ? [] : [{ from, to, ms }],
  );

/** The share of TCP segments that a server must have sent again, and how many times that of the next one; of how many at the least. */
const [RESENT_SHARE, RESENT_OUTLIER, LEAST_SENT] = [0.05, 2, 200];

/** The server that had to send far more again than the others that were asked, with the shares of both; undefined where there is none. */
export function resendingServer({
  daemons,
}: DiagnosticEvidence):
  | { readonly server: string; readonly share: number; readonly next: number }
  | undefined {
  const [worst, next] = (daemons?.resent ?? [])
    .flatMap(({ server = '', sent = 0, again = 0 }) =>
      sent < LEAST_SENT ? [] : [{ server, share: again / sent }],
    )
    .toSorted((a, b) => b.share - a.share);
  // Alone it may be as bad as all others.
  if (worst === undefined || next === undefined) return undefined;
  const isOutlier = worst.share >= RESENT_SHARE && worst.share > RESENT_OUTLIER * next.share;
  return isOutlier ? { ...worst, next: next.share } : undefined;
}

/** The symptom of a server that has to send again what it sent. */
export const RESENT = 'resent';
/** The symptom of pings that are slow. */
export const SLOW_PINGS = 'pings';
/** The symptom of all writes taking longer than usual. */
export const SLOW_WRITES = 'writes';

/** Writes that take so many times longer than usual are felt. */
const SLOWDOWN = 1.4;
/** Milliseconds for which an error of a disk, or the loss of an OSD that came back, counts as present. */
const [ERROR_MS, FLAP_MS] = [5 * 60_000, 5 * 60_000];

/** Everything that asks for an explanation, with its weight: what is an error weighs more, what is only a hint less. */
export function symptomsOf(evidence: DiagnosticEvidence): ReadonlyMap<string, number> {
  const symptoms = new Map<string, number>();
  for (const { code, isError } of evidence.checks.values()) symptoms.set(ofCheck(code), isError ? 4 : 3);
  for (const { id, in: isIn } of evidence.notUp) symptoms.set(ofOsd('down', id), isIn ? 3 : 2);
  for (const id of evidence.silent) symptoms.set(ofOsd('silent', id), 3);
  for (const [id, waiting] of waitersOf(evidence)) {
    if (waiting.size >= LEAST_WAITING) symptoms.set(ofOsd('waited', id), 2);
  }
  for (const id of slowDisks(evidence).keys()) symptoms.set(ofOsd('slow', id), 3);
  for (const [id, { last }] of diskErrorTimes(evidence)) {
    if (evidence.at - last < ERROR_MS) symptoms.set(ofOsd('errors', id), 2);
  }
  for (const [id, lines] of evidence.byOsd.stillRunning) {
    if (evidence.at - lines.at(-1)!.at < FLAP_MS) symptoms.set(ofOsd('flap', id), 2);
  }
  if (slowPings(evidence).length > 0) symptoms.set(SLOW_PINGS, 3);
  if (resendingServer(evidence) !== undefined) symptoms.set(RESENT, 3);
  if ((evidence.trends.writeSlowdown ?? 1) > SLOWDOWN) symptoms.set(SLOW_WRITES, 2);
  for (const field of Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[]) {
    const { online, total } = evidence.status?.[field] ?? {};
    if (online !== undefined && total !== undefined && online < total) symptoms.set(`gateway:${field}`, 3);
  }
  for (const name of evidence.flags) symptoms.set(ofFlag(name), 2);
  if (isCapped(evidence)) symptoms.set(CAPPED, 3);
  for (const kind of stoppedDaemons(evidence)) symptoms.set(ofDaemon(kind), 3);
  return symptoms;
}

/** The id of the symptom that daemons of a kind do not run, before any check tells of it. */
export const ofDaemon = (kind: DaemonKind): string => `daemon:${kind}`;

type DaemonKind = 'mon' | 'mgr' | 'mds';

/** Milliseconds for which the end of a daemon counts without anything else that tells of it. */
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

/** Tells whether OSDs and monitors answered, and everything that only the manager knows could not be had. */
export const managerIsSilent = ({ daemons }: DiagnosticEvidence): boolean =>
  daemons?.waits !== undefined &&
  daemons.clocks !== undefined &&
  daemons.latencies === undefined &&
  daemons.pings === undefined;
