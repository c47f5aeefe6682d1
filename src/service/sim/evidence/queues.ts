import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { crowdedMsOn } from '../load/crowding.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { osdAnswers } from '../model/topology.ts';

/** Maximum number of OSDs that are listed. */
const MAX_OSDS = 32;
/**
 * The least and the largest share of the time that requests wait behind those of a busy client which they spend in the queue of
 * an OSD, before it works on them (measured on hard disks).
 */
const SHARES = [0.05, 0.8] as const;

/**
 * The OSDs in whose queues requests wait. They do so behind the requests of a busy client, and not because a single disk or link
 * is slow: an OSD begins with the next request while others wait for their disk.
 */
export function queues(model: Model): NonNullable<ClusterEvidence['queues']> {
  if (model.busyClients.size === 0) return [];
  const [least, most] = SHARES;
  return model.osds
    .filter((osd) => osd.up && osdAnswers(osd))
    .map((osd) => {
      const share = least + ((most - least) * (hash(osd.id, Math.floor(model.tick / 4)) % 1000)) / 1000;
      return { osd: osd.id, ms: Math.round(crowdedMsOn(model, osd) * share * 100) / 100 };
    })
    .filter(({ ms }) => ms >= 1)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MAX_OSDS);
}
