import { clusterFacts } from './clusterFacts.ts';
import { crashes } from './crashes.ts';
import { healthMutes } from './healthMutes.ts';
import { osdGroups } from './osdGroups.ts';
import { progress } from './progress.ts';
import { serverMaintenance } from './serverMaintenance.ts';
import { servers } from './servers.ts';

/**
 * Operations that are not in the interface document. Their paths begin with /extensions. A service may lack them, and no
 * client depends on them.
 */
export const extensions = {
  ...healthMutes,
  ...crashes,
  ...progress,
  ...clusterFacts,
  ...osdGroups,
  ...serverMaintenance,
  ...servers,
} as const;
