import { osdAnswers, type Osd } from '../model/topology.ts';

/**
 * Average milliseconds that the loss of all packets would cost; lost packets are sent again after 200 ms, 400 ms and
 * so on.
 */
const LOSS_MS = 4000;
/**
 * Number of requests ahead of the slowest one (measured on disks with 15, 2 and 1 operations per second: 2.9, 26 and
 * 44 s).
 */
const QUEUE = 45;
/** Milliseconds of a normal request from end to end [assumed]. */
const NORMAL_MS = 50;

/** Extra milliseconds of a request to the OSD, because of its disk and its server's link. */
export const extraMs = ({ lagMs, host: { link } }: Osd): number => lagMs + link.delayMs + link.loss * LOSS_MS;

/** Seconds that the slowest request to the OSD waits; infinite if the OSD does not answer. */
export const worstWait = (osd: Osd): number =>
  osdAnswers(osd) ? (QUEUE * extraMs(osd)) / 1000 : Number.POSITIVE_INFINITY;

/**
 * The share of normal operations that clients achieve whose requests take so many milliseconds longer. They send the next
 * request only when the previous one is answered.
 */
export const shareServed = (ms: number): number => NORMAL_MS / (NORMAL_MS + ms);

/** The same share for the clients of an OSD's placement groups. */
export const servedShare = (osd: Osd): number => (osdAnswers(osd) ? shareServed(extraMs(osd)) : 0);
