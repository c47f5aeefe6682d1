import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { ClusterSnapshot } from '../snapshot.ts';
import { readChanges, type ClusterChange } from './changes.ts';
import { activeChecks, type ClusterCheck } from './checks.ts';
import { readSignals, type LogLine, type LogSignals } from './log.ts';
import type { OsdInventory, OsdState, Place } from './osds.ts';
import { readTrends, type Trends } from './trends.ts';

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
  readonly daemons: ClusterEvidence | undefined;
  /** OSDs that do not answer: asked in vain, or missed by their peers within the last half minute; up in the map or not. */
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
  const daemons = detail?.evidence;
  const silent = silentOsds(log, daemons, at);
  return {
    at,
    status,
    checks: activeChecks({ status, detail }),
    ...inventory,
    troubled: troubledPlaces(inventory, [...silent, ...byOsd.stillRunning.keys(), ...byOsd.failed.keys()]),
    disks,
    servers: new Map(
      disks.flatMap(({ server, hostname }) =>
        server === undefined || hostname === undefined ? [] : [[server, hostname]],
      ),
    ),
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

const troubledPlaces = ({ osds, notUp }: OsdInventory, ids: readonly number[]): readonly Place[] => [
  ...new Set([...notUp, ...ids.flatMap((id) => osds.get(id) ?? [])].flatMap(({ places }) => places)),
];

/** Whoever has booted, or has complained of others, since a peer missed it is not silent any more. */
function silentOsds(log: LogSignals, daemons: ClusterEvidence | undefined, at: number): Set<number> {
  const silent = new Set(daemons?.silent);
  const booted = new Map(log.booted.map(({ found, at: when }) => [Number(found[0]), when]));
  for (const { at: when, found } of log.noReply) {
    const id = Number(found[0]);
    if (at - when < SILENCE_MS && (booted.get(id) ?? 0) < when) silent.add(id);
  }
  return silent;
}

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

/** The ends of daemons of a kind (`mon`, `mds`, `nfs`) that systemd tells of, the last of each. */
export function exitsOf({ log }: DiagnosticEvidence, kind: string): readonly LogLine[] {
  const last = new Map<string, LogLine>();
  for (const line of log.exited) if (line.found[0] === kind) last.set(line.found[1] ?? '', line);
  return [...last.values()];
}
