import { expect, test } from 'vitest';
import { NotSent } from '../../../../src/service/ceph/client/refusal.ts';
import type { StorageCall } from '../../../../src/service/ceph/client/storage.ts';
import { runLongWork } from '../../../../src/service/ceph/images/longWork.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const SPEC = { pool: 'rbd', image: 'a' };

/** Work of the helper that ends after some time, on an image of this many objects, one each 100 ms. */
function helper(lasts: number, total: number) {
  const clock = fakeClock();
  const start = clock.elapsed();
  const calls: unknown[][] = [];
  const polls: number[] = [];
  const call = async (...request: unknown[]) => {
    const at = clock.elapsed() - start;
    if (request[0] === 'images.job') polls.push(at);
    else calls.push(request);
    return request[0] === 'images.start' ? 'job7' : { ended: at >= lasts, done: Math.floor(at / 100), total };
  };
  const said: string[] = [];
  const run = async (options: object = {}) => {
    const done = runLongWork(call as unknown as StorageCall, clock, 'resize', SPEC, {
      args: { size: 5 },
      say: (line: string) => void said.push(line),
      ...options,
    });
    await clock.advance(lasts + 1000);
    return done;
  };
  return { run, calls, polls, said };
}

test('long work is polled often at first, then each second, and its progress is reported every five seconds', async () => {
  const { run, calls, polls, said } = helper(12_000, 500);
  await run();
  expect(calls).toEqual([['images.start', { work: 'resize', ...SPEC, size: 5 }]]);
  expect(polls).toEqual([
    0,
    50,
    150,
    350,
    750,
    ...Array.from({ length: 12 }, (_, index) => 1550 + 1000 * index),
  ]);
  expect(said).toEqual(['55 of 500 objects', '105 of 500 objects']);
});

test('work on an image without objects reports no progress, and a cancelled one is told so at each poll', async () => {
  const { run, calls, said } = helper(6000, 0);
  await run({ cancelled: AbortSignal.abort() });
  expect(said).toEqual([]);
  const cancelled = calls.filter(([name]) => name === 'images.cancel');
  expect(cancelled.length).toBeGreaterThan(5);
  expect(cancelled[0]).toEqual(['images.cancel', { job: 'job7' }]);
});

test('a question about work that was not sent does not mean that the work was not', async () => {
  const call = async (name: string) => {
    if (name === 'images.start') return 'job7';
    throw new NotSent('no connection');
  };
  const failure = await runLongWork(call as StorageCall, fakeClock(), 'resize', SPEC, {}).catch(
    (reason: unknown) => reason,
  );
  expect(failure).not.toBeInstanceOf(NotSent);
  expect(failure).toMatchObject({ status: 503, message: 'no connection' });
});
