import type { Model } from '../model.ts';
import { osdAnswers } from '../topology.ts';

/** A silent OSD's average grows by this much a second (measured: 7300 ms after a hang of 27 s), and fades by a share when it answers again. */
const GROWTH_MS = 270;
const FADING = 0.99;
const USUAL_MS = 3;

/** One second of heartbeats: the averages of OSDs that do not answer, or did not until lately. */
export function stepPings({ osds, unsettled, slowPings }: Model): void {
  for (const id of unsettled) {
    if (osds[id]!.up && !osdAnswers(osds[id]!)) slowPings.add(id);
  }
  for (const id of slowPings) {
    const osd = osds[id]!;
    if (osd.up && !osdAnswers(osd)) osd.pingMs += GROWTH_MS;
    else osd.pingMs *= FADING;
    if (osd.pingMs < USUAL_MS) slowPings.delete(id);
  }
}
