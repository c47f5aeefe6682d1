import type { FlagName } from '../../api/contract/maintenance.ts';
import { Agenda } from './agenda.ts';
import { bareInventory } from './bootstrap/hardware.ts';
import { buildRules, type CrushRule } from './crushRules.ts';
import { buildTree, planTree, type CrushTree } from './crushTree.ts';
import { placeDaemons, type Daemon } from './daemons.ts';
import type { ConfigBackups } from './config/backups.ts';
import type { Check } from './health/check.ts';
import { History } from './history/history.ts';
import { buildInventory, type Device } from './inventory.ts';
import { LogBook } from './log/book.ts';
import { PgSpace } from './pgSpace.ts';
import { placePool } from './placement.ts';
import { planPools } from './poolPlan.ts';
import { createPool, shardBytes, type Pool, type PoolSpec } from './pools.ts';
import { Dice } from './random.ts';
import { Scopes } from './scopes.ts';
import { DEFAULTS, type Settings } from './settings.ts';
import { TaskBoard } from './tasks/board.ts';
import { buildTopology, type Host, type Osd, type Rack } from './topology.ts';
import { setUsed } from './usage.ts';
import type { UncleanPg } from './uncleanPg.ts';

/** What happened in the last simulated second, summed over the cluster. */
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
  /** Whether it began as servers without a cluster, and so has neither a past nor anything in it. */
  readonly bare: boolean;
  /** Whether there is a cluster. Before, no daemon of it runs and it has no disks. */
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
  /** The CRUSH hierarchy, and what rules choose from in it (crushMap.ts replaces both together). */
  crush: CrushTree;
  scopes: Scopes;
  readonly rules: CrushRule[];
  readonly pools: Pool[];
  /** Ids of pools are never given twice. */
  lastPoolId: number;
  /** Which pool each placement group belongs to. */
  readonly pgs: PgSpace;
  /** Pools whose number of placement groups is to change. */
  readonly reshaping: Set<Pool>;
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
  readonly log: LogBook;
  readonly tasks: TaskBoard;
  readonly history: History;
  /** Copies of objects that are missing, and that are not where they belong. */
  degraded: number;
  misplaced: number;
  /** OSD map epoch. */
  epoch: number;
  sums: Sums;
  /** Health as the monitors last wrote it to the cluster log. */
  reported: ReadonlyMap<string, Check>;
  readonly configBackup: ConfigBackups;
}

interface ModelOptions {
  readonly seed: number;
  /** OSDs. */
  readonly scale: number;
  /** Average use of the disks, a share of 1. */
  readonly fill: number;
  /** Only the servers with their disks, for a cluster that is yet to be created. */
  readonly bare?: boolean;
  readonly settings?: Partial<Settings>;
  readonly timeOf: (tick: number) => number;
}

/** A healthy cluster at tick 0, the same for the same options. */
export function createModel({ seed, scale, fill, bare = false, settings, timeOf }: ModelOptions): Model {
  const dice = new Dice(seed);
  const topology = buildTopology(scale, dice.fork('topology'));
  const daemons = bare ? [] : placeDaemons(topology);
  const inventory = dice.fork('inventory');
  const disks = bare ? bareInventory(topology, inventory) : buildInventory(topology, daemons, inventory);
  const crush = buildTree(planTree(bare ? { racks: [], hosts: [] } : topology), topology.osds);
  const scopes = new Scopes(crush, topology.osds);
  const rules = buildRules(topology, crush);
  const pgs = new PgSpace();
  const plans = bare ? [] : planPools(topology, rules, fill);
  const pools = fillPools(plans, scopes, pgs, dice.fork('placement'));
  const model: Model = {
    ...topology,
    settings: { ...DEFAULTS, ...settings },
    fsid: fsid(dice.fork('fsid')),
    bare,
    created: !bare,
    tick: 0,
    timeOf,
    agenda: new Agenda(() => model.tick),
    dice: {
      faults: dice.fork('faults'),
      clients: dice.fork('clients'),
      log: dice.fork('log'),
      scrubs: dice.fork('scrubs'),
      changes: dice.fork('changes'),
      history: dice.fork('history'),
    },
    disks,
    daemons,
    quorumLostAt: undefined,
    crush,
    scopes,
    rules,
    pools,
    lastPoolId: Math.max(0, ...pools.map(({ id }) => id)),
    pgs,
    reshaping: new Set(),
    flags: new Set(),
    unclean: new Map(),
    displaced: new Set(),
    damaged: new Map(),
    unsettled: new Set(),
    slowPings: new Set(),
    filling: new Set(),
    ailing: new Set(),
    recovery: { running: new Set(), waiting: [new Set(), new Set(), new Set()], speed: undefined, rate: 0 },
    scrubs: { queue: new Set(), busy: new Set() },
    log: new LogBook(`${seed.toString(36)}-${timeOf(0).toString(36)}`, () => timeOf(model.tick) / 1000),
    tasks: new TaskBoard(() => Math.floor(timeOf(model.tick) / 1000)),
    history: new History(),
    degraded: 0,
    misplaced: 0,
    epoch: 100 + scale,
    sums: { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0, recoveredObjects: 0, recoveredBytes: 0 },
    reported: new Map(),
    configBackup: {
      enabled: !bare,
      kept: new Map(),
      take: () => undefined,
      putBack: () => 0,
      changed: () => undefined,
    },
  };
  for (const osd of model.osds) setUsed(model, osd, osd.used);
  return model;
}

/** The pools of a cluster that has been in use for long: each OSD is as full as its share of them makes it. */
function fillPools(specs: readonly PoolSpec[], scopes: Scopes, pgs: PgSpace, dice: Dice): Pool[] {
  return specs.map((spec) => {
    const pool = createPool(spec, scopes.ofSlots(spec.rule, spec.size));
    const bytes = shardBytes(pool);
    pgs.add(pool);
    placePool(
      pool,
      dice,
      ({ used }) => used,
      (osd) => (osd.used += bytes),
    );
    return pool;
  });
}

const fsid = (dice: Dice): string => [8, 4, 4, 4, 12].map((digits) => dice.hex(digits)).join('-');
