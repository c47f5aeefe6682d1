import { expect, test } from 'vitest';
import { LOSS_KINDS, measureHealing } from '../../../bench/causes/healing.ts';
import { fakeClock } from '../../support/fakeClock.ts';

test.each(LOSS_KINDS)(
  'after the loss of %s in a simulated cluster, at least 80 % of the estimates contain the real end',
  async (kind) => {
    const score = await measureHealing(kind, 60, [61, 62, 63], fakeClock);
    // What heals within minutes is over before the pace is known.
    expect(score.estimates).toBeGreaterThan(0.65 * score.looks);
    expect(score.correct / score.estimates).toBeGreaterThanOrEqual(0.8);
    expect(score.outWrongBy).toBeLessThanOrEqual(30);
  },
  120_000,
);
