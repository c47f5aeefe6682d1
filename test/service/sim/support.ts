import type { SimCluster } from '../../../src/service/sim/cluster.ts';
import { deriveHealth } from '../../../src/service/sim/health/derive.ts';
import type { Model } from '../../../src/service/sim/model.ts';
import { stateName } from '../../../src/service/sim/placementGroups/states.ts';
import { sumStates } from '../../../src/service/sim/pools/pool.ts';
import { createSimEngine, type SimEngine, type SimOptions } from '../../../src/service/sim/simEngine.ts';
import { fakeClock } from '../../support/fakeClock.ts';

// An hour of a cluster's life takes a second or two, on a busy machine some more.

/** An engine whose clock stands still, so that only `cluster.step` moves it. */
export const simulate = (options: Partial<SimOptions> = {}): SimEngine =>
  createSimEngine({ clock: fakeClock(), scenario: 'calm', ...options });

/** The codes of the checks that are raised now, with their messages. */
export const health = ({ model }: SimCluster): Record<string, string> =>
  Object.fromEntries(Array.from(deriveHealth(model), ([code, { message }]) => [code, message]));

/** How many placement groups are in which state, by name. */
export const states = ({ model }: SimCluster): Record<string, number> =>
  Object.fromEntries(Array.from(sumStates(model.pools), ([state, count]) => [stateName(state), count]));

/** Steps until the condition holds and returns after how many seconds; fails after `limit`. */
export function stepUntil(cluster: SimCluster, limit: number, condition: () => boolean): number {
  for (let second = 0; second <= limit; second++) {
    if (condition()) return second;
    cluster.step();
  }
  throw new Error(
    `not within ${limit} simulated seconds: ${JSON.stringify({ health: health(cluster), states: states(cluster) })}`,
  );
}

/** Whether the last step has left a check, or no check at all, as the monitors see it: cheap enough to ask in every step. */
export const raised =
  ({ model }: SimCluster, code: string) =>
  (): boolean =>
    model.reported.has(code);
export const isHealthy =
  ({ model }: SimCluster) =>
  (): boolean =>
    model.reported.size === 0;

/** All messages in the log book that contain the text. */
export function logged({ log }: Model, text: string): string[] {
  const lines: string[] = [];
  for (let number = log.first; number < log.end; number++) {
    const { m } = log.at(number)!;
    if (m.includes(text)) lines.push(m);
  }
  return lines;
}
