import type { FlagName } from '../../../api/contract/maintenance.ts';
import type { SampleSeries } from '../../history/series.ts';
import type { SettingScalar } from '../../rules/settings.ts';
import type { ConfigBackups } from '../backups/backup.ts';
import type { CrashReports } from '../crashes/reports.ts';
import type { SimCrushRule } from '../crush/rules.ts';
import type { Scopes } from '../crush/scopes.ts';
import type { CrushTree } from '../crush/tree.ts';
import type { Check } from '../health/check.ts';
import type { HealthMutes } from '../health/mutes.ts';
import type { SimLogBook } from '../log/book.ts';
import type { PgSpace } from '../placementGroups/ids.ts';
import type { UncleanPg } from '../placementGroups/unclean.ts';
import type { SimPool } from '../pools/pool.ts';
import type { RecoveryEvent } from '../progress/recoveryEvent.ts';
import type { TaskBoard } from '../tasks/board.ts';
import type { Agenda } from './agenda.ts';
import type { Daemon } from './daemons.ts';
import type { Device } from './inventory.ts';
import type { Dice } from './random.ts';
import type { Settings } from './settings.ts';
import type { Host, Osd, Rack } from './topology.ts';

/** Totals over the cluster for the last simulated second. */
interface SecondTotals {
  readOps: number;
  writeOps: number;
  readBytes: number;
  writeBytes: number;
  recoveredObjects: number;
  recoveredBytes: number;
}

/** Placement groups that are recovering or wait for it, by global index. */
export interface Recovery {
  readonly running: Set<number>;
  /** By urgency: logs to replay, copies to restore, shards to move. */
  readonly waiting: readonly [replay: Set<number>, restore: Set<number>, move: Set<number>];
  /** The operator's choice, 1 to 10; undefined for the default of the settings. */
  speed: number | undefined;
  /** Objects per second, smoothed over about half a minute. */
  rate: number;
}

/** A requested scrub. */
interface ScrubRequest {
  /** Global index of the placement group. */
  readonly id: number;
  readonly deep: boolean;
}

interface Scrubs {
  /** Requests that wait for their turn. */
  readonly queue: Set<ScrubRequest>;
  /** OSDs that take part in a scrub, each in one at a time (osd_max_scrubs). */
  readonly busy: Set<number>;
  /** Numbers of placement groups whose daily or weekly scrub is overdue. */
  late: number;
  lateDeep: number;
}

/** The load of the active metadata server, and a client that does not release its capabilities. */
export interface Metadata {
  /** Segments of its journal, and their growth per second. */
  segments: number;
  growth: number;
  hung: { readonly client: number; readonly since: number } | undefined;
}

/** A client that always has as many requests in flight, far more than all others. */
export interface BusyClient {
  readonly client: number;
  readonly address: string;
  readonly pool: SimPool;
  readonly inFlight: number;
}

/**
 * An object with so many omap keys that it slows down its placement group. `found` is true once a deep scrub has seen
 * it.
 */
export interface LargeObject {
  readonly name: string;
  readonly pg: number;
  readonly keys: number;
  found: boolean;
}

/**
 * The clock skew of each monitor against the leader in seconds, by name, as last measured. The leader takes its own
 * clock to be right.
 */
interface TimeChecks {
  skews: ReadonlyMap<string, number>;
  /** The tick of the next comparison. */
  next: number;
}

/** Values of the cluster and its parts since the engine started, second by second. */
export interface MeasuredHistory {
  /** Records the values of the current second. */
  sample(model: Model): void;
  /** The values of one plot of a subject; undefined while nothing was measured. */
  series(subject: Model | SimPool | Host | Device, plot: string): SampleSeries | undefined;
  /** Drops the values of a subject that no longer exists. */
  forget(subject: SimPool | Device): void;
}

/** The present of the simulated cluster, in milliseconds since the epoch. */
export const presentTime = ({ tick, timeOf }: Model): number => timeOf(tick);

/** The flags that can also be set for a part of the cluster (`ceph osd set-group`). */
export type GroupFlag = 'noup' | 'nodown' | 'noin' | 'noout';

/**
 * The whole state of the simulated cluster. step.ts advances it by one second, and the functions in this folder read
 * and change it in place. One tick is one simulated second.
 *
 * Placement groups are numbered consecutively over all pools. A clean one costs only its entry in its pool's arrays
 * and a count; only one that is not clean has an object (`unclean`), and each OSD lists the groups that it holds. So
 * a step costs as much as there is activity, whatever the size of the cluster: 20,000 OSDs with half a million
 * placement groups step in a few milliseconds while they are calm.
 */
export interface Model {
  readonly settings: Settings;
  readonly fsid: string;
  /** True if it started as servers without a cluster, so that it has neither a past nor data. */
  readonly bare: boolean;
  /** True once the cluster exists. Before that, none of its daemons runs and it has no OSDs. */
  created: boolean;
  /** Number of seconds simulated so far. */
  tick: number;
  /** The date of a tick, in milliseconds since the epoch. */
  readonly timeOf: (tick: number) => number;
  readonly agenda: Agenda;
  readonly dice: Readonly<Record<'faults' | 'clients' | 'log' | 'scrubs' | 'changes' | 'history', Dice>>;
  readonly racks: readonly Rack[];
  readonly hosts: readonly Host[];
  readonly osds: Osd[];
  readonly disks: Device[];
  readonly daemons: Daemon[];
  /** The tick at which the monitors lost their quorum; undefined while they have one. */
  quorumLostAt: number | undefined;
  /** The clocks of the monitors, as the leader last compared them. */
  readonly timeChecks: TimeChecks;
  /** The CRUSH hierarchy, and the scopes that rules choose from in it; `crushChanged` rebuilds them after a change. */
  crush: CrushTree;
  scopes: Scopes;
  readonly rules: SimCrushRule[];
  readonly pools: SimPool[];
  /** The last pool id assigned; ids are never reused. */
  lastPoolId: number;
  /** Maps placement groups to pools. */
  readonly pgs: PgSpace;
  /** Pools whose number of placement groups is changing. */
  readonly reshaping: Set<SimPool>;
  /** Settings that differ from their defaults, by the name of the Ceph option. */
  readonly options: Map<string, SettingScalar>;
  readonly metadata: Metadata;
  readonly busyClients: Set<BusyClient>;
  readonly largeObjects: Set<LargeObject>;
  readonly flags: Set<FlagName>;
  /** The flags that are set for buckets of the CRUSH map only, by the name of the bucket. */
  readonly bucketFlags: Map<string, ReadonlySet<GroupFlag>>;
  readonly unclean: Map<number, UncleanPg>;
  /** Placement groups with a shard on another OSD than CRUSH wants. */
  readonly displaced: Set<number>;
  /** Damaged placement groups with their number of scrub errors; `found` is true once a deep scrub has seen them. */
  readonly damaged: Map<number, { readonly errors: number; found: boolean }>;
  /** OSDs whose actual state may differ from the map, or that wait to be marked out. */
  readonly unsettled: Set<number>;
  /** OSDs whose recent heartbeats were slow. */
  readonly slowPings: Set<number>;
  /** OSDs above the nearfull ratio. */
  readonly filling: Set<Osd>;
  /** OSDs whose disk fails or has read errors. */
  readonly ailing: Set<number>;
  readonly recovery: Recovery;
  readonly scrubs: Scrubs;
  readonly log: SimLogBook;
  readonly tasks: TaskBoard;
  readonly history: MeasuredHistory;
  /** Numbers of missing copies of objects, and of copies that are not where they belong. */
  degraded: number;
  misplaced: number;
  /** OSD map epoch. */
  epoch: number;
  /** The epoch and limit for which TOO_MANY_PGS last passed, so that OSDs need not be counted every second. */
  pgsPerOsdPassed?: { readonly epoch: number; readonly limit: number };
  sums: SecondTotals;
  /** Health as the monitors last wrote it to the cluster log. */
  reported: ReadonlyMap<string, Check>;
  readonly mutes: HealthMutes;
  readonly crashes: CrashReports;
  readonly recoveryEvent: RecoveryEvent;
  readonly configBackup: ConfigBackups;
}
