import { expect, test } from 'vitest';
import { runTrial } from '../../bench/causes/trial.ts';
import { isRight } from '../../bench/causes/truth.ts';
import { FAULT_KINDS, type FaultKind } from '../../src/service/sim/faults/fault.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** Faults that are over after a quarter of an hour, or have become others: a flapping OSD is stopped by Ceph. */
const PASSING: ReadonlySet<FaultKind> = new Set([
  'hot-client',
  'client-hung',
  'data-moved',
  'osd-flap',
  'link-flap',
]);

test.each(FAULT_KINDS.filter((kind) => !PASSING.has(kind)))(
  '%s is still named by a console that is opened a quarter of an hour, or an hour, after it',
  async (kind) => {
    const { truths, looks } = await runTrial({
      kinds: [kind],
      seed: 11,
      looks: [1000, 3600],
      scale: 60,
      clock: fakeClock(),
    });
    for (const { verdict } of looks) {
      const [first] = verdict.causes;
      expect(truths.some((truth) => first !== undefined && isRight(first, truth))).toBe(true);
    }
  },
  60_000,
);
