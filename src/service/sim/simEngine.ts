import type { Clock } from '../../lib/clock.ts';
import { Downloads } from '../downloads.ts';
import type { Engine } from '../engine.ts';
import { ChangeRequests } from './changes/changeRequests.ts';
import { decisionsOn } from './changes/decisions.ts';
import { SimCluster } from './cluster.ts';
import { scheduleBackups } from './config/backups.ts';
import { simHandlers } from './handlers/index.ts';
import { ImageBook } from './images/book.ts';
import { memoryKeep, type Keep } from './kept/keep.ts';
import { identify, restoreChoices, restoreModel, saveIdentity } from './kept/restore.ts';
import { createModel } from './model.ts';
import { scenarioOf, usualScenario } from './scenarios.ts';
import { createStorage } from './storage.ts';
import { configBackup } from './tasks/jobs.ts';
import { TickDates } from './tickDates.ts';

export interface SimOptions {
  readonly clock: Clock;
  /** The same seed and the same calls tell the same story. */
  readonly seed?: number;
  /** OSDs, 3 to 20,000. */
  readonly scale?: number;
  /** One of SCENARIO_NAMES. */
  readonly scenario?: string;
  /** Simulated seconds per second, up to 100. What is written is dated by the clock all the same. */
  readonly speed?: number;
  /** Where what operators change is kept over restarts; nowhere without one. Closing the engine closes it. */
  readonly keep?: Keep;
  /** Whether hook scripts are run, as processes of this machine; they are unless told otherwise. */
  readonly allowHooks?: boolean;
}

export interface SimEngine extends Engine {
  /** The cluster itself, for scenarios and tests to interfere with. */
  readonly cluster: SimCluster;
  /** Changes of the CRUSH map, for the operator of the management node to decide about. */
  readonly changes: ChangeRequests;
}

const SCALE = { smallest: 3, largest: 20_000, usual: 60 } as const;
const FASTEST = 100;
/** Average use of the disks where a scenario does not say. */
const USUAL_FILL = 0.55;
/** The shortest time between two looks at the clock, in milliseconds. */
const SHORTEST_WAIT = 50;

/**
 * An engine over a simulated cluster that lives in this process. It steps by the given clock, once per
 * simulated second, until it is closed.
 *
 * @throws RangeError for options out of range, naming what is allowed
 */
export function createSimEngine(options: SimOptions): SimEngine {
  const { clock, speed = 1, keep = memoryKeep() } = options;
  const asked = options.scenario === undefined ? undefined : scenarioOf(options.scenario);
  const identity = identify(
    keep,
    { ...options, ...(asked && { bare: asked.bare ?? false }) },
    { seed: 1, scale: SCALE.usual, bare: false },
  );
  const { seed, scale, bare } = identity;
  checkScale(scale);
  const scenario = asked ?? scenarioOf(usualScenario(bare));
  checkRange('speed', speed, 0.01, FASTEST);

  saveIdentity(keep, identity);

  const dates = new TickDates(clock, speed, scenario.age);
  const model = createModel({
    seed,
    scale,
    bare,
    fill: scenario.fill ?? USUAL_FILL,
    timeOf: (tick) => dates.dateOf(tick),
    ...(scenario.settings === undefined ? {} : { settings: scenario.settings }),
  });
  const cluster = new SimCluster(model);
  restoreModel(model, keep);
  scenario.begin(cluster);
  cluster.step(scenario.age);
  restoreChoices(cluster, keep);
  scheduleBackups(model, () => model.tasks.start(configBackup(model, 'scheduler')));

  const changes = new ChangeRequests(model, keep);
  const downloads = new Downloads(clock);
  const closed = new AbortController();
  const wait = Math.max(SHORTEST_WAIT, 1000 / speed);
  let timer = clock.after(wait, run);
  function run(): void {
    cluster.step(dates.dueAfter(model.tick));
    model.log.wake();
    timer = clock.after(wait, run);
  }

  return {
    name: 'sim',
    handlers: simHandlers(
      {
        ...createStorage(model, clock.now()),
        cluster,
        model,
        startedAt: clock.elapsed(),
        clock,
        closed: closed.signal,
        downloads,
        changes,
        images: new ImageBook(model, keep),
        keep,
      },
      { allowHooks: options.allowHooks ?? true },
    ),
    downloads,
    cluster,
    changes,
    decisions: decisionsOn(changes),
    close: () => {
      timer[Symbol.dispose]();
      closed.abort();
      keep.close();
      return Promise.resolve();
    },
  };
}

function checkScale(scale: number): void {
  checkRange('scale', scale, SCALE.smallest, SCALE.largest);
  if (!Number.isInteger(scale)) throw new RangeError(`scale must be a whole number of OSDs, not ${scale}`);
}

function checkRange(name: string, value: number, smallest: number, largest: number): void {
  if (!(value >= smallest && value <= largest)) {
    throw new RangeError(`${name} must be between ${smallest} and ${largest}, not ${value}`);
  }
}
