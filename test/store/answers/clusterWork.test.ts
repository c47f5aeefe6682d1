import { expect, test } from 'vitest';
import { workRows } from '../../../src/store/answers/clusterWork.ts';

const now = 2_000_000;
const row = (work: object, lastUpdated = 0) =>
  workRows({ data: { lastUpdated, work: [work] }, at: now }, now)[0];

test('running work is shown with its progress and the estimate of the cluster', () => {
  const work = { id: 'a', message: 'Rebalancing', progress: 0.42, startedAt: 1940, secondsLeft: 192 };
  expect(row(work)).toMatchObject({
    id: 'work.a',
    name: 'Rebalancing',
    state: 'RUNNING',
    running: true,
    age: 60,
    lastLine: "42%, 3m12s left (cluster's estimate)",
    level: 'ok',
  });
});

test('unknown progress is shown as unknown, and old progress with its age', () => {
  expect(row({ message: 'm' })?.lastLine).toBe('progress not known');
  expect(row({ message: 'm', progress: 0.5 }, 300)?.lastLine).toBe('50%, reported 5m00s ago');
});

test('progress that could not be read again has its present age', () => {
  const answer = { data: { lastUpdated: 10, work: [{ message: 'm', progress: 0.5 }] }, at: now - 290_000 };
  expect(workRows(answer, now)[0]?.lastLine).toBe('50%, reported 5m00s ago');
});

test('completed work is finished or failed', () => {
  expect(row({ startedAt: 1000, finishedAt: 1240 })).toMatchObject({
    state: 'FINISHED',
    running: false,
    lastLine: 'done after 4m00s',
  });
  expect(row({ failed: true, reason: 'no room' })).toMatchObject({
    state: 'FAILED',
    level: 'error',
    lastLine: 'no room',
  });
});

test('a service that does not report work adds no rows', () => {
  expect(workRows({}, now)).toEqual([]);
});
