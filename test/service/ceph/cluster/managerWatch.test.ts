import { expect, test } from 'vitest';
import { SHARE_MS } from '../../../../src/service/ceph/client/ceph.ts';
import { ManagerWatch, withSilenceCheck } from '../../../../src/service/ceph/cluster/managerWatch.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

const EACCES = -13;
const ETIMEDOUT = -110;
const never = () => new Promise<never>(() => undefined);

function watched() {
  const clock = fakeClock();
  const { ceph, answer, asked } = recordedCeph(clock, { 'pg stat': { json: {} } });
  const watch = new ManagerWatch(ceph, clock);
  /** A console that reads the status every second. */
  const poll = async (seconds: number) => {
    let silence;
    for (let second = 0; second < seconds; second++) {
      const looked = watch.check();
      const waiting = Symbol('waiting');
      do {
        await clock.advance(1000);
        silence = await Promise.race([looked, Promise.resolve(waiting)]);
      } while (silence === waiting);
    }
    return silence;
  };
  return { clock, answer, asked, watch, poll };
}

test('a manager that answers is not silent, however long ago it was asked', async () => {
  const { clock, poll } = watched();
  expect(await poll(2)).toBeUndefined();
  await clock.advance(3600_000);
  expect(await poll(1)).toBeUndefined();
});

test('a manager that hangs is reported after some seconds with its last answer, and is well again once it answers', async () => {
  const { clock, answer, poll } = watched();
  const start = clock.elapsed();
  await poll(1);
  answer('pg stat', never);
  expect(await poll(3)).toBeUndefined();
  expect(await poll(3)).toEqual({ lastAnsweredAt: start, since: start + 2000 });

  const other = watched();
  other.answer('pg stat', refused(ETIMEDOUT, ''));
  expect(await other.poll(8)).toMatchObject({ lastAnsweredAt: undefined });
  other.answer('pg stat', { json: {} });
  expect(await other.poll(2)).toBeUndefined();
});

test('the first answer waits until managers that hang count as silent, and so does one after a pause', async () => {
  const { answer, clock, poll } = watched();
  answer('pg stat', never);
  const start = clock.elapsed();
  expect(await poll(1)).toEqual({ lastAnsweredAt: undefined, since: start });
  expect(clock.elapsed() - start).toBe(4000);

  const other = watched();
  const first = other.clock.elapsed();
  await other.poll(1);
  await other.clock.advance(60_000);
  other.answer('pg stat', never);
  expect(await other.poll(1)).toMatchObject({ lastAnsweredAt: first });
});

test('a manager that hangs is asked only one question at a time', async () => {
  const { answer, asked, poll } = watched();
  answer('pg stat', never);
  await poll(10);
  const questions = asked.filter((each) => 'command' in each && each.command['prefix'] === 'pg stat');
  expect(questions).toHaveLength(1);
});

test('managers are asked again once their last answer is no longer shared', async () => {
  const { clock, asked, watch } = watched();
  await watch.check();
  await clock.advance(SHARE_MS - 1);
  await watch.check();
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  await watch.check();
  expect(asked).toHaveLength(2);
});

test('managers are not called silent if the service may not ask them or the monitors do not answer', async () => {
  const { answer, poll } = watched();
  answer('pg stat', refused(EACCES, 'access denied'));
  expect(await poll(10)).toBeUndefined();

  const other = watched();
  other.answer('pg stat', never);
  await other.poll(10);
  other.watch.reset();
  expect(await other.poll(3)).toBeUndefined();
});

test('silent managers turn a good health into a warning, keep a bad one, and add nothing to what the monitors report', () => {
  const silence = { since: 1000, lastAnsweredAt: 0 };
  expect(withSilenceCheck({ status: 'HEALTH_OK', checks: {} }, silence, 8000)).toEqual({
    status: 'HEALTH_WARN',
    checks: {
      MGR_SILENT: {
        severity: 'HEALTH_WARN',
        summary: { message: expect.stringContaining('no manager has answered for 7 s') as string, count: 1 },
        detail: [],
        muted: false,
      },
    },
  });
  expect(withSilenceCheck({}, silence, 8000)).toMatchObject({ checks: { MGR_SILENT: {} } });
  const bad = { status: 'HEALTH_ERR', checks: { OSD_FULL: {} } };
  expect(withSilenceCheck(bad, silence, 8000)).toMatchObject({
    status: 'HEALTH_ERR',
    checks: { OSD_FULL: {}, MGR_SILENT: {} },
  });
  const poor = { status: 'HEALTH_WARN', checks: { MGR_DOWN: {} } };
  expect(withSilenceCheck(poor, silence, 8000)).toBe(poor);
});
