import type { SimCluster } from '../../../src/service/sim/cluster.ts';
import { createSimEngine, type SimEngine, type SimOptions } from '../../../src/service/sim/engine.ts';
import { type Raised, toWire } from '../../../src/service/sim/health/check.ts';
import { deriveHealth } from '../../../src/service/sim/health/derive.ts';
import type { Model } from '../../../src/service/sim/model/model.ts';
import { stateName } from '../../../src/service/sim/placementGroups/states.ts';
import { sumStates } from '../../../src/service/sim/pools/pool.ts';
import type { SimJob } from '../../../src/service/sim/tasks/board.ts';
import { fakeClock } from '../../support/fakeClock.ts';

// Simulating an hour takes a second or two, and longer on a busy machine.

/** An engine with a fake clock, so that only `cluster.step` advances it. */
export const simulate = (options: Partial<SimOptions> = {}): SimEngine =>
  createSimEngine({ clock: fakeClock(), scenario: 'calm', ...options });

/** The model of a calm cluster. */
export const calmModel = (scale = 15): Model => simulate({ scale }).cluster.model;

/** The output of a job in each of its seconds, where an empty text means none. */
export const outputBySecond = (job: SimJob): string[] => Array.from(job.run(), (line) => line ?? '');

/** Checks by code, each with its severity, message, count and detail lines. */
export const checksByCode = (raised: readonly Raised[]) =>
  Object.fromEntries(
    raised.map(([code, check]) => {
      const { severity, summary, detail } = toWire(check);
      return [
        code,
        [severity, summary?.message, summary?.count, ...(detail ?? []).map(({ message }) => message)],
      ];
    }),
  );

/** The messages of the raised checks by their codes. */
export const health = ({ model }: SimCluster): Record<string, string> =>
  Object.fromEntries(Array.from(deriveHealth(model), ([code, { message }]) => [code, message]));

/** The number of placement groups by the name of their state. */
export const states = ({ model }: SimCluster): Record<string, number> =>
  Object.fromEntries(Array.from(sumStates(model.pools), ([state, count]) => [stateName(state), count]));

/** Steps until the condition holds and returns the number of seconds. Fails after `limit`. */
export function stepUntil(cluster: SimCluster, limit: number, condition: () => boolean): number {
  for (let second = 0; second <= limit; second++) {
    if (condition()) return second;
    cluster.step();
  }
  throw new Error(
    `not within ${limit} simulated seconds: ${JSON.stringify({ health: health(cluster), states: states(cluster) })}`,
  );
}

/** Tells whether the monitors raise a check, or any check at all, after the last step. It is fast enough for every step. */
export const raised =
  ({ model }: SimCluster, code: string) =>
  (): boolean =>
    model.reported.has(code);
export const isHealthy =
  ({ model }: SimCluster) =>
  (): boolean =>
    model.reported.size === 0;

/** All messages in the log that contain the text. */
export function logged({ log }: Model, text: string): string[] {
  const lines: string[] = [];
  for (let number = log.first; number < log.end; number++) {
    const { m } = log.at(number)!;
    if (m.includes(text)) lines.push(m);
  }
  return lines;
}
