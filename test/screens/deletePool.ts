import type { Plan } from '../../src/store/action/plan.ts';
import { resources } from '../../src/store/cache/resources.ts';

/** An action of the worst tier on the simulated cluster. */
export const deletePool: Plan = {
  title: 'Delete pool volumes',
  target: 'volumes',
  operation: 'deletePool',
  tier: 'destructive',
  fields: [],
  input: () => ({ params: { name: 'volumes' }, body: { thisWillDeleteData: 'volumes' } }),
  effect: 'Deletes the pool with all that is in it.',
  undo: 'none: the data is gone',
  dangers: () => [{ level: 'warn', text: '412 client operations per second now' }],
  needs: [resources.pools],
  refreshes: [resources.pools],
  stillThere: () => true,
};
