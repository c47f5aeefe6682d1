import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { crowdedMsOn } from '../load/crowding.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { osdAnswers, type Osd } from '../model/topology.ts';
import { IDLE_LATENCIES } from '../osds/idleLatencies.ts';

/** Maximum number of OSDs that are listed. */
const MAX_OSDS = 16;
/** The share of the time that requests wait behind those of a busy client which the disk takes longer for a commit (measured). */
const COMMIT_SHARE = 0.15;

/** The latencies that the slowest OSDs report. An OSD that does not answer reports nothing. */
export const slowestOsds = (model: Model): NonNullable<ClusterEvidence['latencies']> =>
  candidates(model)
    .filter((osd) => osd.up && osdAnswers(osd))
    .map((osd) => ({ osd: osd.id, commitMs: commitMsOf(model, osd) }))
    .toSorted((a, b) => b.commitMs - a.commitMs)
    .slice(0, MAX_OSDS);

/** The latency of a commit on an OSD's disk, in milliseconds. */
export function commitMsOf(model: Model, osd: Osd): number {
  const { id, deviceClass, lagMs } = osd;
  const noise = 0.7 + (hash(id, Math.floor(model.tick / 5)) % 1000) / 1500;
  const usual = IDLE_LATENCIES[deviceClass].p50 / 1000 + COMMIT_SHARE * crowdedMsOn(model, osd);
  return Math.round((usual * noise + lagMs) * 100) / 100;
}

/** Number of healthy OSDs in the sample; their latencies differ by chance only. */
const HEALTHY_SAMPLE = 256;

/** The OSDs that may be among the slowest: those with problems, and a sample of the others. */
function candidates({ osds, unsettled }: Model): Osd[] {
  const every = Math.max(1, Math.floor(osds.length / HEALTHY_SAMPLE));
  const sample = osds.filter((_, index) => index % every === 0);
  return [...new Set([...Array.from(unsettled, (id) => osds[id]!), ...sample])];
}
