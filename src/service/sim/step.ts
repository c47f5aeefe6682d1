import { stepClients } from './clients.ts';
import { stepClocks } from './clocks.ts';
import { stepHealth } from './health/report.ts';
import { isMeasured } from './history/measure.ts';
import { stepChatter } from './log/chatter.ts';
import { stepMetadata } from './metadata.ts';
import type { Model } from './model.ts';
import { stepOsdMap } from './osds/map.ts';
import { stepPings } from './osds/pings.ts';
import { stepUsage } from './osds/usage.ts';
import { stepRecovery } from './placementGroups/recovery.ts';
import { stepScrubs } from './placementGroups/scrubs.ts';
import { stepReshaping } from './placementGroups/split.ts';
import { stepDaemons } from './quorum.ts';

/**
 * Advances the cluster by one second: first scheduled events, then causes before their effects, and finally logs and
 * statistics.
 */
export function step(model: Model): void {
  model.tick++;
  model.agenda.run();
  stepDaemons(model);
  stepClocks(model);
  stepOsdMap(model);
  stepPings(model);
  stepRecovery(model);
  stepScrubs(model);
  stepClients(model);
  stepMetadata(model);
  stepUsage(model);
  stepReshaping(model);
  model.tasks.step();
  stepChatter(model);
  stepHealth(model);
  if (isMeasured(model))
    model.recoveryEvent.step(model.degraded + model.misplaced, model.timeOf(model.tick) / 1000);
  model.history.sample(model);
}
