import type { Served } from '../../engine.ts';
import { gated } from '../bootstrap/gate.ts';
import type { SimHooks } from '../hooks/hooks.ts';
import type { Site } from '../networks/site.ts';
import { clusterHandlers } from './cluster.ts';
import { configHandlers } from './config.ts';
import { crushHandlers } from './crush.ts';
import { diskHandlers } from './disks.ts';
import { haGroupHandlers } from './haGroups.ts';
import { hookHandlers } from './hooks.ts';
import { iscsiHandlers } from './iscsi.ts';
import { logHandlers } from './logs.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { networkHandlers } from './networks.ts';
import { nfsHandlers } from './nfs.ts';
import { poolHandlers } from './pools.ts';
import { rbdHandlers } from './rbds.ts';
import { s3BucketHandlers } from './s3Buckets.ts';
import { s3UserHandlers } from './s3Users.ts';
import type { Sim } from './section.ts';
import { setupHandlers } from './setup.ts';
import { statsHandlers } from './stats.ts';
import { storefsHandlers } from './storefs.ts';
import { taskHandlers } from './tasks.ts';

/** The operations that the simulated cluster serves, a section each. */
export function simHandlers(sim: Sim, site: Site, hooks: SimHooks): Served {
  return gated(sim.model, {
    ...logHandlers(sim),
    ...s3UserHandlers(sim),
    ...s3BucketHandlers(sim),
    ...statsHandlers(sim),
    ...crushHandlers(sim),
    ...maintenanceHandlers(sim),
    ...storefsHandlers(sim),
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
    ...rbdHandlers(sim),
    ...taskHandlers(sim),
  });
}
