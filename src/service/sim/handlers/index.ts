import type { Served } from '../../engine.ts';
import { backupHandlers } from '../backups/handlers.ts';
import { clusterHandlers } from '../cluster/handlers.ts';
import { configHandlers } from '../config/handlers.ts';
import { crashHandlers } from '../crashes/handlers.ts';
import { crushHandlers } from '../crush/handlers.ts';
import { diskHandlers } from '../disks/handlers.ts';
import { factsHandlers } from '../facts/handlers.ts';
import { fileHandlers } from '../files/handlers.ts';
import { haGroupHandlers } from '../haGroups/handlers.ts';
import { healthHandlers } from '../health/handlers.ts';
import { statsHandlers } from '../history/handlers.ts';
import { hookHandlers } from '../hooks/handlers.ts';
import type { SimHooks } from '../hooks/hooks.ts';
import { imageHandlers } from '../images/handlers.ts';
import { iscsiHandlers } from '../iscsi/handlers.ts';
import { logHandlers } from '../log/handlers.ts';
import { maintenanceHandlers } from '../maintenance/handlers.ts';
import { networkHandlers } from '../networks/handlers.ts';
import type { Site } from '../networks/site.ts';
import { nfsHandlers } from '../nfs/handlers.ts';
import { osdGroupsHandlers } from '../osdGroups/handlers.ts';
import { poolHandlers } from '../pools/handlers.ts';
import { progressHandlers } from '../progress/handlers.ts';
import { s3Handlers } from '../s3/handlers.ts';
import { serverHandlers } from '../servers/handlers.ts';
import { gated } from '../setup/gate.ts';
import { setupHandlers } from '../setup/handlers.ts';
import { taskHandlers } from '../tasks/handlers.ts';
import type { Sim } from './section.ts';

/** The handlers of all sections of the simulated cluster. */
export function simHandlers(sim: Sim, site: Site, hooks: SimHooks): Served {
  return gated(sim.model, {
    ...logHandlers(sim),
    ...s3Handlers(sim),
    ...statsHandlers(sim),
    ...crushHandlers(sim),
    ...maintenanceHandlers(sim),
    ...backupHandlers(sim),
    ...fileHandlers(sim),
    ...hookHandlers(hooks),
    ...diskHandlers(sim, hooks.fire),
    ...serverHandlers(sim),
    ...iscsiHandlers(site, sim.clock),
    ...nfsHandlers(site),
    ...haGroupHandlers(site),
    ...poolHandlers(sim),
    ...configHandlers(site, sim.configuration, hooks.fire),
    ...clusterHandlers(sim),
    ...healthHandlers(sim),
    ...crashHandlers(sim),
    ...progressHandlers(sim),
    ...factsHandlers(sim),
    ...osdGroupsHandlers(sim),
    ...networkHandlers(site, hooks.fire),
    ...setupHandlers(site, hooks.fire),
    ...imageHandlers(sim),
    ...taskHandlers(sim),
  });
}
