import type { Clock } from '../../lib/clock.ts';
import { Downloads } from '../downloads.ts';
import type { Served } from '../engine.ts';
import { scheduleBackups } from './backups/backups.ts';
import { SimChangeRequests } from './changes/requests.ts';
import { SimCluster } from './cluster.ts';
import { Configuration } from './config/configuration.ts';
import { createModel } from './createModel.ts';
import { simHandlers } from './handlers/index.ts';
import type { Sim } from './handlers/section.ts';
import { SimHooks } from './hooks/hooks.ts';
import { diskImages } from './images/diskImages.ts';
import { ImageStore } from './images/store.ts';
import { imageUsers } from './iscsi/disks.ts';
import type { Keep } from './kept/keep.ts';
import { restoreChoices, restoreModel, type Identity } from './kept/restore.ts';
import { restoreTasks, taskKeeper } from './kept/tasks.ts';
import { createSite } from './networks/createSite.ts';
import type { Site } from './networks/site.ts';
import type { Scenario } from './scenario.ts';
import { createStorage } from './storage.ts';
import { configBackup } from './tasks/jobs.ts';

/** A date that is further off what it should be was set by somebody, in milliseconds; less is how clocks are kept. */
const SET_MS = 1000;
/** After a longer pause the missed time is left out rather than simulated, in simulated seconds. */
const MOST_CATCH_UP = 300;

/** Which tick of the simulation it is time for, and the dates of its ticks. */
export class TickDates {
  readonly #clock: Clock;
  readonly #speed: number;
  /** The date of tick 0. It moves when time is left out, and when somebody sets the clock. */
  #epoch: number;
  /** From what has elapsed to the date. */
  #offset: number;

  /**
   * @param speed simulated seconds per second
   * @param age the tick that it is now
   */
  constructor(clock: Clock, speed: number, age: number) {
    this.#clock = clock;
    this.#speed = speed;
    this.#epoch = clock.now() - (age * 1000) / speed;
    this.#offset = clock.now() - clock.elapsed();
  }

  /** In milliseconds since the epoch. */
  dateOf(tick: number): number {
    return this.#epoch + (tick * 1000) / this.#speed;
  }

  /** The number of ticks that are due after `tick`. */
  dueAfter(tick: number): number {
    const moved = this.#clock.now() - this.#clock.elapsed() - this.#offset;
    if (Math.abs(moved) >= SET_MS) {
      this.#epoch += moved;
      this.#offset += moved;
    }
    const passed = this.#clock.elapsed() + this.#offset - this.#epoch;
    const due = Math.floor((passed * this.#speed) / 1000) - tick;
    if (due > MOST_CATCH_UP) this.#epoch += ((due - MOST_CATCH_UP) * 1000) / this.#speed;
    return Math.min(due, MOST_CATCH_UP);
  }
}

/** Options with which a simulated cluster is brought up. */
export interface LifeOptions {
  readonly clock: Clock;
  readonly identity: Identity;
  readonly scenario: Scenario;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly keep: Keep;
  readonly allowHooks: boolean;
  /** Why the tasks that were open when the life before ended are so no more. */
  readonly ended: string;
}

/** A simulated cluster from when it was brought up, from what is kept, until it is closed. */
export interface Life {
  readonly cluster: SimCluster;
  readonly changes: SimChangeRequests;
  readonly downloads: Downloads;
  readonly handlers: Served;
  readonly close: () => void;
}

/** Average use of the disks where a scenario does not say. */
const USUAL_FILL = 0.55;
/** The shortest time between two looks at the clock, in milliseconds. */
const SHORTEST_WAIT = 50;

/** Brings up a cluster that steps by the clock. */
export function beginLife(options: LifeOptions): Life {
  const { clock, scenario, speed, keep, identity } = options;
  const dates = new TickDates(clock, speed, scenario.age);
  const model = createModel({
    ...identity,
    fill: scenario.fill ?? USUAL_FILL,
    timeOf: (tick) => dates.dateOf(tick),
    taskObserver: taskKeeper(keep),
    ...(scenario.settings === undefined ? {} : { settings: scenario.settings }),
  });
  const cluster = new SimCluster(model);
  restoreTasks(model.tasks, keep, options.ended);
  restoreModel(model, keep);
  scenario.begin(cluster);
  cluster.step(scenario.age);
  restoreChoices(cluster, keep);

  const closed = new AbortController();
  const { sim, site, hooks } = createParts(cluster, options, closed.signal);
  const { changes, downloads } = sim;
  const handlers = simHandlers(sim, site, hooks);
  scheduleBackups(model, () => model.tasks.start(configBackup(model, 'scheduler', sim)));

  const wait = Math.max(SHORTEST_WAIT, 1000 / speed);
  let timer = clock.after(wait, run);
  function run(): void {
    keep.inPassing(() => cluster.step(dates.dueAfter(model.tick)));
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

/** Creates what the operations work with, around a cluster that was brought up. */
function createParts(
  cluster: SimCluster,
  { clock, keep, allowHooks }: LifeOptions,
  closed: AbortSignal,
): { readonly sim: Sim; readonly site: Site; readonly hooks: SimHooks } {
  const { model } = cluster;
  const storage = createStorage(model, clock.now(), keep);
  const images = new ImageStore(model, keep, (pool, image) => imageUsers(site, pool, image));
  const hooks = new SimHooks({ model, clock, closed, keep }, { allowHooks });
  const site: Site = createSite(model, diskImages(model, images), keep);
  const changes = new SimChangeRequests(model, keep, {
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
    keep,
    images,
    changes,
    configuration: new Configuration(model, keep),
    downloads: new Downloads(clock),
  };
  return { sim, site, hooks };
}
