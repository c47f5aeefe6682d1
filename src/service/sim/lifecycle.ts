import type { Clock } from '../../lib/clock.ts';
import { Downloads } from '../downloads.ts';
import type { Served } from '../engine.ts';
import { scheduleBackups } from './backups/backups.ts';
import { SimChangeRequests } from './changes/requests.ts';
import { SimCluster } from './cluster.ts';
import { Configuration } from './config/configuration.ts';
import { simHandlers } from './handlers/index.ts';
import type { Sim } from './handlers/section.ts';
import { SimHooks } from './hooks/hooks.ts';
import { diskImages } from './images/diskImages.ts';
import { ImageStore } from './images/store.ts';
import { imageUsers } from './iscsi/disks.ts';
import { createModel } from './model/createModel.ts';
import { createSite } from './networks/createSite.ts';
import type { Site } from './networks/site.ts';
import type { Persistence } from './persistence/persistence.ts';
import { restoreChoices, restoreModel, type Identity } from './persistence/restore.ts';
import { restoreTasks, taskPersistence } from './persistence/tasks.ts';
import type { Scenario } from './scenario.ts';
import { createStorage } from './storage.ts';
import { configBackup } from './tasks/jobs.ts';

/**
 * Difference in milliseconds at or above which the wall clock counts as set by somebody; less is normal clock correction.
 */
const SET_MS = 1000;
/** Maximum number of simulated seconds to catch up after a pause; the rest of the missed time is skipped. */
const MAX_CATCH_UP = 300;

/** Computes how many ticks of the simulation are due, and the dates of ticks. */
export class TickDates {
  readonly #clock: Clock;
  readonly #speed: number;
  /** The date of tick 0. It moves when time is skipped, and when somebody sets the clock. */
  #epoch: number;
  /** Difference between the wall clock and the elapsed time, in milliseconds. */
  #offset: number;

  /**
   * @param speed simulated seconds per second
   * @param age the current tick
   */
  constructor(clock: Clock, speed: number, age: number) {
    this.#clock = clock;
    this.#speed = speed;
    this.#epoch = clock.now() - (age * 1000) / speed;
    this.#offset = clock.now() - clock.elapsed();
  }

  /** The date of a tick, in milliseconds since the epoch. */
  dateOf(tick: number): number {
    return this.#epoch + (tick * 1000) / this.#speed;
  }

  /** Number of ticks that are due after `tick`. */
  dueAfter(tick: number): number {
    const moved = this.#clock.now() - this.#clock.elapsed() - this.#offset;
    if (Math.abs(moved) >= SET_MS) {
      this.#epoch += moved;
      this.#offset += moved;
    }
    const passed = this.#clock.elapsed() + this.#offset - this.#epoch;
    const due = Math.floor((passed * this.#speed) / 1000) - tick;
    if (due > MAX_CATCH_UP) this.#epoch += ((due - MAX_CATCH_UP) * 1000) / this.#speed;
    return Math.min(due, MAX_CATCH_UP);
  }
}

/** Options for starting a simulated cluster. */
export interface SimStartOptions {
  readonly clock: Clock;
  readonly identity: Identity;
  readonly scenario: Scenario;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly persistence: Persistence;
  readonly allowHooks: boolean;
  /** The error text of tasks that were running when the cluster was last closed. */
  readonly ended: string;
}

/** A running simulated cluster. */
export interface RunningSim {
  readonly cluster: SimCluster;
  readonly changes: SimChangeRequests;
  readonly downloads: Downloads;
  readonly handlers: Served;
  readonly close: () => void;
}

/** Average usage of the disks if a scenario sets none. */
const DEFAULT_FILL = 0.55;
/** Minimum time between two runs of due ticks, in milliseconds. */
const SHORTEST_WAIT = 50;

/** Starts a cluster, restored from what is stored, that steps with the clock. */
export function startSim(options: SimStartOptions): RunningSim {
  const { clock, scenario, speed, persistence, identity } = options;
  const dates = new TickDates(clock, speed, scenario.age);
  const model = createModel({
    ...identity,
    fill: scenario.fill ?? DEFAULT_FILL,
    timeOf: (tick) => dates.dateOf(tick),
    taskObserver: taskPersistence(persistence),
    ...(scenario.settings === undefined ? {} : { settings: scenario.settings }),
  });
  const cluster = new SimCluster(model);
  restoreTasks(model.tasks, persistence, options.ended);
  restoreModel(model, persistence);
  scenario.begin(cluster);
  cluster.step(scenario.age);
  restoreChoices(cluster, persistence);

  const closed = new AbortController();
  const { sim, site, hooks } = createParts(cluster, options, closed.signal);
  const { changes, downloads } = sim;
  const handlers = simHandlers(sim, site, hooks);
  scheduleBackups(model, () => model.tasks.start(configBackup(model, 'scheduler', sim)));

  const wait = Math.max(SHORTEST_WAIT, 1000 / speed);
  let timer = clock.after(wait, run);
  function run(): void {
    persistence.backgroundTransaction(() => cluster.step(dates.dueAfter(model.tick)));
    model.log.wake();
    timer = clock.after(wait, run);
  }

  return {
    cluster,
    changes,
    downloads,
    handlers,
    close() {
      timer[Symbol.dispose]();
      closed.abort();
    },
  };
}

/** Creates the parts that operations work with, around a started cluster. */
function createParts(
  cluster: SimCluster,
  { clock, persistence, allowHooks }: SimStartOptions,
  closed: AbortSignal,
): { readonly sim: Sim; readonly site: Site; readonly hooks: SimHooks } {
  const { model } = cluster;
  const storage = createStorage(model, clock.now(), persistence);
  const images = new ImageStore(model, persistence, (pool, image) => imageUsers(site, pool, image));
  const hooks = new SimHooks({ model, clock, closed, persistence }, { allowHooks });
  const site: Site = createSite(model, diskImages(model, images), persistence);
  const changes = new SimChangeRequests(model, persistence, {
    before: (change) => hooks.fire('PreCrushMapChange', { CHANGE: change }),
    after: (change) => hooks.fire('PostCrushMapChange', { CHANGE: change }),
  });
  const sim = {
    ...storage,
    cluster,
    model,
    startedAt: clock.elapsed(),
    clock,
    closed,
    persistence,
    images,
    changes,
    configuration: new Configuration(model, persistence),
    downloads: new Downloads(clock),
  };
  return { sim, site, hooks };
}
