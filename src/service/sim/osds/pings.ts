import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { osdAnswers, type Host, type Osd } from '../model/topology.ts';

/**
 * Milliseconds per second by which the average of a silent OSD grows (measured: 7300 ms after a hang of 27 s), and
 * the factor per second by which it decays once the OSD answers again.
 */
const GROWTH_MS = 270;
const FADING = 0.99;
/** The same factor for the average of a minute, which OSDs report; the health check goes by those of up to 15 minutes. */
const FADING_OF_MINUTE = 0.95;
const NORMAL_MS = 3;
/**
 * Milliseconds that heartbeats would take if all packets were lost, and the share by which an average approaches the
 * present value each second.
 */
const LOSS_MS = 7000;
const FOLLOWING = 1 / 120;

/**
 * One second of heartbeats: updates the averages of OSDs that do not answer, or did not until recently, and of those
 * behind a bad link.
 */
export function stepPings({ osds, unsettled, slowPings }: Model): void {
  for (const id of unsettled) {
    const osd = osds[id]!;
    if (osd.up && (!osdAnswers(osd) || linkMs(osd.host) > 0)) slowPings.add(id);
  }
  for (const id of slowPings) {
    const osd = osds[id]!;
    const link = linkMs(osd.host);
    osd.minutePingMs *= FADING_OF_MINUTE;
    if (osd.up && !osdAnswers(osd)) osd.pingMs += GROWTH_MS;
    else if (osd.up && osd.pingMs < link) osd.pingMs += (link - osd.pingMs) * FOLLOWING;
    else osd.pingMs *= FADING;
    if (osd.up && (!osdAnswers(osd) || link > 0)) osd.minutePingMs = osd.pingMs;
    if (osd.pingMs < NORMAL_MS) slowPings.delete(id);
  }
}

const linkMs = ({ link }: Host): number => link.delayMs + link.loss * LOSS_MS;

/**
 * The OSDs with recently slow heartbeats, slowest first. Unanswered heartbeats are in no average, and those of a
 * restarted daemon are forgotten.
 */
export const slowPingers = ({ osds, slowPings }: Model): Osd[] =>
  Array.from(slowPings, (id) => osds[id]!)
    .filter((osd) => osdAnswers(osd) && !osd.restarted)
    .toSorted((a, b) => b.pingMs - a.pingMs || a.id - b.id);

/** The average heartbeat time from one OSD to another, in milliseconds. */
export interface Ping {
  readonly from: Osd;
  readonly to: Osd;
  readonly ms: number;
}

/** Numbers of a slow OSD's peers that are listed, and of an OSD's peers to which its last pings are known. */
const [PEERS, LAST_PEERS] = [3, 24];

/**
 * Slow heartbeats of these OSDs, slowest first: both to and from each, because both ends measure the same delay.
 * @param average the average that is meant
 */
export function slowPingsOf(
  { osds }: Model,
  slow: readonly Osd[],
  average: 'pingMs' | 'minutePingMs',
): Ping[] {
  return slow
    .flatMap((osd) =>
      peersOf(osds, osd, PEERS).flatMap((peer, index) => [
        { from: peer, to: osd, ms: osd[average] * (index === 0 ? 1 : jitter(osd, peer)) },
        { from: osd, to: peer, ms: osd[average] * jitter(peer, osd) },
      ]),
    )
    .toSorted((a, b) => b.ms - a.ms);
}

/** Seconds between two pings of an OSD to its peers (osd_heartbeat_interval). */
const INTERVAL = 6;
/** Milliseconds of a ping between healthy servers, and after which a lost packet is sent again. */
const [HEALTHY_MS, RESEND_MS] = [1, 200];

/** The last pings of an OSD, which it sent to all of its peers at the same moment. A peer that does not answer is left out. */
export function lastPingsOf({ osds, tick }: Model, osd: Osd): Ping[] {
  const sentAt = tick - ((tick + hash(osd.id)) % INTERVAL);
  const addedBy = ({ changedAt, host: { link } }: Osd, peer: Osd): number =>
    changedAt > sentAt
      ? 0
      : link.delayMs + (hash(osd.id, peer.id, sentAt) / 2 ** 32 < link.loss ? RESEND_MS : 0);
  return peersOf(osds, osd, LAST_PEERS).map((peer) => ({
    from: osd,
    to: peer,
    ms: HEALTHY_MS * jitter(osd, peer) + addedBy(osd, peer) + addedBy(peer, peer),
  }));
}

/** Some OSDs on other servers, standing for those with which this one shares placement groups. */
function peersOf(osds: readonly Osd[], osd: Osd, count: number): Osd[] {
  const peers = new Set<Osd>();
  for (let attempt = 0; attempt < 3 * count && peers.size < count; attempt++) {
    const peer = osds[hash(osd.id, attempt) % osds.length]!;
    if (peer.host !== osd.host && osdAnswers(peer)) peers.add(peer);
  }
  return [...peers];
}

const jitter = (a: Osd, b: Osd): number => 0.8 + (hash(a.id, b.id) % 1000) / 5000;
