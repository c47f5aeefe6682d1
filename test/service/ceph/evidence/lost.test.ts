import { expect, test } from 'vitest';
import { fakeAccess } from '../access/fakeAccess.ts';
import { refused } from '../recordedCeph.ts';
import { cluster, sender } from './cluster.ts';

test('servers on which something is wrong and that cannot be reached are reported with the reason', async () => {
  const nodes = { osd: { a: [39], b: [30], c: [7] } };
  const asked = fakeAccess({ a: sender(0), b: sender(0), c: sender(0) }, undefined, {
    b: 'no connection to b by `ssh -F x b`: the connection failed (Connection refused). See: ssh -F x b true',
    c: 'Connection refused',
  });
  const { gather } = cluster(40, { 'node ls': { json: nodes } }, asked);
  expect((await gather({}))?.unreached).toEqual([
    { server: 'b', why: 'the connection failed (Connection refused)' },
  ]);
});

test('the servers of monitors that are out of the quorum are asked whether these run', async () => {
  const quorum = {
    quorum_names: ['a', 'd'],
    quorum_leader_name: 'a',
    monmap: { mons: ['a', 'b', 'c', 'd'].map((name) => ({ name })) },
  };
  const asked = fakeAccess({ h3: { 'host.runs': ({ identity }) => identity !== 'c' } });
  const nodes = { mon: { h1: ['a'], h3: ['c', 'd'] }, osd: {} };
  const answers = {
    'node ls': { json: nodes },
    quorum_status: { json: quorum },
    'time-sync-status': { json: {} },
  };
  const { gather } = cluster(2, answers, asked);
  expect((await gather({}))?.lostMonitors).toEqual([{ mon: 'b' }, { mon: 'c', server: 'h3', runs: false }]);
  expect(asked.lines).toEqual(['h3: host.runs {"kind":"mon","identity":"c"}']);
});

/** A cluster whose managers can be changed, with servers that say which of them run. */
function withManagers(removed: readonly string[] = [], running: readonly string[] = ['x', 'y'], more = {}) {
  let nodes: object = { mgr: { h1: ['x'], h2: ['y'] } };
  const runs = {
    'host.runs': ({ identity }: Readonly<Record<string, unknown>>) => running.includes(String(identity)),
  };
  const answers = {
    'node ls': () => Promise.resolve({ rc: 0, outs: '', text: JSON.stringify(nodes) }),
    'auth get': () =>
      Promise.resolve(
        removed.length > 0 ? { rc: -2, outs: 'failed to find mgr.y' } : { rc: 0, outs: '', data: [] },
      ),
    ...more,
  };
  const { access, lines } = fakeAccess({ h1: runs, h2: runs });
  return {
    ...cluster(2, answers, { access, lines }),
    lines,
    list: (mgr: object) => (nodes = { mgr }),
  };
}

test('managers that are not listed any more are remembered for a day', async () => {
  const { gather, clock, list } = withManagers([], ['x']);
  expect(await gather({})).not.toHaveProperty('lostManagers');
  list({ h1: ['x'] });
  await clock.advance(5000);
  expect((await gather({}))?.lostManagers).toEqual([
    { mgr: 'y', server: 'h2', listed: false, seconds: 0, runs: false },
  ]);
  await clock.advance(5000);
  expect((await gather({}))?.lostManagers).toMatchObject([{ seconds: 5 }]);
  list({ h1: ['x'], h2: ['y'] });
  await clock.advance(5000);
  expect(await gather({})).not.toHaveProperty('lostManagers');
  list({ h1: ['x'] });
  await clock.advance(25 * 3600_000);
  await gather({});
  await clock.advance(5000);
  expect(await gather({})).not.toHaveProperty('lostManagers');
});

test('a manager whose key does not exist any more was removed', async () => {
  const { gather, clock, list } = withManagers(['y']);
  await gather({});
  list({ h1: ['x'] });
  await clock.advance(5000);
  expect(await gather({})).not.toHaveProperty('lostManagers');
});

test('a manager is lost even if its key may not be read, and its server is asked for it', async () => {
  const { gather, clock, list, asked, lines } = withManagers([], ['x', 'y'], {
    'auth get': refused(-13, 'access denied'),
  });
  await gather({});
  list({ h1: ['x'] });
  await clock.advance(29_999);
  expect((await gather({}))?.lostManagers).toEqual([
    { mgr: 'y', server: 'h2', listed: false, seconds: 0, runs: true },
  ]);
  expect(lines).toEqual(['h2: host.runs {"kind":"mgr","identity":"y"}']);
  const command = { prefix: 'auth get', entity: 'mgr.y', format: 'json' };
  expect(asked).toContainEqual({ command, only: ['entity'] });
});

test('since when a manager is lost is unknown if nobody looked for half a minute, and it is told for a day', async () => {
  const { gather, clock, list } = withManagers();
  await gather({});
  list({ h1: ['x'] });
  await clock.advance(30_000);
  const lost = [{ mgr: 'y', server: 'h2', listed: false, runs: true }];
  expect((await gather({}))?.lostManagers).toEqual(lost);
  await clock.advance(24 * 3600_000 - 30_000);
  expect((await gather({}))?.lostManagers).toEqual(lost);
  await clock.advance(5000);
  expect(await gather({})).not.toHaveProperty('lostManagers');
  list({});
  await clock.advance(5000);
  expect((await gather({}))?.lostManagers).toMatchObject([{ mgr: 'x', seconds: 0 }]);
});

test('while no manager answers, the servers of all are asked whether they run', async () => {
  const { gather } = withManagers([], ['y']);
  expect(await gather({}, Promise.resolve({}))).toMatchObject({
    lostManagers: [{ mgr: 'x', server: 'h1', listed: true, runs: false }],
  });
});

test('the clients with the most requests in flight are reported with the pool that they use most', async () => {
  const clients = [
    { client: 'client.5', address: '10.0.0.5:0/77', pool: 1, requests: 3 },
    { client: 'client.4', address: 'v1:[fd00::4]:0/9', pool: 1, requests: 2 },
    { client: 'client.4', address: 'v1:[fd00::4]:0/9', pool: 2, requests: 9 },
    { client: 'client.4', address: 'v1:[fd00::4]:0/9', pool: 2, requests: 1 },
  ];
  const { gather } = cluster(4, {
    'osds.ask': { json: { waits: [], pings: [], silent: [], commits: [], clients } },
    'osd pool ls': { json: [{ pool_id: 2, pool_name: 'vms' }] },
  });
  expect((await gather({}))?.clients).toEqual([
    { client: 'client.4', address: '[fd00::4]', pool: 'vms', inFlight: 12 },
    { client: 'client.5', address: '10.0.0.5', inFlight: 3 },
  ]);
});
