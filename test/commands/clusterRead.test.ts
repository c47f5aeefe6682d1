import { expect, test } from 'vitest';
import { readCluster } from '../../src/commands/clusterRead.ts';
import { resources } from '../../src/store/cache/resources.ts';
import { serve, TOKEN } from '../service/http/serve.ts';
import { tinyEngine } from '../service/tinyEngine.ts';
import { fakeApi, unreachable } from '../store/fakeApi.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeIo } from './fakeIo.ts';
import { run } from './onService.ts';

const silent = () => new Promise<never>(() => {});
const status = { storeStatus: { health: { status: 'HEALTH_OK' } } };

test('a report does without what is not answered within ten seconds, and names the first that is missing', async () => {
  const clock = fakeClock();
  const stop = new AbortController();
  const api = fakeApi({
    getClusterStatus: () => Promise.resolve(status),
    getCrushMap: silent,
    listPools: () => Promise.reject(unreachable('reset')),
    listFlags: () => Promise.resolve([]),
  });
  let read: Awaited<ReturnType<typeof readCluster>> | undefined;
  const reading = readCluster(api, { clock, stopped: stop.signal }).then((found) => (read = found));
  await clock.advance(9999);
  expect(read).toBeUndefined();
  await clock.advance(1);
  await reading;
  expect(read?.status).toMatchObject(status);
  expect(read?.missing(resources.flags, resources.crush, resources.pools)).toBe('no answer within 10 s');
  expect(read?.missing(resources.flags, resources.pools)).toContain('reset');
  expect(read?.missing(resources.flags)).toBeUndefined();
  expect(clock.pending()).toBe(0);
});

test('a report that is interrupted before the status is known says that it was cancelled', async () => {
  const clock = fakeClock();
  const stop = new AbortController();
  const api = fakeApi({ getClusterStatus: silent });
  const reading = readCluster(api, { clock, stopped: stop.signal });
  stop.abort();
  await expect(reading).rejects.toMatchObject({
    failure: { kind: 'cancelled', message: 'The request was cancelled.' },
  });
});

test.each([[['status', '--demo=calm']], [['why', '--demo=calm']], [['call', 'listFlags', '--demo=calm']]])(
  'an error of %j that nobody expects is not turned into a message',
  async (argv) => {
    const broken = new TypeError('out is broken');
    const io = { ...fakeIo(), out: () => Promise.reject(broken) };
    await expect(run(argv, io)).rejects.toBe(broken);
    expect(io.written.err).toBe('');
  },
);

test('the version of the program is written on a line of its own', async () => {
  const io = fakeIo();
  expect(await run(['--version'], io)).toBe(0);
  expect(io.written.out).toMatch(/^storedeck \d+\.\d+\.\d+\n$/);
});

test('a stream that is interrupted ends well, and another call with an unknown outcome', async () => {
  const asked: (() => void)[] = [];
  const wait = () => new Promise<never>(() => asked.shift()?.());
  const { url } = await serve(
    tinyEngine({
      listFlags: wait,
      async *followLogs() {
        await wait();
        yield {};
      },
    }),
  );
  const interrupted = async (...argv: string[]) => {
    const io = fakeIo({ env: { STOREDECK_TOKEN: TOKEN, STOREDECK_URL: url } });
    const begun = Promise.withResolvers<void>();
    asked.push(() => begun.resolve());
    const ended = run(['call', ...argv], io);
    await begun.promise;
    io.stop();
    return { code: await ended, ...io.written };
  };
  expect(await interrupted('followLogs')).toEqual({ code: 0, out: '', err: '' });
  expect(await interrupted('listFlags')).toMatchObject({ code: 3, err: 'storedeck: Cancelled.\n' });
});
