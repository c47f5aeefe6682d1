import { osdAnswers, type Osd } from '../topology.ts';

/** Milliseconds that the loss of all packets would cost on average; what is lost is sent again after 200 ms, 400 ms and so on. */
const LOSS_MS = 4000;
/** Requests that wait before the unluckiest one (measured on disks of 15, 2 and 1 operations per second: 2.9, 26 and 44 s). */
const QUEUE = 45;
/** Milliseconds of a usual request from end to end [assumed]. */
const USUAL_MS = 50;

/** Milliseconds beyond the usual that a request to the OSD takes: by its disk and by its server's link. */
export const extraMs = ({ lagMs, host: { link } }: Osd): number => lagMs + link.delayMs + link.loss * LOSS_MS;

/** Seconds that the unluckiest request to the OSD waits; without end where it does not answer. */
export const worstWait = (osd: Osd): number =>
  osdAnswers(osd) ? (QUEUE * extraMs(osd)) / 1000 : Number.POSITIVE_INFINITY;

/** The share of their usual operations that clients get of the OSD's placement groups, who send the next request when the one before is answered. */
export const servedShare = (osd: Osd): number => (osdAnswers(osd) ? USUAL_MS / (USUAL_MS + extraMs(osd)) : 0);
