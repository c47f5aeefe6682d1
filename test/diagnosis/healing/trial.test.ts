import { expect, test } from 'vitest';
import { LOSS_KINDS, measureHealing } from '../../../bench/causes/healing.ts';
import { fakeClock } from '../../support/fakeClock.ts';

test.each(LOSS_KINDS)(
  'after the loss of %s in a simulated cluster, at least 80 % of the estimates contain the real end, and half of them are narrower than half of the time left',
  async (kind) => {
    const score = await measureHealing(kind, 60, [61, 62, 63], fakeClock);
    // What heals within minutes is over before the pace is known, and the last groups have no estimate if an OSD has several.
    expect(score.estimates).toBeGreaterThan(0.55 * score.looks);
    expect(score.correct / score.estimates).toBeGreaterThanOrEqual(0.8);
    expect(score.width).toBeLessThan(0.5);
    expect(score.outWrongBy).toBeLessThanOrEqual(30);
  },
  120_000,
);
