import type { FlagName } from '../../api/contract/maintenance.ts';
import type { SampleSeries } from '../history/series.ts';
import type { Agenda } from './agenda.ts';
import type { ConfigBackups } from './backups/backup.ts';
import type { Scalar } from './config/option.ts';
import type { CrashReports } from './crashes/reports.ts';
import type { SimCrushRule } from './crush/rules.ts';
import type { Scopes } from './crush/scopes.ts';
import type { CrushTree } from './crush/tree.ts';
import type { Daemon } from './daemons.ts';
import type { Check } from './health/check.ts';
import type { HealthMutes } from './health/mutes.ts';
import type { Device } from './inventory.ts';
import type { SimLogBook } from './log/book.ts';
import type { PgSpace } from './placementGroups/ids.ts';
import type { UncleanPg } from './placementGroups/unclean.ts';
import type { SimPool } from './pools/pool.ts';
import type { RecoveryEvent } from './progress/recoveryEvent.ts';
import type { Dice } from './random.ts';
import type { Settings } from './settings.ts';
import type { TaskBoard } from './tasks/board.ts';
import type { Host, Osd, Rack } from './topology.ts';

/** Sums over the cluster of the last simulated second. */
interface Sums {
  readOps: number;
  writeOps: number;
  readBytes: number;
  writeBytes: number;
  recoveredObjects: number;
  recoveredBytes: number;
}

/** Placement groups that are being healed or wait for it, by global index. */
export interface Recovery {
  readonly running: Set<number>;
  /** In order of urgency: logs to replay, copies to restore, shards to move. */
  readonly waiting: readonly [replay: Set<number>, restore: Set<number>, move: Set<number>];
  /** The operator's choice, 1 to 10; undefined is the default of the settings. */
  speed: number | undefined;
  /** Objects per second, smoothed over about half a minute. */
  rate: number;
}

/** A scrub that was asked for. */
interface ScrubRequest {
  /** Global index of the placement group. */
  readonly id: number;
  readonly deep: boolean;
}

interface Scrubs {
  /** Requests that wait for their turn. */
  readonly queue: Set<ScrubRequest>;
  /** OSDs that take part in a scrub; each takes part in one at a time (osd_max_scrubs). */
  readonly busy: Set<number>;
  /** Placement groups whose daily and weekly scrub is overdue. */
  late: number;
  lateDeep: number;
}

/** The load of the active metadata server, and a client of it that keeps what it was asked to give back. */
export interface Metadata {
  /** Segments of its journal, and by how many they grow in a second. */
  segments: number;
  growth: number;
  hung: { readonly client: number; readonly since: number } | undefined;
}

/** A client that asks for much more than all others. */
export interface BusyClient {
  readonly client: number;
  readonly address: string;
  readonly pool: SimPool;
  readonly writeOps: number;
}

/** An object with so many keys that it slows its placement group down; `found` once a deep scrub has seen it. */
export interface LargeObject {
  readonly name: string;
  readonly pg: number;
  readonly keys: number;
  found: boolean;
}

/** Seconds by which the clock of each monitor differs from the leader's, as it was last measured, by name. The leader takes its own for right. */
interface TimeChecks {
  skews: ReadonlyMap<string, number>;
  /** When they are compared next, as a tick. */
  next: number;
}

/** Values of the cluster and its parts since the engine began, second by second. */
export interface MeasuredHistory {
  /** Takes the values of the present second. */
  sample(model: Model): void;
  /** The values of one plot of something; undefined while nothing was measured of it. */
  series(subject: Model | SimPool | Host | Device, plot: string): SampleSeries | undefined;
  /** Drops what was measured of something that is gone for good. */
  forget(subject: SimPool | Device): void;
}

/**
 * The whole state of the simulated cluster; step.ts moves it on by one second, and every function beside it
 * reads or changes it in place. One tick is one simulated second.
 *
 * Placement groups are numbered on over all pools. A clean one costs only its entry in its pool's arrays
 * and a count; only those that are not clean have an object (`unclean`), and each OSD lists the groups it
 * holds. So a step costs as much as is going on, not as much as there is: 20,000 OSDs with half a
 * million placement groups step in a few milliseconds while they are calm.
 */
export interface Model {
  readonly settings: Settings;
  readonly fsid: string;
  /** True where it began as servers without a cluster, and so has neither a past nor anything in it. */
  readonly bare: boolean;
  /** True once there is a cluster. Before, no daemon of it runs and it has no disks. */
  created: boolean;
  /** Seconds that were simulated so far. */
  tick: number;
  /** The moment of a tick, in milliseconds since the epoch. */
  readonly timeOf: (tick: number) => number;
  readonly agenda: Agenda;
  readonly dice: Readonly<Record<'faults' | 'clients' | 'log' | 'scrubs' | 'changes' | 'history', Dice>>;
  readonly racks: readonly Rack[];
  readonly hosts: readonly Host[];
  readonly osds: Osd[];
  readonly disks: Device[];
  readonly daemons: Daemon[];
  /** Since when the monitors have had no quorum, as a tick. */
  quorumLostAt: number | undefined;
  /** The clocks of the monitors, as the leader last compared them. */
  readonly timeChecks: TimeChecks;
  /** The CRUSH hierarchy, and what rules choose from in it (crushMap.ts replaces both together). */
  crush: CrushTree;
  scopes: Scopes;
  readonly rules: SimCrushRule[];
  readonly pools: SimPool[];
  /** Ids of pools are never given twice. */
  lastPoolId: number;
  /** Which pool each placement group belongs to. */
  readonly pgs: PgSpace;
  /** Pools whose number of placement groups is to change. */
  readonly reshaping: Set<SimPool>;
  /** Settings that were made, by the names of Ceph's options. */
  readonly options: Map<string, Scalar>;
  readonly metadata: Metadata;
  readonly busyClients: Set<BusyClient>;
  readonly largeObjects: Set<LargeObject>;
  readonly flags: Set<FlagName>;
  readonly unclean: Map<number, UncleanPg>;
  /** Placement groups with a shard away from home. */
  readonly displaced: Set<number>;
  /** Damaged placement groups and their scrub errors; `found` once a deep scrub has seen them. */
  readonly damaged: Map<number, { readonly errors: number; found: boolean }>;
  /** OSDs whose state in the map and in reality may differ, or that wait to be marked out. */
  readonly unsettled: Set<number>;
  /** OSDs whose heartbeats took long of late. */
  readonly slowPings: Set<number>;
  /** OSDs beyond the nearfull ratio. */
  readonly filling: Set<Osd>;
  /** OSDs with a disk that fails or reads badly. */
  readonly ailing: Set<number>;
  readonly recovery: Recovery;
  readonly scrubs: Scrubs;
  readonly log: SimLogBook;
  readonly tasks: TaskBoard;
  readonly history: MeasuredHistory;
  /** Copies of objects that are missing, and that are not where they belong. */
  degraded: number;
  misplaced: number;
  /** OSD map epoch. */
  epoch: number;
  sums: Sums;
  /** Health as the monitors last wrote it to the cluster log. */
  reported: ReadonlyMap<string, Check>;
  readonly mutes: HealthMutes;
  readonly crashes: CrashReports;
  readonly recoveryEvent: RecoveryEvent;
  readonly configBackup: ConfigBackups;
}
