import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { osdAnswers, type Osd } from '../model/topology.ts';
import { acting } from '../placementGroups/uncleanPg.ts';
import { worstWait } from './slowness.ts';

interface SlowOps {
  readonly count: number;
  /** Age of the oldest request in seconds. */
  readonly oldest: number;
  /**
   * The OSDs that report slow requests: those that wait for the slow OSD, and the slow OSD itself if it still
   * answers.
   */
  readonly osds: readonly Osd[];
}

/**
 * Seconds after the fault at which requests begin to stall (measured: 32 s old after 35 s, then reported every 5 s).
 */
const LAG = 3;
/** The same on a lossy link, where each packet is first sent again for a while (measured: 49 s). */
const LOSS_LAG = 17;
const REPORT_STEP = 5;
/**
 * Maximum number of placement groups and of peers that are examined; more would make the list longer, but not more
 * useful.
 */
const SAMPLE = 24;
const MAX_PEERS = 6;
/** The search ends at this number of waiting OSDs: far more than a message names. */
const ENOUGH_WAITING = 60;

/**
 * Requests older than osd_op_complaint_time, which wait for OSDs that are up in the map but silent, or whose disk is
 * slow. Undefined if there are none.
 */
export function slowOps(model: Model): SlowOps | undefined {
  const waiting = new Set<Osd>();
  let [count, oldest] = [0, 0];
  for (const id of model.unsettled) {
    const osd = model.osds[id]!;
    if (!osd.up) continue;
    const age = oldestRequest(model, osd);
    if (age === 0) continue;
    const peers = waiting.size < ENOUGH_WAITING ? waitingFor(model, osd) : [];
    if (osdAnswers(osd)) peers.unshift(osd);
    for (const peer of peers) waiting.add(peer);
    count += 1 + Math.min(peers.length * 5, Math.floor((age - model.settings.opComplaintTime) * 2));
    oldest = Math.max(oldest, age);
  }
  return count === 0 ? undefined : { count, oldest, osds: [...waiting].toSorted((a, b) => a.id - b.id) };
}

/**
 * Age of the oldest request that waits for an OSD, in seconds; 0 while none is reported. If the OSD is silent, the
 * oldest request only gets older; a slow OSD finishes each request eventually.
 */
export function oldestRequest({ tick, settings }: Model, osd: Osd): number {
  const waited = tick - osd.changedAt - (osd.host.link.loss > 0 ? LOSS_LAG : LAG);
  const first = settings.opComplaintTime + 2;
  const worst = worstWait(osd);
  if (waited < first || worst < first) return 0;
  if (worst === Number.POSITIVE_INFINITY) return waited - ((waited - first) % REPORT_STEP);
  return first + (hash(Math.floor(tick / REPORT_STEP)) % Math.ceil(worst - first + 1));
}

/** The OSDs whose requests wait for this one: a sample of the primaries of its placement groups. */
export function waitingFor(model: Model, osd: Osd): Osd[] {
  const primaries = osd.shards.slice(0, SAMPLE).flatMap((id) => acting(model, id).slice(0, 1));
  const peers = new Set(primaries.filter((primary) => primary !== osd && osdAnswers(primary)));
  return [...peers].slice(0, MAX_PEERS);
}
