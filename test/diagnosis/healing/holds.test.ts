import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { judgeHealing } from '../../../src/diagnosis/healing/healing.ts';
import type { MarkingOut } from '../../../src/diagnosis/healing/markingOut.ts';
import { addSample, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
import { check, withChecks, withPlacement } from '../../store/answers/shapes.ts';
import { downOsd } from '../support.ts';

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

/** The healing `seconds` after a flag was set on a recovery of ten objects a second that goes on for `lag` seconds. */
function flagged(flag: string, { seconds, lag = 0 }: { readonly seconds: number; readonly lag?: number }) {
  const look = (at: number): ClusterStatus => ({
    ...withPlacement(50, 100),
    ...withChecks('HEALTH_WARN', {
      ...(at > 300 && { OSDMAP_FLAGS: check('WARN', `${flag} flag(s) set`) }),
      PG_DEGRADED: check(
        'WARN',
        `Degraded data redundancy: ${9000 - 10 * Math.min(at, 300 + lag)}/30000 objects degraded`,
      ),
    }),
  });
  const end = 300 + seconds;
  let history: readonly HealingSample[] = [];
  for (let at = 0; at <= end; at += 10) history = addSample(history, look(at), at * 1000);
  return judgeHealing({ status: look(end), waitsFor: NOBODY, history });
}

test('recovery that a flag stops is held as soon as the status reports the flag', () => {
  expect(flagged('norecover', { seconds: 0 }).state).toBe('healing');
  for (const flag of ['norecover', 'nobackfill', 'nobackfill,norecover'])
    expect(flagged(flag, { seconds: 10 })).toMatchObject({ state: 'held', left: undefined });
});

test('counts that are late show no progress under a flag, but later ones do', () => {
  expect(flagged('nobackfill', { seconds: 20, lag: 15 }).state).toBe('held');
  expect(flagged('nobackfill', { seconds: 60, lag: 60 })).toMatchObject({
    state: 'healing',
    heldBy: ['nobackfill'],
  });
  // It stops everything.
  expect(flagged('norecover', { seconds: 60, lag: 60 }).state).toBe('held');
  // It does not stop the recovery of copies that are missing.
  expect(flagged('norebalance', { seconds: 10, lag: 60 }).state).toBe('healing');
});

test('after the failure of an OSD healing waits at once if it is known when the OSD is marked out', () => {
  const due = { at: 700_000, exact: true };
  const waits = { ...NOBODY, osds: [downOsd(7)] };
  const failed = (waitsFor: MarkingOut) => {
    const look = (at: number) => withPlacement(at < 100 ? 100 : 50, 100);
    let history: readonly HealingSample[] = [];
    for (let at = 0; at <= 100; at += 10) history = addSample(history, look(at), at * 1000);
    return judgeHealing({ status: look(100), waitsFor, history }).state;
  };
  expect(failed({ ...waits, due })).toBe('waiting');
  expect(failed(waits)).toBe('worsening');
});
