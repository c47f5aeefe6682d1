import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { USUAL } from '../history/latency.ts';
import type { Model } from '../model.ts';
import { extraMs } from '../osds/slowness.ts';
import { waitingFor } from '../osds/slowOps.ts';
import { hash } from '../random.ts';
import { osdAnswers, type Osd } from '../topology.ts';

/** OSDs that are told. */
const MOST = 16;
/** The time of a copy on the way between two servers, in milliseconds. */
const HOP_MS = 0.4;

/** The latencies that the OSDs report, of the slowest ones. One that does not answer reports nothing; the writes of primaries take as long as their slowest copy. */
export function slowestOsds(model: Model): NonNullable<ClusterEvidence['latencies']> {
  const delays = delaysOfPrimaries(model);
  return candidates(model, delays)
    .filter((osd) => osd.up && osdAnswers(osd))
    .map((osd) => {
      const noise = 0.7 + (hash(osd.id, Math.floor(model.tick / 5)) % 1000) / 1500;
      const commitMs = (USUAL[osd.deviceClass].p50 / 1000) * noise + osd.lagMs;
      const writeMs = commitMs + HOP_MS + extraMs(osd) - osd.lagMs + (delays.get(osd) ?? 0);
      return { osd: osd.id, commitMs: round(commitMs), writeMs: round(writeMs) };
    })
    .toSorted((a, b) => b.writeMs - a.writeMs)
    .slice(0, MOST);
}

/** OSDs without any trouble that are looked at: their latencies differ by chance only. */
const USUAL_ONES = 256;

/** The OSDs that can be among the slowest. */
function candidates({ osds, unsettled }: Model, delays: ReadonlyMap<Osd, number>): Osd[] {
  const every = Math.max(1, Math.floor(osds.length / USUAL_ONES));
  const usual = osds.filter((_, index) => index % every === 0);
  return [...new Set([...Array.from(unsettled, (id) => osds[id]!), ...delays.keys(), ...usual])];
}

/** OSDs whose primaries are looked at. */
const MOST_SLOW = 32;

/** The milliseconds by which the average write of a primary takes longer, because some of its groups have a copy on a slow OSD. */
function delaysOfPrimaries(model: Model): Map<Osd, number> {
  const delays = new Map<Osd, number>();
  const slow = Array.from(model.unsettled, (id) => model.osds[id]!).filter(
    (osd) => osd.up && osdAnswers(osd) && extraMs(osd) > 0,
  );
  for (const osd of slow.slice(0, MOST_SLOW)) {
    for (const primary of waitingFor(model, osd)) {
      const shared = primary.shards.filter((shard) => osd.shards.includes(shard)).length;
      const share = shared / Math.max(1, primary.shards.length);
      delays.set(primary, (delays.get(primary) ?? 0) + extraMs(osd) * share);
    }
  }
  return delays;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;
