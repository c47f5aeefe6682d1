import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { judgeHealing } from '../../../src/diagnosis/healing/healing.ts';
import type { MarkingOut } from '../../../src/diagnosis/healing/markingOut.ts';
import { addSample, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
import { check, withChecks, withPlacement } from '../../store/answers/shapes.ts';

const NOBODY: MarkingOut = { osds: [], due: undefined, never: undefined, keptIn: [] };

/** The healing after so many minutes with the same look at the status every ten seconds. */
function still(status: ClusterStatus, minutes: number, flags: readonly string[] = [], waitsFor = NOBODY) {
  let history: readonly HealingSample[] = [];
  for (let now = 0; now <= minutes * 60_000; now += 10_000) history = addSample(history, status, now);
  return judgeHealing({
    status,
    flags: flags.map((name) => ({ name, currentState: true })),
    waitsFor,
    history,
  });
}

const raised = (...codes: readonly string[]): ClusterStatus => ({
  ...withPlacement(50, 100),
  ...withChecks(
    'HEALTH_WARN',
    Object.fromEntries(codes.map((code) => [code, check('WARN', `3 of ${code}`)])),
  ),
});

test.each([
  [['PG_DEGRADED'], 'stalled'],
  [['PG_DEGRADED', 'PG_AVAILABILITY'], 'blocked'],
  [['PG_DEGRADED', 'OBJECT_UNFOUND'], 'blocked'],
  [['PG_DAMAGED'], 'repair'],
  [['PG_DAMAGED', 'OBJECT_UNFOUND'], 'blocked'],
])('healing that does not move while %j are raised is %s', (codes, state) => {
  expect(still(raised(...codes), 12).state).toBe(state);
});

test('flags and full OSDs hold healing, and what is never marked out', () => {
  expect(still(withPlacement(100, 100), 1, ['norecover', 'noscrub', 'noout']).heldBy).toEqual(['norecover']);
  const full = {
    ...withPlacement(50, 100),
    ...withChecks('HEALTH_WARN', {
      PG_RECOVERY_FULL: check('ERR', 'Full OSDs blocking recovery: 2 pgs recovery_toofull'),
      PG_BACKFILL_FULL: check('WARN', 'Low space hindering backfill: 1 pg backfill_toofull'),
    }),
  };
  const never = 'r2 as a whole is never marked out';
  expect(still(full, 2, ['nobackfill'], { ...NOBODY, never })).toMatchObject({
    state: 'held',
    heldBy: ['nobackfill', '2 pgs recovery_toofull', '1 pg backfill_toofull', never],
  });
});
