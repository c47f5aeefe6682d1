import { clusterFacts } from './clusterFacts.ts';
import { crashes } from './crashes.ts';
import { healthMutes } from './healthMutes.ts';
import { progress } from './progress.ts';
import { serverMaintenance } from './serverMaintenance.ts';
import { servers } from './servers.ts';

/**
 * Operations beyond the interface document, for what it has no place for. Their paths begin with /extensions. A service may
 * lack them, and no client needs them.
 */
export const extensions = {
  ...healthMutes,
  ...crashes,
  ...progress,
  ...clusterFacts,
  ...serverMaintenance,
  ...servers,
} as const;
