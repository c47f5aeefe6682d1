import { expect, test } from 'vitest';
import { progressHandlers } from '../../../../src/service/ceph/progress/handlers.ts';
import { clusterWork, type ProgressDump } from '../../../../src/service/ceph/progress/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

const running = { id: 'r', message: 'Global Recovery Event', progress: 0.25, started_at: 1000 };
const finished = (id: string, at: number) => ({ id, message: 'm', started_at: 1, finished_at: at });

test('completed work is listed with its progress, the latest first', () => {
  expect(clusterWork(sample('progress') as ProgressDump)).toMatchObject([
    { message: 'Global Recovery Event', progress: expect.closeTo(0.839, 3) as number, secondsLeft: 5 },
    { message: 'Rebalancing after osd.0 marked in', progress: expect.closeTo(0.189, 3) as number },
    { message: 'Rebalancing after osd.0 marked out', finishedAt: 1795564763.5300727 },
    { message: 'Global Recovery Event', finishedAt: 1795564733.498839 },
  ]);
});

test('of work that has ended only the latest is listed', () => {
  const completed = Array.from({ length: 60 }, (_, index) => finished(`f${index}`, index));
  const ends = clusterWork({ completed }).map(({ finishedAt }) => finishedAt);
  expect(ends).toEqual(
    completed
      .map(({ finished_at: at }) => at)
      .toReversed()
      .slice(0, ends.length),
  );
});

test('running work is listed first, then completed work, the latest first', () => {
  const work = clusterWork({
    events: [{ ...running, time_remaining: 90 }],
    completed: [finished('old', 10), { ...finished('new', 20), failed: true, failure_message: 'no OSD' }],
  });
  expect(work).toEqual([
    { id: 'r', message: 'Global Recovery Event', progress: 0.25, startedAt: 1000, secondsLeft: 90 },
    { id: 'new', message: 'm', startedAt: 1, finishedAt: 20, failed: true, reason: 'no OSD' },
    { id: 'old', message: 'm', startedAt: 1, finishedAt: 10 },
  ]);
});

test('there is no estimate if the manager has none, and progress is never more than 100 %', () => {
  expect(clusterWork({ events: [{ ...running, progress: 1.02, time_remaining: null }] })).toEqual([
    { id: 'r', message: 'Global Recovery Event', progress: 1, startedAt: 1000 },
  ]);
  expect(clusterWork({})).toEqual([]);
});

test('while the manager is silent, the last known work is shown with its age, or none', async () => {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, { 'progress json': { json: { events: [running] } } });
  const call = caller(progressHandlers(ceph, clock));
  expect(await call('getClusterProgress', {})).toMatchObject({ lastUpdated: 0, work: [{ id: 'r' }] });
  answer('progress json', () => new Promise(() => undefined));
  await clock.advance(60_000);
  const late = call('getClusterProgress', {});
  await clock.advance(2000);
  expect(await late).toMatchObject({ work: [{ id: 'r' }] });
  expect((await late).lastUpdated).toBeGreaterThan(59);
});

test('work from some seconds ago is not shown as current while a manager is slow', async () => {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, { 'progress json': { json: { events: [running] } } });
  const call = caller(progressHandlers(ceph, clock));
  await call('getClusterProgress', {});
  answer('progress json', () => new Promise(() => undefined));
  const later = async () => {
    await clock.advance(5000);
    const latest = call('getClusterProgress', {});
    await clock.advance(500);
    return (await latest).lastUpdated;
  };
  await later();
  expect(await later()).toBeGreaterThan(10);
});

test('a manager that has never answered is reported as silent', async () => {
  const clock = fakeClock();
  const { ceph } = recordedCeph(clock, { 'progress json': () => new Promise(() => undefined) });
  const asked = caller(progressHandlers(ceph, clock))('getClusterProgress', {});
  const silent = expect(asked).rejects.toMatchObject(refusal(503, 'no manager'));
  await clock.advance(5000);
  await silent;
});

test('a cluster without the progress module is reported as such, until a manager has it', async () => {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, { 'progress json': refused(-22, 'command not known') });
  const call = caller(progressHandlers(ceph, clock));
  await expect(call('getClusterProgress', {})).rejects.toMatchObject(refusal(501, 'progress json'));
  answer('progress json', { json: {} });
  await clock.advance(5000);
  expect(await call('getClusterProgress', {})).toMatchObject({ work: [] });
});

test('while the status reports no work, the progress is read every half minute', async () => {
  const clock = fakeClock();
  const { ceph, answer, asked } = recordedCeph(clock, {
    'progress json': { json: { events: [] } },
    status: { json: { progress_events: {} } },
  });
  const call = caller(progressHandlers(ceph, clock));
  const reads = async (seconds: number) => {
    const before = asked.length;
    for (let second = 0; second < seconds; second += 5) {
      expect((await call('getClusterProgress', {})).lastUpdated).toBeLessThan(5);
      await clock.advance(5000);
    }
    return asked.slice(before).filter((each) => JSON.stringify(each).includes('progress json')).length;
  };
  expect(await reads(60)).toBe(2);
  answer('status', { json: { progress_events: { r: running } } });
  answer('progress json', { json: { events: [running] } });
  await reads(10);
  expect(await call('getClusterProgress', {})).toMatchObject({ work: [{ id: 'r' }] });
  expect(await reads(30)).toBe(5);
});
