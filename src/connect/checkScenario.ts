import type { ServiceTarget } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';

/** The error to report if a simulated cluster cannot be created; an unknown scenario is an error of the operator. */
export const demoFailure = (error: unknown): unknown =>
  error instanceof RangeError ? new ConfigError(`--demo: ${error.message}`) : error;

/**
 * Checks that the scenario exists, before anything is shown. Without a scenario, no code of the simulation is loaded.
 * @throws ConfigError
 */
export async function checkScenario(target: ServiceTarget): Promise<void> {
  if (target.kind !== 'demo' || target.scenario === undefined) return;
  const { scenarioOf } = await import('../service/sim/scenarios.ts');
  try {
    scenarioOf(target.scenario);
  } catch (error) {
    throw demoFailure(error);
  }
}
