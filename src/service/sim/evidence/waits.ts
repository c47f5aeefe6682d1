import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { crowdedMs } from '../load/crowding.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { osdAnswers, osdRuns, HEALTHY_LINK, type Osd } from '../model/topology.ts';
import { worstWait } from '../osds/slowness.ts';
import { waitingFor } from '../osds/slowOps.ts';
import { acting } from '../placementGroups/uncleanPg.ts';

type Wait = Required<NonNullable<ClusterEvidence['waits']>[number]>;

/** Maximum number of entries, and the number of randomly chosen OSDs with short, normal waits. */
const MAX_ENTRIES = 64;
const NORMAL_WAITS = 4;
/**
 * Maximum number of slow OSDs whose waiting peers are examined. If there are more, they are sampled from the whole
 * cluster.
 */
const MAX_SLOW = 32;
/** Seconds from which a wait differs from a normal one. */
const NOTABLE = 0.5;

/** The requests in flight: those that wait for an OSD that is slow or silent, and some normal ones. */
export function waits(model: Model): Wait[] {
  const slow = Array.from(model.unsettled, (id) => model.osds[id]!).filter(
    (osd) => osd.up && worstWait(osd) >= NOTABLE,
  );
  const every = Math.ceil(slow.length / MAX_SLOW);
  const entries = slow.filter((_, index) => index % every === 0).flatMap((osd) => waitsBehind(model, osd));
  return [...entries, ...crowdedWaits(model), ...normalWaits(model)]
    .toSorted((a, b) => b.oldest - a.oldest)
    .slice(0, MAX_ENTRIES);
}

function waitsBehind(model: Model, osd: Osd): Wait[] {
  const age = Math.min(model.tick - osd.changedAt, worstWait(osd));
  if (age < 1) return [];
  const waitOf = (from: Osd, to: Osd): Wait => {
    const share = (hash(from.id, to.id, model.tick) % 1000) / 1000;
    return {
      osd: from.id,
      waitsFor: to.id,
      requests: 1 + Math.floor(share * Math.min(12, age)),
      oldest: round(age * (0.4 + 0.6 * share)),
    };
  };
  const behind = waitingFor(model, osd).map((primary) => waitOf(primary, osd));
  // A bad link affects both directions: the OSD's own requests wait for copies on healthy OSDs.
  if (osd.host.link === HEALTHY_LINK || !osdRuns(osd)) return behind;
  return [...behind, ...copiesOf(model, osd).map((copy) => waitOf(osd, copy))];
}

/** A sample of the OSDs that hold the other copies of the groups of which this OSD is the primary. */
function copiesOf(model: Model, osd: Osd): Osd[] {
  const copies = new Set<Osd>();
  for (const id of osd.shards.slice(0, 24)) {
    const [primary, ...others] = acting(model, id);
    if (primary === osd) for (const other of others) copies.add(other);
  }
  return [...copies].slice(0, 6);
}

/** Number of OSDs of a busy client whose requests are examined. */
const CROWDED_OSDS = 12;

/** The requests of busy clients, which wait for copies on OSDs that have as many requests themselves. */
function crowdedWaits(model: Model): Wait[] {
  return [...model.busyClients].flatMap(({ pool, inFlight }) => {
    const { members } = pool.scopes[0]!;
    const ms = crowdedMs(model, pool.scopes);
    const every = Math.ceil(members.length / CROWDED_OSDS);
    return members
      .filter((_, index) => index % every === 0)
      .filter((osd) => osd.up && osdAnswers(osd))
      .flatMap((osd) =>
        copiesOf(model, osd).map((copy) => {
          const share = (hash(osd.id, copy.id, model.tick) % 1000) / 1000;
          const requests = 1 + Math.floor((share * inFlight) / members.length);
          return { osd: osd.id, waitsFor: copy.id, requests, oldest: round((ms * (0.3 + 2 * share)) / 1000) };
        }),
      );
  });
}

/** Short waits, as every healthy cluster has them. */
function normalWaits(model: Model): Wait[] {
  const { osds, tick } = model;
  return Array.from({ length: NORMAL_WAITS }, (_, index) => osds[hash(tick, index) % osds.length]!).flatMap(
    (osd) => {
      const copy = osdAnswers(osd) && osd.up ? copiesOf(model, osd)[0] : undefined;
      if (copy === undefined || !osdAnswers(copy)) return [];
      const oldest = round((hash(tick, osd.id, copy.id) % 200) / 1000);
      return [{ osd: osd.id, waitsFor: copy.id, requests: 1, oldest }];
    },
  );
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
