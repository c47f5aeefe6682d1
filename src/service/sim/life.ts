import type { Clock } from '../../lib/clock.ts';
import { Downloads } from '../downloads.ts';
import type { Served } from '../engine.ts';
import { ChangeRequests } from './changes/changeRequests.ts';
import { SimCluster } from './cluster.ts';
import { scheduleBackups } from './config/backups.ts';
import { simHandlers } from './handlers/index.ts';
import { ImageBook } from './images/book.ts';
import type { Keep } from './kept/keep.ts';
import { restoreChoices, restoreModel, type Identity } from './kept/restore.ts';
import { restoreTasks } from './kept/tasks.ts';
import { createModel } from './createModel.ts';
import type { Scenario } from './scenarios.ts';
import { createStorage } from './storage.ts';
import { configBackup } from './tasks/jobs.ts';
import { TickDates } from './tickDates.ts';

/** What a simulated cluster is brought up with. */
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
  readonly changes: ChangeRequests;
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
    ...(scenario.settings === undefined ? {} : { settings: scenario.settings }),
  });
  const cluster = new SimCluster(model);
  restoreTasks(model.tasks, keep, options.ended);
  restoreModel(model, keep);
  scenario.begin(cluster);
  cluster.step(scenario.age);
  restoreChoices(cluster, keep);
  scheduleBackups(model, () => model.tasks.start(configBackup(model, 'scheduler')));

  const changes = new ChangeRequests(model, keep);
  const downloads = new Downloads(clock);
  const closed = new AbortController();
  const sim = {
    ...createStorage(model, clock.now(), keep),
    cluster,
    model,
    startedAt: clock.elapsed(),
    clock,
    downloads,
    changes,
    keep,
    closed: closed.signal,
    images: new ImageBook(model, keep),
  };
  const handlers = simHandlers(sim, { allowHooks: options.allowHooks });

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
