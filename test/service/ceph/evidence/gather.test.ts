import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { refused } from '../recordedCeph.ts';
import { cluster, observed, sender } from './cluster.ts';

const slowOps = { checks: { SLOW_OPS: { summary: { message: 'daemons [osd.12,osd.39] have slow ops' } } } };

test('the named OSDs, the slowest and a few others in turn are asked, then those that they wait for', async () => {
  const { gather, questions, clock } = cluster(40);
  expect(await gather(slowOps)).not.toHaveProperty('latencies');
  await clock.advance(4000);
  expect(await gather(slowOps)).toMatchObject({
    waits: [{ osd: 3, waitsFor: 30 }, { waitsFor: 30 }],
    silent: [30, 30],
    latencies: [{ osd: 20, commitMs: 80 }],
    clocks: [{ mon: 'b', skew: 0.4 }],
    quorum: ['b', 'a'],
  });
  // osd.39 is down, so it is not asked.
  expect(questions()).toEqual([[12, 0, 1, 2, 3, 4, 5, 6, 7], [30], [12, 20, 8, 9, 10, 11, 13, 14, 15], [30]]);
});

test('evidence is gathered once for all callers, and at the earliest after four seconds again, with other OSDs in turn', async () => {
  const { gather, questions, clock } = cluster(40);
  await Promise.all([gather({}), gather({}), gather({})]);
  await clock.advance(3000);
  await gather({});
  expect(questions()).toHaveLength(2);
  await clock.advance(1000);
  await gather({});
  expect(questions()[2]).toEqual([20, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test('the commit time that an OSD itself reports is used if the manager reports 0 or less', async () => {
  const commits = [
    { osd: 20, commitMs: 2774 },
    { osd: 3, commitMs: 4 },
  ];
  const asked = { 'osds.ask': { json: { waits: [], pings: [], silent: [], commits } } };
  const silent = cluster(4, { ...asked, 'osd perf': refused(-110, 'no manager') });
  expect(await silent.gather({})).toMatchObject({ latencies: commits });
  const { gather, clock } = cluster(4, asked);
  await gather({});
  await clock.advance(4000);
  expect(await gather({})).toMatchObject({ latencies: commits });
});

test('the longest queues of all OSDs that were asked are listed first, and none where no OSD tells', async () => {
  const waits = [{ osd: 1, waitsFor: 30, requests: 1, oldest: 2 }];
  const { gather } = cluster(40, {
    'osds.ask': async (request) => {
      const osds = 'call' in request ? (request.with as { osds: number[] }).osds : [];
      const queues = osds.includes(30) ? [{ osd: 30, ms: 90 }] : [{ osd: 1, ms: 12 }];
      return { rc: 0, outs: '', data: { waits, pings: [], silent: [], commits: [], queues } };
    },
  });
  const [longest, next] = [
    { osd: 30, ms: 90 },
    { osd: 1, ms: 12 },
  ];
  expect(await gather({})).toMatchObject({ queues: [longest, next] });
  expect(await cluster(40).gather({})).not.toHaveProperty('queues');
});

test('OSDs with long waits are asked for their last pings, which tell the slow links of servers; others are not asked', async () => {
  const waits = [
    { osd: 3, waitsFor: 30, requests: 1, oldest: 2 },
    { osd: 4, waitsFor: 39, requests: 1, oldest: 1 },
    { osd: 1, waitsFor: 2, requests: 1, oldest: 0.2 },
  ];
  const waiting = { json: { waits, pings: [], silent: [], commits: [] } };
  const pings = [
    { from: 30, to: 3, ms: 250 },
    { from: 30, to: 5, ms: 150 },
    { from: 3, to: 5, ms: 1 },
  ];
  const { gather, asked } = cluster(40, {
    'node ls': { json: { osd: { a: [30], b: [3], c: [5] } } },
    'osds.ask': waiting,
    'osds.pings': { json: pings },
  });
  const { links } = (await gather({})) ?? {};
  // None of these servers is in the CRUSH map.
  expect(links?.map(({ near, nearSlow }) => [near, nearSlow])).toContainEqual([2, 2]);
  expect(links?.map(({ server, slow, others }) => [server, slow, others])).toEqual([
    ['a', 2, 2],
    ['b', 1, 2],
    ['c', 1, 2],
  ]);
  // osd.39 is down.
  expect(asked).toContainEqual({ call: 'osds.pings', with: { osds: [30, 3, 4], seconds: 2 } });

  const calm = cluster(40, {
    'osds.ask': { json: { waits: waits.slice(2), pings: [], silent: [], commits: [] } },
  });
  expect(await calm.gather({})).toMatchObject({ links: [] });
  expect(calm.asked).not.toContainEqual(expect.objectContaining({ call: 'osds.pings' }));
});

test('placement groups that are down or have unfound objects are asked for the OSDs that they need', async () => {
  const needs = [{ group: '8.7', osds: [1] }];
  const { gather, asked } = cluster(4, { 'osds.needs': { json: needs } });
  const detail = (...lines: string[]) => ({ detail: lines.map((message) => ({ message })) });
  const checks = {
    PG_AVAILABILITY: detail(
      'pg 8.6 is down, acting [0]',
      'pg 8.5 is stuck inactive for 75s, current state down+remapped, last acting [0]',
      'pg 8.4 is stuck inactive for 75s, current state undersized+degraded+peered, last acting [0]',
    ),
    OBJECT_UNFOUND: detail('pg 8.7 has 4 unfound objects'),
  };
  expect(await gather({ checks })).toMatchObject({ needs });
  expect(asked).toContainEqual({ call: 'osds.needs', with: { groups: ['8.7', '8.6', '8.5'], seconds: 2 } });
});

test('a source that fails does not affect the others', async () => {
  const { gather } = cluster(4, { 'osd perf': refused(-110, 'no manager'), 'osds.ask': refused(-5, 'no') });
  expect(await gather({})).toEqual({ needs: [], clocks: [{ mon: 'b', skew: 0.4 }], quorum: ['b', 'a'] });
});

test('the first gathering is awaited even if OSDs are silent, as a command asks only once', async () => {
  const waits = [{ osd: 3, waitsFor: 15, requests: 1, oldest: 9 }];
  const { gather, clock } = cluster(24, {
    'osds.ask': async () => {
      await sleep(clock, 2000);
      return { rc: 0, outs: '', data: { waits, pings: [], silent: [3], commits: [] } };
    },
  });
  const first = gather({});
  await clock.advance(4500);
  expect(await first).toMatchObject({ silent: [3, 3] });
});

test('evidence that is half a minute old is not used any more', async () => {
  let hangs = false;
  const { gather, clock } = cluster(4, {
    quorum_status: () =>
      hangs ? new Promise<never>(() => undefined) : Promise.resolve({ rc: 0, outs: '', text: '{}' }),
  });
  expect(await gather({})).toBeDefined();
  hangs = true;
  await clock.advance(5000);
  const soon = gather({});
  await clock.advance(100);
  expect(await soon).toBeDefined();
  await clock.advance(30_000);
  const late = gather({});
  await clock.advance(5000);
  expect(await late).toBeUndefined();
});

test('while OSDs wait, servers report their retransmissions since the last look, and those with waiting OSDs come first', async () => {
  const asked = fakeAccess({ a: sender(0.02), c: sender(0.2), d: sender(0.01) });
  const nodes = { osd: { a: [7], b: [12], c: [30, 31], d: [3] } };
  const { gather, clock } = cluster(40, { 'node ls': { json: nodes } }, asked);
  expect(await gather({})).not.toHaveProperty('resent');
  await clock.advance(5000);
  // b cannot be reached.
  expect((await gather({}))?.resent).toEqual([
    { server: 'c', sent: 1000, again: 200 },
    { server: 'd', sent: 1000, again: 10 },
    { server: 'a', sent: 1000, again: 20 },
  ]);
});

test('no retransmissions are reported while a server with waiting OSDs has not answered, because that one may be to blame', async () => {
  const asked = fakeAccess({ a: sender(0.09), d: sender(0.01) });
  const nodes = { osd: { a: [7], c: [30], d: [3] } };
  const { gather, clock } = cluster(40, { 'node ls': { json: nodes } }, asked);
  for (let look = 0; look < 3; look++) {
    expect(await gather({})).not.toHaveProperty('resent');
    await clock.advance(5000);
  }
  expect(asked.lines.length).toBeGreaterThanOrEqual(4);
});

test('a cluster without waiting requests asks no server, and a rebooted or silent server is left out', async () => {
  const gathered = [{ segments: { sent: 9000, again: 100 } }, { segments: { sent: 10, again: 1 } }, {}, {}];
  const asked = fakeAccess({ c: observed(() => gathered.shift() ?? {}) });
  const waits = [{ osd: 3, waitsFor: 30, requests: 1, oldest: 2 }];
  const answers = { waits: [] as typeof waits, pings: [], silent: [], commits: [] };
  const { gather, clock } = cluster(
    40,
    {
      'node ls': { json: { osd: { c: [30] } } },
      'osds.ask': { json: answers },
      'time-sync-status': { json: { time_skew_status: { b: { skew: 0.05 } } } },
    },
    asked,
  );
  await gather({});
  expect(asked.lines).toEqual([]);
  answers.waits.push(...waits);
  for (let look = 0; look < 4; look++) {
    await clock.advance(5000);
    expect(await gather({})).not.toHaveProperty('resent');
  }
  expect(gathered).toEqual([]);
});

test('servers with OSDs that are down or waiting report disk errors, and a healthy cluster asks no server', async () => {
  const kernel = (device: string) =>
    observed(() => ({ uptime: 900, kernel: [`[ 890.0] I/O error, dev ${device}, sector 8 op`] }));
  const asked = fakeAccess({ a: kernel('sda'), b: kernel('sdb'), c: kernel('sdc') });
  const metadata = [
    { id: 0, hostname: 'a', devices: 'sda' },
    { id: 3, hostname: 'b', devices: 'sdb' },
  ];
  const answers = {
    'node ls': { json: { osd: { a: [0], b: [3], c: [1, 2] } } },
    'osd metadata': { json: metadata },
    'time-sync-status': { json: {} },
    'osds.ask': { json: { waits: [], pings: [], silent: [], commits: [] } },
  };
  // osd.3 is down.
  const { gather } = cluster(4, answers, asked);
  expect((await gather({}))?.diskErrors).toEqual([
    { osd: 3, server: 'b', device: 'sdb', errors: 1, first: 10, last: 10 },
  ]);
  expect(asked.lines.filter((line) => line.includes('host.observe'))).toHaveLength(1);
  const well = fakeAccess({ a: kernel('sda') });
  const nodes = [{ id: 0, name: 'osd.0', type: 'osd', status: 'up' }];
  const calm = cluster(1, { ...answers, 'osd tree': { json: { nodes, stray: [] } } }, well);
  expect(await calm.gather({})).not.toHaveProperty('diskErrors');
  expect(well.lines).toEqual([]);
});

test('of the servers with down OSDs those come first whose data is not being recovered, then those with waiting OSDs', async () => {
  const read = observed(() => ({ uptime: 900, kernel: [] }));
  const asked = fakeAccess({ a: read, b: read, c: read, d: read });
  const node = (id: number, status: string, reweight?: number) => ({
    id,
    name: `osd.${id}`,
    type: 'osd',
    status,
    ...(reweight !== undefined && { reweight }),
  });
  const nodes = [
    node(0, 'down'),
    node(1, 'down', 0.5),
    node(2, 'down', 1),
    node(3, 'up', 1),
    node(4, 'up', 1),
  ];
  const waits = [
    { osd: 3, waitsFor: 3, requests: 1, oldest: 1 },
    { osd: 4, waitsFor: 4, requests: 1, oldest: 0.99 },
  ];
  const { gather } = cluster(
    5,
    {
      'node ls': { json: { osd: { a: [0], b: [1], c: [2], d: [3], e: [4] } } },
      'osd tree': { json: { nodes, stray: [] } },
      'osds.ask': { json: { waits, pings: [], silent: [], commits: [] } },
    },
    asked,
  );
  await gather({});
  const servers = asked.lines.filter((line) => line.includes('host.observe')).map((line) => line.slice(0, 1));
  expect(servers).toEqual(['c', 'b', 'a', 'd']);
});

test('the 32 worst waits and the slowest pings of each OSD are reported, and the OSDs at both ends of slow pings are asked', async () => {
  const read = observed(() => ({ uptime: 900, kernel: [] }));
  const asked = fakeAccess({ a: read });
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const waits = numbers.map((oldest) => ({ osd: 0, waitsFor: 1, requests: 1, oldest: oldest / 100 }));
  const pings = numbers.map((ms) => ({ from: 0, to: 2, ms }));
  const { gather } = cluster(
    4,
    {
      'node ls': { json: { osd: { a: [2] } } },
      'osd tree': {
        json: { nodes: [0, 1, 2].map((id) => ({ id, name: '', type: 'osd', status: 'up' })), stray: [] },
      },
      'osds.ask': { json: { waits, pings, silent: [], commits: [] } },
    },
    asked,
  );
  const gathered = await gather({});
  expect(gathered?.waits?.map(({ oldest = 0 }) => Math.round(oldest * 100))).toEqual(
    numbers.slice(8).toReversed(),
  );
  expect(gathered?.pings?.map(({ ms }) => ms)).toEqual(numbers.slice(32).toReversed());
  expect(asked.lines.some((line) => line.startsWith('a: host.observe'))).toBe(true);
});

test('while an OSD is down, the OSD map says whether its daemon has ended', async () => {
  const map = {
    osds: [{ osd: 39, up: 0, up_from: 13 }],
    osd_xinfo: [{ osd: 39, dead_epoch: 50 }],
  };
  const { gather, asked } = cluster(40, { 'osd dump': { json: map } });
  expect(await gather({})).toMatchObject({ ended: [39] });
  expect(asked).toContainEqual(expect.objectContaining({ only: ['osds', 'osd_xinfo'] }));
});
