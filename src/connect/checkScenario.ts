import type { ServiceTarget } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';

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
    throw new ConfigError(`--demo: ${(error as RangeError).message}`);
  }
}
