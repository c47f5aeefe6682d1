import { expect, onTestFinished, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import { History } from '../../../../src/service/ceph/history/history.ts';
import { startSampling, type SamplerOptions } from '../../../../src/service/ceph/history/sampler.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { SubjectKind } from '../../../../src/service/history/graphs.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';

const never = () => new Promise<never>(() => undefined);

/** A cluster whose monitor `mon1` (server 7) has no OSD, measured until the test ends. */
function measured(mon1: FakeServer = {}, more: object = {}) {
  const clock = fakeClock();
  const { ceph, asked, answer } = recordedCeph(clock, {
    status: recorded('statusOk'),
    'osd perf': { json: {} },
    df: { json: { pools: [] } },
    'osd pool stats': { json: [] },
    'osd tree': recorded('osdTreeRacks'),
    'osd df': recorded('osdDf'),
  });
  const history = new History();
  const sampling = startSampling({
    clock,
    ceph,
    history,
    inventory: createInventory(ceph, clock),
    node: { servers: async () => new Map([['mon1', 7]]) },
    access: fakeAccess({ mon1 }).access,
    monitored: { paths: async () => [] },
    admin: { buckets: never, users: never },
    ...more,
  } as unknown as SamplerOptions);
  onTestFinished(() => sampling[Symbol.dispose]());
  const start = Math.floor(clock.now() / 1000);
  const plots = (kind: SubjectKind, id: string, graph: string) => {
    const now = Math.floor(clock.now() / 1000);
    return history.plots(kind, id, graph, { from: start, to: now, now, points: 500 });
  };
  return { clock, asked, answer, plots };
}
const known = ([plot]: ReturnType<ReturnType<typeof measured>['plots']>) =>
  plot?.datapoints?.filter(({ v }) => v !== undefined).length;

test('while the monitors do not answer, old values are not recorded as new ones', async () => {
  const { clock, answer, plots } = measured();
  await clock.advance(9000);
  expect(known(plots('cluster', '', 'osds'))).toBe(2);
  answer('status', never);
  await clock.advance(15_000);
  expect(known(plots('cluster', '', 'osds'))).toBe(2);
});

test('pools are measured by what they store in detail', async () => {
  const { clock, asked, answer, plots } = measured();
  answer('df', { json: { pools: [{ id: 2, name: 'rbd', stats: { stored: 4096, objects: 3 } }] } });
  await clock.advance(30_000);
  expect(values([plots('pool', '2', 'pool-bytes'), plots('pool', '2', 'pool-objects')])).toEqual([4096, 3]);
  expect(asked).toContainEqual(
    expect.objectContaining({ command: expect.objectContaining({ prefix: 'df', detail: 'detail' }) }),
  );
});

test('the load of a processor is measured between two measurements of its server', async () => {
  let ticks = 0;
  const { clock, plots } = measured({
    'host.read': async () => [`cpu ${(ticks += 25)} 0 0 ${3 * ticks}`, '', '', '', ''],
  });
  await clock.advance(1000);
  expect(plots('server', '7', 'server-cpu')).toEqual([]);
  await clock.advance(26_000);
  expect(values([plots('server', '7', 'server-cpu')])).toEqual([25]);
});

test('a server that once does not answer keeps its earlier measurements', async () => {
  let answers = true;
  const proc = ['cpu 1 2 3 4', '', '', '0.5 0.4 0.3', 'MemTotal: 4\nMemAvailable: 1'];
  const { clock, plots } = measured({
    'host.read': () => (answers ? proc : Promise.reject(new Error('gone'))),
  });
  await clock.advance(9000);
  expect(known(plots('server', '7', 'server-load'))).toBe(1);
  answers = false;
  await clock.advance(9000);
  expect(known(plots('server', '7', 'server-load'))).toBe(1);
});

/** The last values of the first plots of some graphs. */
const values = (all: readonly ReturnType<ReturnType<typeof measured>['plots']>[]) =>
  all.map(([plot]) => plot?.datapoints?.findLast(({ v }) => v !== undefined)?.v);

test('the buckets of a user are measured and added up, and those without a known owner count for nobody', async () => {
  const bucket = (name: string, owner: string, size: number, objects: number) => ({
    bucket: name,
    owner,
    usage: { 'rgw.main': { size, num_objects: objects } },
  });
  const slow = { lasts: 0, asked: 0 };
  const { clock, plots } = measured(
    {},
    {
      admin: {
        buckets: async () => {
          slow.asked++;
          await sleep(clock, slow.lasts);
          return [bucket('a', 'alice', 100, 1), bucket('b', 'alice', 20, 2), bucket('c', 'gone', 7, 3)];
        },
        users: async () => [{ user_id: 'alice' }, { user_id: 'bob' }],
      },
    },
  );
  await clock.advance(1000);
  await clock.advance(300_000);
  expect(
    values([
      plots('bucket', 'b', 's3-bucket-bytes'),
      plots('bucket', 'c', 's3-bucket-objects'),
      plots('user', 'alice', 's3-user-bytes'),
      plots('user', 'alice', 's3-user-objects'),
      plots('user', 'bob', 's3-user-bytes'),
      plots('user', 'gone', 's3-user-bytes'),
    ]),
  ).toEqual([20, 3, 120, 3, 0, undefined]);
  expect(slow.asked).toBe(2);
  // A measurement that takes a minute is followed by nine minutes without one.
  slow.lasts = 60_000;
  await clock.advance(340_000);
  expect(slow.asked).toBe(3);
  await clock.advance(500_000);
  expect(slow.asked).toBe(3);
  await clock.advance(100_000);
  expect(slow.asked).toBe(4);
});

test('monitored directories are measured, and one that does not exist has no values', async () => {
  const asked: unknown[] = [];
  const files = {
    call: async (name: string, { path, follow }: { path: string; follow: boolean }) => {
      asked.push([name, path, follow]);
      return path === '/data' ? { size: 4096, files: 12 } : null;
    },
  };
  const { clock, plots } = measured({}, { files, monitored: { paths: async () => ['/data', '/gone'] } });
  await clock.advance(60_000);
  expect(
    values([
      plots('directory', '/data', 'storefs-dir-bytes'),
      plots('directory', '/data', 'storefs-dir-files'),
      plots('directory', '/gone', 'storefs-dir-bytes'),
    ]),
  ).toEqual([4096, 12, undefined]);
  expect(asked.slice(0, 2)).toEqual([
    ['stat_if_there', '/data', true],
    ['stat_if_there', '/gone', true],
  ]);
});
