import type { Target } from '../config/context.ts';
import { UsageError } from './options.ts';

/**
 * Refuses a simulated cluster that cannot be made, before anything is shown.
 * @throws UsageError
 */
export async function checkTarget(target: Target): Promise<void> {
  if (target.kind !== 'demo' || target.scenario === undefined) return;
  const { scenarioOf } = await import('../service/sim/scenarios.ts');
  try {
    scenarioOf(target.scenario);
  } catch (error) {
    throw new UsageError(`--demo: ${(error as RangeError).message}`);
  }
}
