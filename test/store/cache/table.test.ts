import { expect, test } from 'vitest';
import { RECENT_TASKS, TABLE, USUAL_MS } from '../../../src/store/cache/table.ts';

test.each([
  ['getClusterStatus', 2],
  ['listTasks', 2],
  ['getTask', 1],
  ['listDisks', 5],
  ['getCrushMap', 5],
  ['getRecoverySpeed', 60],
  ['listCrushRules', 60],
  ['getConfigBackups', 60],
  ['listServerNames', 60],
  ['getAvailableSettings', 120],
] as const)('%s is read every %i seconds while it is short', (id, seconds) => {
  expect(TABLE[id]?.everyMs).toBe(seconds * 1000);
});

test('a resource outside the table is read every five seconds', () => {
  expect(USUAL_MS).toBe(5000);
});

test.each([
  [0, 5],
  [800, 5],
  [2500, 15],
  [10_000, 60],
])('a list of %i disks or a CRUSH map of as many nodes is read every %d seconds', (length, seconds) => {
  const list = Array.from({ length }, () => ({}));
  expect(TABLE.listDisks?.intervalAfter?.(list)).toBeCloseTo(seconds * 1000, -1);
  expect(TABLE.getCrushMap?.intervalAfter?.({ nodes: list })).toBeCloseTo(seconds * 1000, -1);
});

test('a CRUSH map without nodes is read as often as a short one', () => {
  expect(TABLE.getCrushMap?.intervalAfter?.({})).toBe(5000);
});

test('tasks are read every two seconds while one waits or runs, unless the page is longer than the deck shows', () => {
  const after = (length: number, state: string) =>
    TABLE.listTasks?.intervalAfter?.({
      data: Array.from({ length }, (_, id) => ({ id, state: id === 0 ? state : 'FINISHED' })),
    });
  expect([after(1, 'RUNNING'), after(RECENT_TASKS, 'WAITING')]).toEqual([2000, 2000]);
  expect([after(1, 'FINISHED'), after(RECENT_TASKS + 1, 'RUNNING')]).toEqual([5000, 5000]);
  expect(TABLE.listTasks?.intervalAfter?.({})).toBe(5000);
});
