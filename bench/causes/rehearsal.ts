import { createApi, type Api } from '../../src/api/client.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { createSimEngine, type SimEngine } from '../../src/service/sim/engine.ts';
import type { FaultKind } from '../../src/service/sim/faults/fault.ts';
import { schedule } from '../../src/service/sim/faults/schedule.ts';
import { Dice } from '../../src/service/sim/model/random.ts';

export interface RehearsalOptions {
  readonly clock: Clock;
  /** Equal seeds and kinds lead to equal events. */
  readonly seed: number;
  /** Number of OSDs. */
  readonly scale: number;
  /** The faults to inject, one after the other; without any, the cluster stays healthy. */
  readonly kinds: readonly FaultKind[];
  /** Does something harmless shortly before the first fault. */
  readonly decoy?: boolean;
  /** Seconds from now until the first fault (at least 1), and between two faults. */
  readonly after: number;
  readonly apart?: number;
}

/**
 * Creates a simulated cluster for measuring how well faults are diagnosed. It steps with the clock, and with
 * `cluster.step` as fast as possible. The injected faults are in `cluster.incidents`, and in no answer of the
 * interface.
 */
export function rehearse(options: RehearsalOptions): SimEngine {
  const { clock, seed, scale } = options;
  const engine = createSimEngine({ clock, seed, scale, scenario: 'calm', allowHooks: false });
  schedule(engine.cluster, options, new Dice(seed).fork('rehearsal'));
  return engine;
}

/** Opens the API of a rehearsed cluster, as a console uses it. */
export function rehearsedApi(
  engine: SimEngine,
  clock: Clock,
): { readonly api: Api; readonly close: () => Promise<void> } {
  const transport = embeddedTransport(engine);
  const api = createApi({
    transport,
    readOnly: () => false,
    onWrite: () => undefined,
    clock,
  });
  return { api, close: () => transport.close() };
}
