import type { ServiceTarget } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';

/**
 * Refuses a scenario that does not exist before anything is shown, and loads nothing where none was asked for.
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
