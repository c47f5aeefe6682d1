import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { IDLE_LATENCIES } from '../history/latency.ts';
import type { Model } from '../model.ts';
import { extraMs } from '../osds/slowness.ts';
import { waitingFor } from '../osds/slowOps.ts';
import { hash } from '../random.ts';
import { osdAnswers, type Osd } from '../topology.ts';

/** Maximum number of OSDs that are listed. */
const MAX_OSDS = 16;
/** Network time of a copy between two servers, in milliseconds. */
const HOP_MS = 0.4;

/**
 * The latencies that the slowest OSDs report. An OSD that does not answer reports nothing, and a write of a primary
 * takes as long as its slowest copy.
 */
export function slowestOsds(model: Model): NonNullable<ClusterEvidence['latencies']> {
  const delays = delaysOfPrimaries(model);
  return candidates(model, delays)
    .filter((osd) => osd.up && osdAnswers(osd))
    .map((osd) => {
      const commitMs = commitMsOf(model, osd);
      const writeMs = commitMs + HOP_MS + extraMs(osd) - osd.lagMs + (delays.get(osd) ?? 0);
      return { osd: osd.id, commitMs, writeMs: round(writeMs) };
    })
    .toSorted((a, b) => b.writeMs - a.writeMs)
    .slice(0, MAX_OSDS);
}

/** The latency of a commit on an OSD's disk, in milliseconds. */
export function commitMsOf({ tick }: Model, { id, deviceClass, lagMs }: Osd): number {
  const noise = 0.7 + (hash(id, Math.floor(tick / 5)) % 1000) / 1500;
  return round((IDLE_LATENCIES[deviceClass].p50 / 1000) * noise + lagMs);
}

/** Number of healthy OSDs in the sample; their latencies differ by chance only. */
const HEALTHY_SAMPLE = 256;

/** The OSDs that may be among the slowest: those with problems, and a sample of the others. */
function candidates({ osds, unsettled }: Model, delays: ReadonlyMap<Osd, number>): Osd[] {
  const every = Math.max(1, Math.floor(osds.length / HEALTHY_SAMPLE));
  const sample = osds.filter((_, index) => index % every === 0);
  return [...new Set([...Array.from(unsettled, (id) => osds[id]!), ...delays.keys(), ...sample])];
}

/** Maximum number of slow OSDs whose primaries are examined. */
const MAX_SLOW = 32;

/** Extra milliseconds of the average write of each primary that has copies on slow OSDs. */
function delaysOfPrimaries(model: Model): Map<Osd, number> {
  const delays = new Map<Osd, number>();
  const slow = Array.from(model.unsettled, (id) => model.osds[id]!).filter(
    (osd) => osd.up && osdAnswers(osd) && extraMs(osd) > 0,
  );
  for (const osd of slow.slice(0, MAX_SLOW)) {
    for (const primary of waitingFor(model, osd)) {
      const shared = primary.shards.filter((shard) => osd.shards.includes(shard)).length;
      const share = shared / Math.max(1, primary.shards.length);
      delays.set(primary, (delays.get(primary) ?? 0) + extraMs(osd) * share);
    }
  }
  return delays;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;
