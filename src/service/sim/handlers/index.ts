import type { Served } from '../../engine.ts';
import { gated } from '../bootstrap/gate.ts';
import type { SimHooks } from '../hooks/hooks.ts';
import type { Site } from '../networks/site.ts';
import { clusterHandlers } from './cluster.ts';
import { configHandlers } from './config.ts';
import { crushHandlers } from './crush.ts';
import { diskHandlers } from './disks.ts';
import { haGroupHandlers } from '../haGroups/handlers.ts';
import { hookHandlers } from '../hooks/handlers.ts';
import { iscsiHandlers } from '../iscsi/handlers.ts';
import { logHandlers } from './logs.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { networkHandlers } from './networks.ts';
import { nfsHandlers } from '../nfs/handlers.ts';
import { poolHandlers } from './pools.ts';
import { imageHandlers } from '../images/handlers.ts';
import { s3Handlers } from '../s3/handlers.ts';
import type { Sim } from './section.ts';
import { setupHandlers } from './setup.ts';
import { statsHandlers } from './stats.ts';
import { fileHandlers } from '../files/handlers.ts';
import { taskHandlers } from './tasks.ts';

/** The operations that the simulated cluster serves, a section each. */
export function simHandlers(sim: Sim, site: Site, hooks: SimHooks): Served {
  return gated(sim.model, {
    ...logHandlers(sim),
    ...s3Handlers(sim),
    ...statsHandlers(sim),
    ...crushHandlers(sim),
    ...maintenanceHandlers(sim),
    ...fileHandlers(sim),
    ...hookHandlers(hooks),
    ...diskHandlers(sim, hooks.fire),
    ...iscsiHandlers(site, sim.clock),
    ...nfsHandlers(site),
    ...haGroupHandlers(site),
    ...poolHandlers(sim),
    ...configHandlers(site, sim.configuration, hooks.fire),
    ...clusterHandlers(sim),
    ...networkHandlers(site, hooks.fire),
    ...setupHandlers(site, sim.configuration, hooks.fire),
    ...imageHandlers(sim),
    ...taskHandlers(sim),
  });
}
