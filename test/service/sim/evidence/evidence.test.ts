import { describe, expect, test } from 'vitest';
import { evidenceOf } from '../../../../src/service/sim/evidence/evidence.ts';
import { simulate } from '../support.ts';

/** The number of OSDs that have waited for each OSD for longer than a second. */
function votes({ waits = [] }: ReturnType<typeof evidenceOf>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { waitsFor = -1, oldest = 0, requests = 0 } of waits) {
    if (oldest > 1) counts.set(waitsFor, (counts.get(waitsFor) ?? 0) + requests);
  }
  return counts;
}

test('on a calm cluster requests take a fraction of a second, and nothing is silent or slow', () => {
  const { cluster } = simulate({ scale: 60 });
  for (let second = 0; second < 120; second++) {
    cluster.step();
    const evidence = evidenceOf(cluster.model);
    expect(votes(evidence).size).toBe(0);
    expect([evidence.silent, evidence.pings, evidence.links, evidence.clocks]).toEqual([[], [], [], []]);
    expect(evidence).not.toHaveProperty('servers');
    expect(evidence).not.toHaveProperty('resent');
    expect(Math.max(...evidence.latencies!.map(({ commitMs = 0 }) => commitMs))).toBeLessThan(25);
  }
});

describe('a hung OSD', () => {
  test('requests wait for a hung OSD within seconds, and it does not answer when it is asked', () => {
    const { cluster } = simulate({ scale: 60 });
    cluster.hangOsd(7);
    cluster.step(5);
    const evidence = evidenceOf(cluster.model);
    expect([...votes(evidence).keys()]).toEqual([7]);
    expect(evidence.silent).toEqual([7]);
    expect(evidence.latencies!.map(({ osd }) => osd)).not.toContain(7);
  });

  test('hung OSDs are listed in the order of their ids', () => {
    const { cluster } = simulate({ scale: 60 });
    for (const id of [51, 8, 30]) cluster.hangOsd(id);
    cluster.step(5);
    expect(evidenceOf(cluster.model).silent).toEqual([8, 30, 51]);
  });
});

test('a slow disk has the longest commit time, and no request waits in the queue of its OSD', () => {
  const { cluster } = simulate({ scale: 60 });
  cluster.slowDisk(12, 200);
  cluster.step(10);
  const { latencies = [], silent, queues } = evidenceOf(cluster.model);
  expect(latencies[0]!.osd).toBe(12);
  expect(latencies[0]!.commitMs).toBeGreaterThan(200);
  expect(latencies[1]!.commitMs).toBeLessThan(25);
  expect([silent, queues]).toEqual([[], []]);
});

test('behind a lossy link requests wait in both directions, and pings of both ends are slow', () => {
  const { cluster } = simulate({ scale: 60 });
  const host = cluster.model.hosts[5]!;
  cluster.disturbLink(host.name, { loss: 0.2, delayMs: 0 });
  cluster.step(30);
  const { waits = [], pings = [] } = evidenceOf(cluster.model);
  const own = new Set(host.osds.map(({ id }) => id));
  const long = waits.filter(({ oldest = 0 }) => oldest > 1);
  expect(long.some(({ osd = -1 }) => own.has(osd))).toBe(true);
  expect(long.some(({ waitsFor = -1 }) => own.has(waitsFor))).toBe(true);
  expect(long.every(({ osd = -1, waitsFor = -1 }) => own.has(osd) || own.has(waitsFor))).toBe(true);
  expect(pings.length).toBeGreaterThan(5);
  expect(pings.every(({ from = -1, to = -1 }) => own.has(from) !== own.has(to))).toBe(true);
});

test('a slow link makes all last pings of its server slow within seconds, and of other servers only those to it', () => {
  const { cluster } = simulate({ scale: 60 });
  const { name } = cluster.model.hosts[5]!;
  cluster.disturbLink(name, { loss: 0, delayMs: 150 });
  cluster.step(8);
  const { links = [] } = evidenceOf(cluster.model);
  const [worst, ...others] = links;
  expect(worst).toMatchObject({ server: name, others: 11, slow: 11 });
  expect(worst!.ms).toBeGreaterThan(150);
  expect(worst!.ms).toBeLessThan(160);
  expect(others).toHaveLength(11);
  expect(others.every(({ slow }) => slow === 1)).toBe(true);
});

test('without a manager there are no latencies and pings, and without a quorum no clocks and no leader', () => {
  const { cluster } = simulate({ scale: 60 });
  for (const { kind, name } of cluster.model.daemons) if (kind === 'mgr') cluster.killDaemon(kind, name);
  cluster.step(60);
  expect(Object.keys(evidenceOf(cluster.model))).toEqual([
    'waits',
    'links',
    'needs',
    'silent',
    'quorum',
    'clocks',
  ]);
  for (const name of ['a', 'b']) cluster.killDaemon('mon', name);
  cluster.step(60);
  expect(Object.keys(evidenceOf(cluster.model))).toEqual(['waits', 'links', 'needs', 'silent']);
});

test('each list has a maximum length on a cluster of three thousand OSDs with a rack behind bad links', () => {
  const { cluster } = simulate({ scale: 3000 });
  for (const { name } of cluster.model.racks[0]!.hosts)
    cluster.disturbLink(name, { loss: 0.3, delayMs: 100 });
  cluster.step(60);
  const { waits, latencies, pings } = evidenceOf(cluster.model);
  expect([waits!.length, latencies!.length, pings!.length]).toEqual([64, 16, 64]);
});

test('the detailed health answer includes the evidence', async () => {
  const { cluster, handlers } = simulate({ scale: 60 });
  cluster.hangOsd(7);
  cluster.step(5);
  const context = { signal: new AbortController().signal, by: 'test' };
  expect(await handlers.getClusterStatusDetail({}, context)).toMatchObject({ evidence: { silent: [7] } });
});

describe('slow pings', () => {
  test('pings are listed from 20 ms on, slowest first, in thousandths of a millisecond', () => {
    const { model } = simulate({ scale: 60 }).cluster;
    const ping = (id: number, ms: number) => {
      model.osds[id]!.minutePingMs = ms;
      model.slowPings.add(id);
    };
    ping(3, 19.9);
    expect(evidenceOf(model).pings).toEqual([]);
    ping(4, 20);
    ping(9, 100 / 3);
    const { pings = [] } = evidenceOf(model);
    expect(pings.every(({ from, to }) => [from, to].some((id) => id === 4 || id === 9))).toBe(true);
    expect(pings[0]!.ms).toBe(33.333);
    const times = pings.map(({ ms = 0 }) => ms);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.every((ms) => Math.round(ms * 1000) / 1000 === ms)).toBe(true);
  });
});

describe('busiest clients', () => {
  test('at most eight clients are listed, those with the most requests in flight first, with an address and a pool', () => {
    const { cluster } = simulate({ scale: 60 });
    cluster.step(30);
    const { clients = [] } = evidenceOf(cluster.model);
    expect(clients).toHaveLength(8);
    const names = new Set(cluster.model.pools.map(({ name }) => name));
    for (const { client, address, pool, inFlight = 0 } of clients) {
      const number = Number(/^client\.(\d+)$/.exec(client!)![1]);
      expect([number >= 4100, number < 5000, names.has(pool!), inFlight > 0]).not.toContain(false);
      expect(address).toBe(`10.1.1.${20 + (number % 200)}`);
    }
    const most = clients.map((one) => one.inFlight!);
    expect(most).toEqual(most.toSorted((a, b) => b - a));
  });

  test('the busiest clients change soon', () => {
    const { cluster } = simulate({ scale: 60 });
    cluster.step(30);
    const order = () => evidenceOf(cluster.model).clients!.map(({ client }) => client);
    const before = order();
    expect(order()).toEqual(before);
    cluster.step(10);
    expect(order()).not.toEqual(before);
  });
});

describe('the disks of a pool with a busy client', () => {
  /** A cluster in which a client keeps so many requests to a pool in flight that its disks have ten times as many as usual. */
  function crowded() {
    const { cluster } = simulate({ scale: 60 });
    cluster.step(30);
    const { model } = cluster;
    const pool = model.pools.find(({ name }) => name === 'volumes')!;
    const calm = evidenceOf(model);
    model.busyClients.add({ client: 5100, address: '10.1.2.20', pool, inFlight: 300 });
    cluster.step(10);
    return { calm, own: new Set(pool.scopes[0]!.members.map(({ id }) => id)), ...evidenceOf(model) };
  }

  test('requests of all clients wait in the queues of these OSDs only, the worst first', () => {
    const { calm, own, queues = [] } = crowded();
    expect(calm.queues).toEqual([]);
    expect(queues.length).toBeGreaterThan(own.size / 2);
    expect(queues.every(({ osd, ms = 0 }) => own.has(osd!) && ms >= 1)).toBe(true);
    const times = queues.map(({ ms = 0 }) => ms);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('their commits take several times as long, and requests wait for copies', () => {
    const { calm, own, latencies = [], waits = [] } = crowded();
    const slowest = ({ latencies: all = [] }: typeof calm) => all[0]!.commitMs!;
    expect(slowest({ latencies })).toBeGreaterThan(2 * slowest(calm));
    expect(latencies.every(({ osd }) => own.has(osd!))).toBe(true);
    expect(waits.filter(({ oldest = 0 }) => oldest > 0.2).length).toBeGreaterThan(10);
  });

  test('others have more requests in flight than usual, and far fewer than the busy client', () => {
    const { calm, clients = [] } = crowded();
    const [first, second] = clients;
    expect(first).toMatchObject({ client: 'client.5100', address: '10.1.2.20', pool: 'volumes' });
    expect(first!.inFlight).toBe(Math.round((300 * 32) / 36));
    expect(second!.inFlight).toBeGreaterThanOrEqual(calm.clients![0]!.inFlight!);
    expect(second!.inFlight).toBeLessThan(first!.inFlight! / 10);
  });
});
