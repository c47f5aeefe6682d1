import { expect, test } from 'vitest';
import { objectsToMove } from '../../../src/diagnosis/healing/recoveryCounts.ts';
import { check, withChecks } from '../../store/answers/shapes.ts';

const counted = (pgmap: object) => ({ storeStatus: { pgmap } as object });

test('the data left to move is the sum of the known degraded and misplaced data', () => {
  const degraded = check(
    'WARN',
    'Degraded data redundancy: 250/1000 objects degraded (25.000%), 14 pgs degraded',
  );
  const misplaced = check('WARN', '12/1000 objects misplaced (1.200%)');
  expect(objectsToMove(counted({ num_pgs: 8, degraded_objects: 3, misplaced_objects: 4 }))).toBe(7);
  expect(objectsToMove(counted({ num_pgs: 8 }))).toBe(0);
  expect(
    objectsToMove(withChecks('HEALTH_WARN', { PG_DEGRADED: degraded, OBJECT_MISPLACED: misplaced })),
  ).toBe(262);
  expect(objectsToMove({})).toBeUndefined();
});

test('data under a muted check still has to move, and a service may send its checks as a list', () => {
  const muted = check('WARN', 'Degraded data redundancy: 250/1000 objects degraded', { muted: true });
  expect(objectsToMove(withChecks('HEALTH_OK', { PG_DEGRADED: muted }))).toBe(250);
  const health = { status: 'HEALTH_WARN' as const, checks: [{ ...muted, code: 'PG_DEGRADED' }] };
  expect(objectsToMove({ storeStatus: { health } })).toBe(250);
});
