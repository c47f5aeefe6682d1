import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import type { ClusterSnapshot } from '../snapshot.ts';
import { readChanges, type ClusterChange } from './changes.ts';
import { activeChecks, type ClusterCheck } from './checks.ts';
import { readSignals, type LogLine, type LogSignals } from './log.ts';
import { osdIdOf, type OsdInventory, type OsdState, type Place } from './osds.ts';
import { readTrends, type Trends } from './trends.ts';

/** The answers of daemons; a list that is not there could not be had. */
type Answers = { readonly [Part in keyof ClusterEvidence]: ClusterEvidence[Part] | undefined };

/** All that the rules may read: what snapshots tell, put in order once. Pure data; the same snapshots make the same evidence. */
export interface DiagnosticEvidence {
  /** The time that counts as now, in milliseconds since the epoch. */
  readonly at: number;
  readonly status: ClusterStatus | undefined;
  readonly checks: ReadonlyMap<string, ClusterCheck>;
  readonly osds: ReadonlyMap<number, OsdState>;
  readonly places: readonly Place[];
  readonly notUp: readonly OsdState[];
  /** Places with an OSD that is not up, is silent, or came and went. */
  readonly troubled: readonly Place[];
  readonly disks: readonly Disk[];
  /** Names of servers by id. */
  readonly servers: ReadonlyMap<number, string>;
  /** Flags that are set. */
  readonly flags: readonly string[];
  readonly recoverySpeed: number | undefined;
  readonly log: LogSignals;
  /** The changes that the log tells of, oldest first. */
  readonly changes: readonly ClusterChange[];
  /** Lines about OSDs that fail and return, by the id of the OSD. */
  readonly byOsd: Readonly<Record<OsdLines, ReadonlyMap<number, readonly LogLine[]>>>;
  /** Answers of daemons that were asked; undefined where the service gives nothing of the kind. */
  readonly daemons: Answers | undefined;
  /** OSDs that do not answer: asked in vain, or missed by peers on two servers within the last half minute; up in the map or not. */
  readonly silent: ReadonlySet<number>;
  readonly trends: Trends;
  /** Evidence that could not be had, in words. */
  readonly missing: readonly string[];
}

/** Milliseconds for which a line about a peer's silence counts as present: peers repeat it every few seconds. */
const SILENCE_MS = 30_000;

/** Puts the snapshots in order, oldest first; the last is the present. */
export function readEvidence(
  snapshots: readonly [...ClusterSnapshot[], ClusterSnapshot],
  inventory: OsdInventory,
): DiagnosticEvidence {
  const now = snapshots.at(-1)!;
  const { at, status, detail, disks = [] } = now;
  const log = readSignals(now.log);
  const byOsd = linesByOsd(log);
  const daemons = bounded(detail?.evidence);
  const silent = silentOsds(log, daemons, at, inventory);
  return {
    at,
    status,
    checks: activeChecks({ status, detail }),
    ...inventory,
    troubled: troubledPlaces(inventory, [...silent, ...byOsd.stillRunning.keys(), ...byOsd.failed.keys()]),
    disks,
    servers: serverNames(disks),
    flags: (now.flags ?? []).flatMap(({ name, currentState }) =>
      currentState === true && name !== undefined ? [name] : [],
    ),
    recoverySpeed: now.recoverySpeed,
    log,
    changes: readChanges(now.log),
    byOsd,
    daemons,
    silent,
    trends: readTrends(snapshots),
    missing: missingOf(now),
  };
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

/** Servers on which peers must miss an OSD, as for Ceph's monitors: one that is cut off misses all others. */
const LEAST_REPORTERS = 2;

/** Whoever has booted since peers missed it is not silent any more. */
function silentOsds(
  log: LogSignals,
  daemons: Answers | undefined,
  at: number,
  { osds, places }: OsdInventory,
): Set<number> {
  const booted = new Map(log.booted.map(({ found, at: when }) => [Number(found[0]), when]));
  const missedBy = new Map<number, Set<string>>();
  for (const { at: when, found, service } of log.noReply) {
    const id = Number(found[0]);
    if (at - when >= SILENCE_MS || (booted.get(id) ?? 0) >= when) continue;
    const reporter = osds.get(osdIdOf(service) ?? -1)?.host || service;
    missedBy.set(id, (missedBy.get(id) ?? new Set<string>()).add(reporter));
  }
  const others = places.filter(({ type }) => type === 'HOST').length - 1;
  const enough = others < 1 ? LEAST_REPORTERS : Math.min(LEAST_REPORTERS, others);
  const missed = missedBy.entries().filter(([, by]) => by.size >= enough);
  return new Set([...(daemons?.silent ?? []), ...missed.map(([id]) => id)]);
}

/** Entries of each list of answers that are looked at: those of a service that keeps to the interface are shorter by far. */
const MOST_ANSWERS = 256;

const first = <T>(list: readonly T[] | undefined): T[] | undefined => list?.slice(0, MOST_ANSWERS);

const bounded = (evidence: ClusterEvidence | undefined): Answers | undefined =>
  evidence && {
    waits: first(evidence.waits),
    silent: first(evidence.silent),
    latencies: first(evidence.latencies),
    pings: first(evidence.pings),
    clients: first(evidence.clients),
    quorum: first(evidence.quorum),
    clocks: first(evidence.clocks),
    resent: first(evidence.resent),
    diskErrors: first(evidence.diskErrors),
  };

/** The parts of a snapshot that rules cannot do without, by what they are in words. */
const PARTS = [
  ['status', 'the status of the cluster'],
  ['detail', 'details of the health checks'],
  ['disks', 'disks'],
  ['crush', 'the CRUSH map'],
  ['flags', 'flags'],
  ['log', 'the log'],
] as const satisfies readonly (readonly [keyof ClusterSnapshot, string])[];

/** The parts of the daemons' answers, by what they are in words. */
const ANSWERS = [
  ['waits', 'who waits for whom'],
  ['latencies', 'latencies of the OSDs'],
  ['pings', 'ping times between OSDs'],
  ['clients', 'the busiest clients'],
  ['clocks', 'the clocks of the monitors'],
] as const satisfies readonly (readonly [keyof ClusterEvidence, string])[];

function missingOf(now: ClusterSnapshot): readonly string[] {
  const parts = PARTS.flatMap(([part, words]) => (now[part] === undefined ? [words] : []));
  const daemons = now.detail?.evidence;
  return [...parts, ...ANSWERS.flatMap(([part, words]) => (daemons?.[part] === undefined ? [words] : []))];
}

/** The kinds of lines of which many rules ask for those about one OSD. */
type OsdLines = 'failed' | 'booted' | 'stillRunning';

const linesByOsd = ({ failed, booted, stillRunning }: LogSignals): DiagnosticEvidence['byOsd'] => {
  const byOsd = (lines: readonly LogLine[]) => Map.groupBy(lines, ({ found }) => Number(found[0]));
  return { failed: byOsd(failed), booted: byOsd(booted), stillRunning: byOsd(stillRunning) };
};

/** The lines of a kind about an OSD, oldest first. */
export const linesOn = (
  { byOsd }: Pick<DiagnosticEvidence, 'byOsd'>,
  kind: OsdLines,
  { id }: Pick<OsdState, 'id'>,
): readonly LogLine[] => byOsd[kind].get(id) ?? [];

/** The ends of daemons of a kind (`mon`, `mds`, `nfs`) that systemd tells of, the last of each, oldest first. */
export function exitsOf({ log }: DiagnosticEvidence, kind: string): readonly LogLine[] {
  const ends = log.exited.filter(({ found }) => found[0] === kind);
  return [...new Map(ends.map((line) => [line.found[1], line])).values()].toSorted((a, b) => a.at - b.at);
}
