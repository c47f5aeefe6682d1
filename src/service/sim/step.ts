import { stepHealth } from './health/report.ts';
import { isMeasured } from './history/measure.ts';
import { stepClients } from './load/clients.ts';
import { stepMetadata } from './load/metadata.ts';
import { stepChatter } from './log/chatter.ts';
import type { Model } from './model/model.ts';
import { stepClocks } from './monitors/clocks.ts';
import { stepDaemons } from './monitors/quorum.ts';
import { stepOsdMap } from './osds/map.ts';
import { stepPings } from './osds/pings.ts';
import { stepUsage } from './osds/usage.ts';
import { stepRecovery } from './placementGroups/recovery.ts';
import { stepScrubs } from './placementGroups/scrubs.ts';
import { stepReshaping } from './placementGroups/split.ts';

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
