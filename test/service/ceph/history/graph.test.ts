import { expect, test } from 'vitest';
import { graphDrawer, type GraphOptions } from '../../../../src/service/ceph/history/graph.ts';
import { History } from '../../../../src/service/ceph/history/history.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess } from '../access/fakeAccess.ts';

const QUOTA = { enabled: true, max_size: 4096, max_objects: 5 };

/**
 * Graphs of a cluster with the pool `rbd` (id 2), this server `node1` (3), `node2` (4), the user `alice`, and the user
 * `bob`, the bucket and the directory `free`, which have no quota.
 */
function drawer() {
  const clock = fakeClock();
  const history = new History();
  const draw = graphDrawer({
    clock,
    history,
    inventory: { pools: async () => [{ pool_id: 2, pool_name: 'rbd' }] },
    node: {
      hostname: 'node1',
      servers: async () =>
        new Map([
          ['node1', 3],
          ['node2', 4],
        ]),
    },
    access: fakeAccess({ node1: {} }).access,
    files: {
      call: async (name: string, { path }: { path: string }) =>
        name === 'attribute' ? (path === '/data' ? '7' : null) : { mode: 0o40_755 },
    },
    monitored: { paths: async () => ['/data', '/free'] },
    admin: {
      users: async () => [{ user_id: 'alice', bucket_quota: QUOTA }, { user_id: 'bob' }],
      buckets: async () => [
        { bucket: 'b', owner: 'alice', usage: {}, bucket_quota: { ...QUOTA, enabled: false } },
        {
          bucket: 'c',
          owner: 'alice',
          usage: {},
          bucket_quota: { ...QUOTA, max_size: 8192, max_objects: 1 },
        },
        { bucket: 'free', owner: 'bob', usage: {}, bucket_quota: { ...QUOTA, enabled: false } },
      ],
      user: async (uid: string) => ({
        user_id: uid,
        user_quota: { enabled: uid === 'alice', max_size: 4096, max_size_kb: 4, max_objects: -1 },
      }),
    },
  } as unknown as GraphOptions);
  return { clock, history, draw };
}
const seconds = (clock: { now(): number }) => Math.floor(clock.now() / 1000);

test('a graph of a pool is found by the name of the pool', async () => {
  const { clock, history, draw } = drawer();
  history.add('pool', seconds(clock), new Map([['2', { 'pool-iops/read': 7, 'pool-iops/write': 8 }]]));
  await clock.advance(60_000);
  const graph = await draw({ graph: 'pool-iops', 'template-pool-name': 'rbd' });
  expect(graph).toMatchObject({ name: 'pool-iops', graphs: [{ name: 'read' }, { name: 'write' }] });
  expect(graph.graphs?.[0]?.datapoints?.filter(({ v }) => v !== undefined)).toMatchObject([{ v: 7 }]);
});

test('a quota is drawn beside the value that it limits, and not beside others', async () => {
  const { clock, history, draw } = drawer();
  const values = { 's3-user-bytes/stored': 1000, 's3-user-objects/stored': 3 };
  history.add('user', seconds(clock), new Map([['alice', values]]));
  const query = { 'template-s3-user-name': 'alice' };
  const bytes = await draw({ graph: 's3-user-bytes', ...query });
  expect(bytes.graphs?.map(({ name }) => name)).toEqual(['stored', 'quota']);
  expect(new Set(bytes.graphs?.[1]?.datapoints?.map(({ v }) => v))).toEqual(new Set([4096]));
  const objects = await draw({ graph: 's3-user-objects', ...query });
  expect(objects.graphs?.map(({ name }) => name)).toEqual(['stored']);
});

test.each([
  [{ graph: 's3-bucket-objects', 'template-s3-bucket-name': 'b' }, 5],
  [{ graph: 's3-bucket-objects', 'template-s3-bucket-name': 'c' }, 1],
  [{ graph: 's3-bucket-bytes', 'template-s3-bucket-name': 'c' }, 8192],
  [{ graph: 'storefs-dir-files', 'template-storefs-dir-name': '/data/' }, 7],
])('the quota of a bucket or directory is drawn in its graphs: %o', async (query, quota) => {
  const { graphs } = await drawer().draw(query);
  expect(graphs).toMatchObject([{ name: 'quota' }]);
  const points = graphs?.[0]?.datapoints ?? [];
  expect(new Set(points.map(({ v }) => v))).toEqual(new Set([quota]));
  // As coarse as the measured values in it.
  expect(points.every(({ t }) => Number(t) % 300 === 0)).toBe(true);
});

test.each([
  { graph: 's3-bucket-bytes', 'template-s3-bucket-name': 'free' },
  { graph: 's3-bucket-objects', 'template-s3-bucket-name': 'free' },
  { graph: 's3-user-bytes', 'template-s3-user-name': 'bob' },
  { graph: 's3-user-objects', 'template-s3-user-name': 'bob' },
  { graph: 'storefs-dir-files', 'template-storefs-dir-name': '/free' },
])('no quota is drawn where there is none: %o', async (query) => {
  expect((await drawer().draw(query)).graphs).toEqual([]);
});

test('a bucket too small to be recorded among many is recorded once its graph was looked at', async () => {
  const { clock, history, draw } = drawer();
  const query = { graph: 's3-bucket-bytes', 'template-s3-bucket-name': 'free' };
  const sizes = [
    ['free', 1] as const,
    ...Array.from({ length: 500 }, (_, other) => [`b${other}`, 9] as const),
  ];
  const all = new Map(sizes.map(([name, size]) => [name, { 's3-bucket-bytes/stored': size }]));
  const measure = () => history.add('bucket', seconds(clock), all);
  measure();
  expect((await draw(query)).graphs).toEqual([]);
  measure();
  expect((await draw(query)).graphs).toMatchObject([{ name: 'stored' }]);
});

test('a graph of the cluster needs no name', async () => {
  const { clock, history, draw } = drawer();
  history.add('cluster', seconds(clock), new Map([['', { 'osds/up': 5 }]]));
  expect((await draw({ graph: 'osds' })).graphs).toMatchObject([{ name: 'up' }]);
});

test('a graph of a server has the name of the server', async () => {
  const { clock, history, draw } = drawer();
  history.add('server', seconds(clock), new Map([['3', { 'server-cpu/busy': 5 }]]));
  const graph = await draw({ graph: 'server-cpu', 'template-server-id': '3' } as never);
  expect(graph.graphs).toMatchObject([{ name: 'busy', serverId: 3 }]);
});

test.each([
  [{ graph: 'nix' }, 404, 'no graph "nix"'],
  [{ graph: 'pool-iops' }, 400, 'template-pool-name'],
  [{ graph: 'pool-iops', 'template-pool-name': 'nix' }, 404, 'no pool "nix"'],
  [{ graph: 's3-bucket-bytes', 'template-s3-bucket-name': 'nix' }, 404, 'nix'],
  [{ graph: 'storefs-dir-bytes', 'template-storefs-dir-name': '/other' }, 409, '"/other" is not monitored'],
  [{ graph: 'server-cpu', 'template-server-id': '9' }, 404, 'no server 9'],
  [
    { graph: 'server-cpu', 'template-server-id': '4' },
    501,
    /server cannot be reached.*; server-disk-usage is known for all servers$/,
  ],
  [{ graph: 'osds', startTime: -10, endTime: -20 }, 400, 'startTime must be before'],
])('%o is refused', async (query, status, words) => {
  await expect(drawer().draw(query as never)).rejects.toMatchObject(refusal(status, words));
});

test('values known for all servers do not need a way to reach them', async () => {
  await expect(
    drawer().draw({ graph: 'server-disk-usage', 'template-server-id': '4' } as never),
  ).resolves.toMatchObject({ graphs: [] });
});
