import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Model } from '../model.ts';
import { worstWait } from '../osds/slowness.ts';
import { waitingFor } from '../osds/slowOps.ts';
import { acting } from '../placementGroups/uncleanPg.ts';
import { hash } from '../random.ts';
import { osdAnswers, SOUND_LINK, type Osd } from '../topology.ts';

type Wait = Required<NonNullable<ClusterEvidence['waits']>[number]>;

/** Entries that are told, and OSDs that are asked although nothing is known of them. */
const MOST = 64;
const ASKED = 4;
/** OSDs of which those that wait for them are asked; of more, some of each part of the cluster. */
const MOST_ASKED = 32;
/** Seconds after which a request stands out from those that are on their way anyway. */
const NOTABLE = 0.5;

/** The requests in flight of the OSDs that are asked: those which wait for one that is slow or silent, and some as they are always under way. */
export function waits(model: Model): Wait[] {
  const slow = Array.from(model.unsettled, (id) => model.osds[id]!).filter(
    (osd) => osd.up && worstWait(osd) >= NOTABLE,
  );
  const every = Math.ceil(slow.length / MOST_ASKED);
  const entries = slow.filter((_, index) => index % every === 0).flatMap((osd) => waitsBehind(model, osd));
  return [...entries, ...usual(model)].toSorted((a, b) => b.oldest - a.oldest).slice(0, MOST);
}

function waitsBehind(model: Model, osd: Osd): Wait[] {
  const age = Math.min(model.tick - osd.changedAt, worstWait(osd));
  if (age < 1) return [];
  const of = (from: Osd, to: Osd): Wait => {
    const share = (hash(from.id, to.id, model.tick) % 1000) / 1000;
    return {
      osd: from.id,
      waitsFor: to.id,
      requests: 1 + Math.floor(share * Math.min(12, age)),
      oldest: round(age * (0.4 + 0.6 * share)),
    };
  };
  const behind = waitingFor(model, osd).map((primary) => of(primary, osd));
  // Behind a bad link both directions suffer: its own requests wait for copies that are well.
  if (osd.host.link === SOUND_LINK || !osdAnswers(osd)) return behind;
  return [...behind, ...copiesOf(model, osd).map((copy) => of(osd, copy))];
}

/** OSDs with the other copies of what this one is the primary of: a sample. */
function copiesOf(model: Model, osd: Osd): Osd[] {
  const copies = new Set<Osd>();
  for (const id of osd.shards.slice(0, 24)) {
    const [primary, ...others] = acting(model, id);
    if (primary === osd) for (const other of others) copies.add(other);
  }
  return [...copies].slice(0, 6);
}

/** Requests that wait for a moment, as they do on a cluster that is well. */
function usual(model: Model): Wait[] {
  const { osds, tick } = model;
  return Array.from({ length: ASKED }, (_, index) => osds[hash(tick, index) % osds.length]!).flatMap(
    (osd) => {
      const copy = osdAnswers(osd) && osd.up ? copiesOf(model, osd)[0] : undefined;
      if (copy === undefined || !osdAnswers(copy)) return [];
      const oldest = round((hash(tick, osd.id, copy.id) % 200) / 1000);
      return [{ osd: osd.id, waitsFor: copy.id, requests: 1, oldest }];
    },
  );
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
