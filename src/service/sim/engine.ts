import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Engine, Served } from '../engine.ts';
import { decisionsOn } from './changes/decisions.ts';
import type { SimChangeRequests } from './changes/requests.ts';
import type { SimCluster } from './cluster.ts';
import { startSim, type RunningSim } from './lifecycle.ts';
import { transactionalHandlers, refusingHandlers } from './persistence/durable.ts';
import { memoryPersistence, PersistenceError, type Persistence } from './persistence/persistence.ts';
import { resolveIdentity, saveIdentity } from './persistence/restore.ts';
import { stopAfterFailure } from './persistence/stopAfterFailure.ts';
import { scenarioOf, defaultScenario } from './scenarios.ts';

export interface SimOptions {
  readonly clock: Clock;
  /** The same seed and the same calls lead to the same events. */
  readonly seed?: number;
  /** Number of OSDs, 3 to 20,000. */
  readonly scale?: number;
  /** One of SCENARIO_NAMES. */
  readonly scenario?: string;
  /** Simulated seconds per second, up to 100. Dates still come from the clock. */
  readonly speed?: number;
  /** Stores the changes of operators across restarts; without it, they are lost. Closing the engine closes it. */
  readonly persistence?: Persistence;
  /** Runs hook scripts as processes on this machine; true by default. */
  readonly allowHooks?: boolean;
}

export interface SimEngine extends Engine {
  /** Handlers of all operations: the simulated cluster declines none. */
  readonly handlers: Served;
  /** The cluster itself, for scenarios and tests. */
  readonly cluster: SimCluster;
  /** Requested changes of the CRUSH map, for the operator of the management node. */
  readonly changes: SimChangeRequests;
}

const SCALE = { smallest: 3, largest: 20_000, default: 60 } as const;
const FASTEST = 100;
const DEFAULT_SEED = 1;
const anySeed = (clock: Clock): number => Math.floor(clock.random() * 2 ** 31);
/** The last log line of tasks that are found unfinished after a restart. */
const SERVICE_ENDED = 'the service stopped before this task ended';

/**
 * Creates an engine over a simulated cluster in this process. The cluster steps with the given clock, once per
 * simulated second, until it is closed. When a change cannot be stored after all, the cluster is restored to the
 * stored state, as after a restart.
 * @throws RangeError for an option out of range; the message gives the range
 * @throws Error when the stored state cannot be restored
 */
export function createSimEngine(options: SimOptions): SimEngine {
  const { clock, speed = 1, persistence = memoryPersistence(), allowHooks = true } = options;
  const asked = options.scenario === undefined ? undefined : scenarioOf(options.scenario);
  const identity = resolveIdentity(
    persistence,
    { ...options, ...(asked && { bare: asked.bare ?? false }) },
    { seed: asked?.random ? anySeed(clock) : DEFAULT_SEED, scale: SCALE.default, bare: false },
  );
  checkScale(identity.scale);
  const scenario = asked ?? scenarioOf(defaultScenario(identity.bare));
  checkRange('speed', speed, 0.01, FASTEST);
  saveIdentity(persistence, identity);

  const begin = (ended: string): RunningSim => {
    let started: RunningSim | undefined;
    const guarded = stopAfterFailure(persistence, (reason) => {
      // A failed start is reported to its caller.
      if (started === undefined) return;
      started.close();
      current = restart(started, `the change could not be saved: ${reason}`);
    });
    guarded.backgroundTransaction(() => {
      started = startSim({ clock, identity, scenario, speed, persistence: guarded, allowHooks, ended });
    });
    const { handlers, close, ...rest } = started!;
    return { ...rest, handlers: transactionalHandlers(handlers, guarded), close };
  };
  const restart = (previous: RunningSim, ended: string): RunningSim => {
    try {
      return begin(ended);
    } catch (error) {
      return { ...previous, handlers: refusingHandlers(previous.handlers, messageOf(error)) };
    }
  };
  let current = firstStart(persistence, () => begin(SERVICE_ENDED));

  return {
    name: 'sim',
    get handlers() {
      return current.handlers;
    },
    get cluster() {
      return current.cluster;
    },
    get changes() {
      return current.changes;
    },
    injectedFaults: () => {
      const { incidents, model } = current.cluster;
      return incidents.map(({ summary, tick }) => ({ summary, at: model.timeOf(tick) }));
    },
    downloads: { open: (token) => current.downloads.open(token) },
    decisions: decisionsOn(() => current.changes, persistence),
    close: () => {
      current.close();
      persistence.close();
      return Promise.resolve();
    },
  };
}

function firstStart(persistence: Persistence, begin: () => RunningSim): RunningSim {
  try {
    return begin();
  } catch (error) {
    throw error instanceof PersistenceError ? error : persistence.damage(error as Error);
  }
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
