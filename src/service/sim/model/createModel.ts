import { CrashReports } from '../crashes/reports.ts';
import { buildRules } from '../crush/rules.ts';
import { Scopes } from '../crush/scopes.ts';
import { buildTree, planTree } from '../crush/tree.ts';
import { HealthMutes } from '../health/mutes.ts';
import { SimHistory } from '../history/history.ts';
import { SimLogBook } from '../log/book.ts';
import { setUsed } from '../osds/usage.ts';
import { PgSpace } from '../placementGroups/ids.ts';
import { placePool } from '../placementGroups/placement.ts';
import { planPools } from '../pools/initialPools.ts';
import { createPool, shardBytes, type SimPool, type PoolSpec } from '../pools/pool.ts';
import { RecoveryEvent } from '../progress/recoveryEvent.ts';
import { bareInventory } from '../setup/hardware.ts';
import { TaskBoard, type TaskObserver } from '../tasks/board.ts';
import { Agenda } from './agenda.ts';
import { placeDaemons } from './daemons.ts';
import { buildInventory } from './inventory.ts';
import type { Model } from './model.ts';
import { Dice } from './random.ts';
import { DEFAULTS, type Settings } from './settings.ts';
import { buildTopology } from './topology.ts';

interface ModelOptions {
  readonly seed: number;
  /** Number of OSDs. */
  readonly scale: number;
  /** Average usage of the disks, from 0 to 1. */
  readonly fill: number;
  /** True for servers and disks only, before a cluster is created on them. */
  readonly bare?: boolean;
  readonly settings?: Partial<Settings>;
  readonly timeOf: (tick: number) => number;
  /** Observes the tasks of the cluster. */
  readonly taskObserver: TaskObserver;
}

/** Creates a healthy cluster at tick 0. Equal options make equal clusters. */
export function createModel({
  seed,
  scale,
  fill,
  bare = false,
  settings,
  timeOf,
  taskObserver,
}: ModelOptions): Model {
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
    fsid: dice.fork('fsid').uuid(),
    bare,
    created: !bare,
    tick: 0,
    timeOf,
    agenda: new Agenda(() => model.tick),
    dice: streamsOf(dice),
    disks,
    daemons,
    quorumLostAt: undefined,
    timeChecks: { skews: new Map(), next: 0 },
    crush,
    scopes,
    rules,
    pools,
    lastPoolId: Math.max(0, ...pools.map(({ id }) => id)),
    pgs,
    reshaping: new Set(),
    options: new Map(),
    ...quietClients(),
    flags: new Set(),
    bucketFlags: new Map(),
    unclean: new Map(),
    displaced: new Set(),
    damaged: new Map(),
    unsettled: new Set(),
    slowPings: new Set(),
    filling: new Set(),
    ailing: new Set(),
    recovery: { running: new Set(), waiting: [new Set(), new Set(), new Set()], speed: undefined, rate: 0 },
    scrubs: { queue: new Set(), busy: new Set(), late: 0, lateDeep: 0 },
    log: new SimLogBook(`${seed.toString(36)}-${timeOf(0).toString(36)}`, () => timeOf(model.tick) / 1000),
    tasks: new TaskBoard(() => Math.floor(timeOf(model.tick) / 1000), taskObserver),
    history: new SimHistory(),
    degraded: 0,
    misplaced: 0,
    epoch: 100 + scale,
    sums: { readOps: 0, writeOps: 0, readBytes: 0, writeBytes: 0, recoveredObjects: 0, recoveredBytes: 0 },
    reported: new Map(),
    mutes: new HealthMutes(),
    crashes: new CrashReports(),
    recoveryEvent: new RecoveryEvent(),
    configBackup: { enabled: !bare, backups: new Map() },
  };
  for (const osd of model.osds) setUsed(model, osd, osd.used);
  return model;
}

/** Client state in which no client stands out. */
const quietClients = (): Pick<Model, 'metadata' | 'busyClients' | 'largeObjects'> => ({
  metadata: { segments: 90, growth: 0, hung: undefined },
  busyClients: new Set(),
  largeObjects: new Set(),
});

/** The independent random streams of the model. */
const streamsOf = (dice: Dice): Model['dice'] => ({
  faults: dice.fork('faults'),
  clients: dice.fork('clients'),
  log: dice.fork('log'),
  scrubs: dice.fork('scrubs'),
  changes: dice.fork('changes'),
  history: dice.fork('history'),
});

/** Creates the pools of a cluster that has been in use for long: each OSD is filled by its share of them. */
function fillPools(specs: readonly PoolSpec[], scopes: Scopes, pgs: PgSpace, dice: Dice): SimPool[] {
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
