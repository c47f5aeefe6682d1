import type { CheckInput } from '../../store/answers/preflight.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';

/** The current data for checks. */
export function checkInput(cockpit: Known & Shown): CheckInput {
  const { cache } = cockpit;
  return {
    status: cache.slot(resources.status).data,
    crush: cache.slot(resources.crush).data,
    pools: cache.slot(resources.pools).data,
    rules: cache.slot(resources.rules).data,
    flags: cache.slot(resources.flags).data,
    tasks: cache.slot(resources.tasks).data?.data,
    settings: cache.slot(resources.settings).data,
    speed: cache.slot(resources.recoverySpeed).data?.speed,
  };
}
