import type { Clock } from '../../../lib/clock.ts';
import { Dice } from '../random.ts';
import { createSimEngine, type SimEngine } from '../simEngine.ts';
import type { FaultKind } from './fault.ts';
import { schedule } from './schedule.ts';

export interface RehearsalOptions {
  readonly clock: Clock;
  /** The same seed and the same kinds tell the same story. */
  readonly seed: number;
  /** OSDs. */
  readonly scale: number;
  /** The faults, which begin one after the other; a calm cluster without any. */
  readonly kinds: readonly FaultKind[];
  /** Lets something harmless happen shortly before. */
  readonly decoy?: boolean;
  /** Seconds from now until the first fault, at least 1, and from each to the next. */
  readonly after: number;
  readonly apart?: number;
}

/**
 * A simulated cluster for measuring how well its faults are found. It steps by the clock, and by `cluster.step` as fast as it
 * can; the truth is in `cluster.incidents` as soon as it happened, and in no answer of the interface.
 */
export function rehearse(options: RehearsalOptions): SimEngine {
  const { clock, seed, scale } = options;
  const engine = createSimEngine({ clock, seed, scale, scenario: 'calm', allowHooks: false });
  schedule(engine.cluster, options, new Dice(seed).fork('rehearsal'));
  return engine;
}
