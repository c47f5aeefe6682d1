import type { OperationId } from '../../src/api/contract/index.ts';
import type { RawInput } from '../../src/api/transport.ts';
import type { Plan } from '../../src/store/action/plan.ts';
import { resources } from '../../src/store/cache/resources.ts';

/** A call of an operation with this input. */
export const calling = (operation: OperationId, input: RawInput): Plan['execution'] => ({
  kind: 'call',
  operation,
  input: () => input,
  preview: () => input,
});

/** An action of the most destructive tier on the simulated cluster. */
export const deletePool: Plan = {
  title: 'Delete pool volumes',
  target: 'volumes',
  execution: calling('deletePool', { params: { name: 'volumes' }, body: { thisWillDeleteData: 'volumes' } }),
  tier: 'destructive',
  fields: [],
  effect: 'Deletes the pool with all that is in it.',
  undo: 'none: the data is gone',
  checks: () => [{ level: 'warn', text: '412 client operations per second now' }],
  needs: [resources.pools],
  refreshes: [resources.pools],
  stillThere: () => true,
};
