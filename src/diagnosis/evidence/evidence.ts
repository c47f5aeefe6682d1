import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { PRIORITY } from '../../lib/priority.ts';
import { MAX_WARNINGS, type ClusterSnapshot } from '../snapshot.ts';
import { namedIn, readChanges, type ClusterChange } from './changes.ts';
import { activeChecks, raisedChecks, type ClusterCheck } from './checks.ts';
import { copiesOf } from './copies.ts';
import { currentSignals } from './currentSignals.ts';
import { activeFlags, pausesIn } from './flags.ts';
import { groupFlagsIn, type GroupFlags } from './groupFlags.ts';
import { lastCopiesIn } from './lastCopies.ts';
import { COMPLAINT_MS, readSignals, type LogLine, type LogSignals } from './log.ts';
import { type LastLosses, lastLosses } from './losses.ts';
import { missingOf } from './missing.ts';
import { osdIdOf, type OsdInventory, type OsdState, type Place } from './osds.ts';
import { type Reboot, rebootIn } from './reboot.ts';
import { type OsdReturn, returnsIn } from './returns.ts';
import { type SetDown, setDown } from './setDown.ts';
import { type DomainShortage, isDueToDown, shortagesOf } from './shortage.ts';
import { readTrends, type Trends } from './trends.ts';
import { troubledPools } from './troubledPools.ts';

/** The answers of daemons; a list is undefined if it could not be read. */
type Answers = {
  readonly [Part in Exclude<keyof ClusterEvidence, 'recovery'>]: ClusterEvidence[Part] | undefined;
};

/**
 * The input of the rules: the contents of the snapshots, organized once. It is plain data, a pure function of the
 * snapshots.
 */
export interface DiagnosticEvidence extends OsdInventory {
  /** The current time, in milliseconds since the epoch. */
  readonly at: number;
  readonly status: ClusterStatus | undefined;
  readonly checks: ReadonlyMap<string, ClusterCheck>;
  /** The places with an OSD that is not up, is silent, or has failed and returned. */
  readonly troubled: readonly Place[];
  readonly disks: readonly Disk[];
  readonly pools: readonly Pool[];
  /** The names of servers by id. */
  readonly servers: ReadonlyMap<number, string>;
  /** The names of set flags. */
  readonly flags: readonly string[];
  /** The flags that are set for parts of the cluster only. */
  readonly groupFlags: readonly GroupFlags[];
  readonly recoverySpeed: number | undefined;
  readonly reboot: Reboot | undefined;
  readonly log: LogSignals;
  /** The time of the oldest warning if there may be more before it, in milliseconds since the epoch. */
  readonly warnedFrom: number | undefined;
  readonly lastLosses: LastLosses;
  /** The logged changes, oldest first. */
  readonly changes: readonly ClusterChange[];
  /** The log lines about OSDs that fail and return, by OSD id. */
  readonly byOsd: Readonly<Record<OsdLines, ReadonlyMap<number, readonly LogLine[]>>>;
  /** The OSDs that are up again, by id. */
  readonly returns: ReadonlyMap<number, OsdReturn>;
  /** The answers of daemons; undefined if the service does not ask daemons. */
  readonly daemons: Answers | undefined;
  /**
   * The ids of OSDs, up or not, that do not answer the service, or that have not answered peers on two servers in the
   * last 30 seconds.
   */
  readonly silent: ReadonlySet<number>;
  /** The names of the pools with placement groups that lack copies, or do not have them where they belong. */
  readonly troubledPools: ReadonlySet<string>;
  /** The pools whose CRUSH rule finds too few failure domains, although their OSDs are up. */
  readonly shortages: readonly DomainShortage[];
  /** The pools with troubled placement groups whose min_size equals their size: these serve only with all copies or chunks. */
  readonly strictPools: readonly Pool[];
  /** The pools of which one more loss may cost data. */
  readonly lastCopies: readonly string[];
  /** The filesystem that somebody set down. */
  readonly setDown: SetDown | undefined;
  readonly trends: Trends;
  /** Missing evidence, in words. */
  readonly missing: readonly string[];
}

/** Reads the evidence from snapshots, which are sorted oldest first; the last one is the current state. */
export function readEvidence(
  snapshots: readonly [...ClusterSnapshot[], ClusterSnapshot],
  inventory: OsdInventory,
): DiagnosticEvidence {
  const now = snapshots.at(-1)!;
  const { at, detail, disks = [], pools = [] } = now;
  const status = withCurrentCounts(now.status);
  const signals = readSignals(now.log);
  const log = currentSignals(signals, at, inventory);
  const changes = readChanges(now.log);
  const isOfPresent = ofPresentOsds(changes);
  const byOsd = linesByOsd(log, changes, isOfPresent);
  const daemons = bounded(detail?.evidence);
  const silent = silentOsds(log, daemons, at, inventory);
  const raised = raisedChecks({ status, detail });
  const troubled = troubledPools(status, raised);
  const trends = readTrends(snapshots);
  return {
    at,
    status,
    checks: activeChecks({ status, detail }),
    ...inventory,
    troubled: troubledPlaces(inventory, [...silent, ...byOsd.stillRunning.keys(), ...byOsd.failed.keys()]),
    disks,
    pools,
    servers: serverNames(disks),
    flags: [...new Set([...activeFlags(now.flags), ...pausesIn(raised)])],
    groupFlags: groupFlagsIn({ status, detail }) ?? [],
    recoverySpeed: now.recoverySpeed,
    reboot: rebootIn(now.tasks, new Set(inventory.places.map(({ name }) => name))),
    log,
    warnedFrom: warnedFrom(now),
    lastLosses: lastLosses(signals),
    changes,
    byOsd,
    returns: returnsIn(signals, inventory, isOfPresent),
    daemons,
    silent,
    troubledPools: troubled,
    shortages: shortagesOf(now, inventory).filter((one) => !isDueToDown(one)),
    strictPools: strictPoolsOf(now, troubled),
    lastCopies: lastCopiesIn(now),
    setDown: setDown(status, changes),
    trends,
    missing: missingOf(now, trends),
  };
}

function warnedFrom({ log = [] }: ClusterSnapshot): number | undefined {
  const warnings = log.filter(({ p = Infinity }) => p <= PRIORITY.warning);
  return warnings.length < MAX_WARNINGS ? undefined : (warnings[0]?.t ?? 0) * 1000;
}

function strictPoolsOf({ pools = [] }: ClusterSnapshot, troubled: ReadonlySet<string>): readonly Pool[] {
  return pools.filter((pool) => {
    const { size, minSize } = copiesOf(pool);
    return troubled.has(pool.name ?? '') && size !== undefined && size > 1 && minSize === size;
  });
}

/**
 * The status without the counts of daemons if the cluster does not answer: only monitors with a quorum know which metadata
 * servers and gateways run.
 */
function withCurrentCounts(status: ClusterStatus | undefined): ClusterStatus | undefined {
  if (status?.storeStatus?.health?.status !== 'HEALTH_UNKNOWN') return status;
  const {
    mds: _mds,
    radosgws: _s3,
    iscsi: _iscsi,
    nfsGateways: _nfs,
    smbGateways: _smb,
    servers: _servers,
    ...current
  } = status;
  return current;
}

function serverNames(disks: readonly Disk[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { server, hostname } of disks) {
    if (server !== undefined && hostname !== undefined) names.set(server, hostname);
  }
  return names;
}

const troubledPlaces = ({ osds, notUp }: OsdInventory, ids: readonly number[]): readonly Place[] => [
  ...new Set([...notUp, ...ids.flatMap((id) => osds.get(id) ?? [])].flatMap(({ places }) => places)),
];

/**
 * The number of servers whose OSDs must report a silent OSD, as for Ceph's monitors; a disconnected server reports all
 * others.
 */
const MIN_REPORTERS = 2;

/** The ids of silent OSDs; an OSD that has booted after it was reported is not silent any more. */
function silentOsds(
  log: LogSignals,
  daemons: Answers | undefined,
  at: number,
  { osds, places }: OsdInventory,
): Set<number> {
  const booted = new Map(log.booted.map(({ found, at: when }) => [Number(found[0]), when]));
  const reportersOf = new Map<number, Set<string>>();
  for (const { at: when, found, service } of log.noReply) {
    const id = Number(found[0]);
    if (at - when >= COMPLAINT_MS || (booted.get(id) ?? 0) >= when) continue;
    const reporter = osds.get(osdIdOf(service) ?? -1)?.host || service;
    reportersOf.set(id, (reportersOf.get(id) ?? new Set<string>()).add(reporter));
  }
  const others = places.filter(({ type }) => type === 'HOST').length - 1;
  const needed = others < 1 ? MIN_REPORTERS : Math.min(MIN_REPORTERS, others);
  const reported = reportersOf.entries().filter(([, reporters]) => reporters.size >= needed);
  return new Set([...(daemons?.silent ?? []), ...reported.map(([id]) => id)]);
}

/** The maximum number of entries of each list that are used; a conforming service sends far fewer. */
const MAX_ANSWERS = 256;

const limited = <T>(list: readonly T[] | undefined): T[] | undefined => list?.slice(0, MAX_ANSWERS);

const bounded = (evidence: ClusterEvidence | undefined): Answers | undefined =>
  evidence && {
    waits: limited(evidence.waits),
    needs: limited(evidence.needs),
    silent: limited(evidence.silent),
    ended: limited(evidence.ended),
    down: limited(evidence.down),
    latencies: limited(evidence.latencies),
    pings: limited(evidence.pings),
    links: limited(evidence.links),
    clients: limited(evidence.clients),
    queues: limited(evidence.queues),
    quorum: limited(evidence.quorum),
    clocks: limited(evidence.clocks),
    resent: limited(evidence.resent),
    diskErrors: limited(evidence.diskErrors),
    servers: limited(evidence.servers),
    unreached: limited(evidence.unreached),
    lostMonitors: limited(evidence.lostMonitors),
    lostManagers: limited(evidence.lostManagers),
  };

/** The kinds of log lines that are indexed by an OSD: the one that they are about, for `complaints` the one that complains. */
type OsdLines =
  | 'failed'
  | 'shutDown'
  | 'booted'
  | 'stillRunning'
  | 'noReply'
  | 'waitsForPeers'
  | 'complaints';

function linesByOsd(
  log: LogSignals,
  changes: readonly ClusterChange[],
  isOfPresent: (line: LogLine) => boolean,
): DiagnosticEvidence['byOsd'] {
  const byOsd = (lines: readonly LogLine[]) =>
    Map.groupBy(lines.filter(isOfPresent), ({ found }) => Number(found[0]));
  return {
    failed: byOsd(log.failed),
    shutDown: byOsd(log.shutDown),
    booted: byOsd(log.booted),
    stillRunning: byOsd(log.stillRunning.filter((line) => !isOrdered(line, changes))),
    noReply: byOsd(log.noReply),
    waitsForPeers: byOsd(log.waitsForPeers),
    complaints: Map.groupBy(log.noReply, ({ service }) => osdIdOf(service) ?? -1),
  };
}

/** Matches the commands that remove an OSD, or make one with the number of a former one. */
const RENUMBERS = /^osd (?:purge|rm|new) /;

/** The test for log lines about present OSDs: earlier ones may be about a former one of the same number. */
function ofPresentOsds(changes: readonly ClusterChange[]): (line: LogLine) => boolean {
  const since = new Map(
    changes
      .filter(({ text }) => RENUMBERS.test(text))
      .flatMap((change) => namedIn(change).map((name) => [name, change.at] as const)),
  );
  return ({ at, found: [id] }) => at >= (since.get(`osd.${id}`) ?? 0);
}

/** The time in milliseconds within which an OSD says that it still runs after it was marked down. */
const SAYS_MS = 30_000;

/** True if a command (`osd down`) marked down the OSD that says that it still runs, so that nothing is wrong with it. */
const isOrdered = ({ at, found: [id = ''] }: LogLine, changes: readonly ClusterChange[]): boolean =>
  changes.some(({ at: when, text }) => {
    const [command, ...ids] = text.split(' down ');
    const names = ids.join(' ').split(' ');
    return (
      command === 'osd' &&
      when <= at &&
      at - when < SAYS_MS &&
      (names.includes(id) || names.includes(`osd.${id}`))
    );
  });

/** The log lines of a kind about an OSD, oldest first. */
export const linesOn = (
  { byOsd }: Pick<DiagnosticEvidence, 'byOsd'>,
  kind: OsdLines,
  { id }: Pick<OsdState, 'id'>,
): readonly LogLine[] => byOsd[kind].get(id) ?? [];

/** The last exit of each daemon of a kind (`mon`, `mds`, `nfs`) that systemd has logged, oldest first. */
export function exitsOf({ log }: DiagnosticEvidence, kind: string): readonly LogLine[] {
  const exits = log.exited.filter(({ found }) => found[0] === kind);
  return [...new Map(exits.map((line) => [line.found[1], line])).values()].toSorted((a, b) => a.at - b.at);
}
