import { expect, test } from 'vitest';
import { judgeHealing } from '../../../src/diagnosis/healing/healing.ts';
import { check, withChecks, withPlacement } from '../../store/answers/shapes.ts';

test('counts that are older than a check about missing copies do not say that all is okay', () => {
  const state = (...codes: readonly string[]) => {
    const checks = Object.fromEntries(codes.map((code) => [code, check('WARN', '5 pgs')]));
    const status = { ...withPlacement(100, 100), ...withChecks('HEALTH_WARN', checks) };
    const waitsFor = { osds: [], due: undefined, never: undefined, keptIn: [] };
    return judgeHealing({ status, waitsFor, history: [] }).state;
  };
  expect(state()).toBe('healthy');
  expect(state('OSD_DOWN')).toBe('healthy');
  expect(state('PG_DEGRADED')).toBe('measuring');
  expect(state('PG_AVAILABILITY')).toBe('measuring');
});
