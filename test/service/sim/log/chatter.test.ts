import { describe, expect, test } from 'vitest';
import { bytes } from '../../../../src/lib/format.ts';
import type { LogEntry } from '../../../../src/service/logQuery.ts';
import { stepChatter } from '../../../../src/service/sim/log/chatter.ts';
import { logCluster, logManagement, logOsd } from '../../../../src/service/sim/log/write.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { simulate } from '../support.ts';

/** The lines that are written to the log during `run`. */
function written({ log }: Model, act: () => void): LogEntry[] {
  const first = log.end;
  act();
  return Array.from({ length: log.end - first }, (_, index) => log.at(first + index)!);
}

/** Advances the routine lines by some seconds, and nothing else. */
const chatter = (model: Model, seconds: number): LogEntry[] =>
  written(model, () => {
    for (let second = 0; second < seconds; second++) {
      Object.assign(model, { tick: model.tick + 1 });
      stepChatter(model);
    }
  });

const PGMAP =
  /^log_channel\(cluster\) log \[DBG\] : pgmap v(\d+): (\d+) pgs: (.+); (.+) data, (.+) used, (.+) \/ (.+) avail; (.+\/s) rd, (.+\/s) wr, (\d+) op\/s(; .+ recovering)?$/;
const numbersApart = (text: string): string => text.replaceAll(/\b[0-9a-f]*\d[0-9a-f]*\b/g, '#');

describe('routine lines of the log', () => {
  test('no kernel line of a server arrives while it is off, frozen or cut off', () => {
    const { cluster } = simulate({ scale: 20 });
    const { model } = cluster;
    const kernel = () => chatter(model, 3000).filter(({ s }) => s === 'kernel');
    const names = model.hosts.map(({ name }) => name);
    expect(kernel()).not.toEqual([]);
    for (const name of names) cluster.connectHost(name, false);
    expect(kernel()).toEqual([]);
    for (const name of names) cluster.connectHost(name, true);
    expect(kernel()).not.toEqual([]);
    for (const name of names) cluster.freezeHost(name, true);
    expect(kernel()).toEqual([]);
  });

  test('routine lines come from each kind of daemon, are of known forms, and are never warnings', () => {
    const { model } = simulate({ scale: 60 }).cluster;
    const lines = chatter(model, 4000);
    const kinds = Object.groupBy(lines, ({ s }) => (s.startsWith('osd.') ? 'osd' : s));
    const sorts = Object.fromEntries(
      Object.entries(kinds).map(([service, entries = []]) => [
        service,
        [
          ...new Set(entries.map(({ m, p }) => `${p} ${numbersApart(m).split(/[:[(]/)[0]!.trim()}`)),
        ].toSorted(),
      ]),
    );
    expect(sorts).toMatchInlineSnapshot(`
      {
        "iscsi": [
          "6 tcmu-runner",
        ],
        "kernel": [
          "5 EXT4-fs",
          "5 TCP",
          "5 perf",
        ],
        "mds": [
          "6 mds.a Updating MDS map to version # from mon.#",
          "6 mds.b Updating MDS map to version # from mon.#",
        ],
        "mgmt": [
          "7 collected statistics of # servers in # ms",
        ],
        "mgr": [
          "6 mgr.a",
          "6 mgr.b",
          "7 log_channel",
        ],
        "mon": [
          "7 mon.a@#",
          "7 mon.b@#",
          "7 mon.c@#",
        ],
        "nfs": [
          "6 ganesha.nfsd",
        ],
        "osd": [
          "6 osd.# # rocksdb",
          "7 osd.# # bluestore.MempoolThread _resize_shards cache_size",
          "7 osd.# # heartbeat osd_stat",
          "7 osd.# # tick checking mon for new map",
        ],
        "radosgw": [
          "6 beast",
        ],
      }
    `);
    expect(lines.every(({ p }) => p >= 5)).toBe(true);
  });

  test('routine lines come from each OSD about every fifty seconds', () => {
    const rate = (scale: number, seconds: number) => {
      const { model } = simulate({ scale }).cluster;
      return chatter(model, seconds).filter(({ s }) => s.startsWith('osd.')).length / seconds;
    };
    expect(Math.abs(rate(60, 2000) - 60 / 50)).toBeLessThan(0.1);
    // Less than one line per second, too.
    expect(Math.abs(rate(15, 3000) - 15 / 50)).toBeLessThan(0.05);
  });

  test('routine lines have the server of their daemon', () => {
    const { model } = simulate({ scale: 60 }).cluster;
    for (const { s, h, m } of chatter(model, 500)) {
      if (s.startsWith('osd.')) {
        const osd = model.osds[Number(s.slice(4))]!;
        expect(h).toBe(osd.host.id);
        expect(m.startsWith(`osd.${osd.id} ${model.epoch} `)).toBe(true);
      } else if (s === 'mgmt') expect(h).toBe(1);
      else if (s !== 'kernel')
        expect(model.daemons.filter(({ kind }) => kind === s).map(({ host }) => host.id)).toContain(h);
    }
  });

  test('routine lines do not come from daemons that do not answer', () => {
    const { cluster } = simulate({ scale: 15 });
    const { model } = cluster;
    for (const osd of model.osds) osd.process = 'stopped';
    for (const daemon of model.daemons) Object.assign(daemon, { running: false });
    expect([...new Set(chatter(model, 500).map(({ s }) => s))].toSorted()).toEqual(['kernel', 'mgmt']);
  });
});

describe('summary of the manager in the log', () => {
  test('the summary of the manager has the stored, used and free data and the client load every other second', () => {
    const { cluster } = simulate({ scale: 15 });
    cluster.step(3);
    const { model } = cluster;
    model.osds[3]!.in = false;
    const lines = chatter(model, 10).filter(({ m }) => m.includes('pgmap'));
    expect(lines).toHaveLength(5);
    const { m, s, p } = lines.at(-1)!;
    expect([s, p]).toEqual(['mgr', 7]);
    const [, , pgs, states, data, used, free, total, read, write, ops, recovery] = PGMAP.exec(m)!;
    const inside = model.osds.filter((osd) => osd.in);
    const [sum, capacity] = [
      inside.reduce((all, osd) => all + osd.used, 0),
      inside.reduce((all, osd) => all + osd.capacity, 0),
    ];
    const { sums } = model;
    expect(Number(pgs)).toBe(model.pgs.count);
    expect(states).toBe(`${model.pgs.count} active+clean`);
    expect(data).toBe(bytes(model.pools.reduce((all, pool) => all + pool.bytes, 0)));
    expect([used, free, total]).toEqual([bytes(sum), bytes(capacity - sum), bytes(capacity)]);
    expect([read, write]).toEqual([`${bytes(sums.readBytes)}/s`, `${bytes(sums.writeBytes)}/s`]);
    expect(Number(ops)).toBe(Math.round(sums.readOps + sums.writeOps));
    expect(recovery).toBeUndefined();
    const versions = lines.map((line) => Number(PGMAP.exec(line.m)![1]));
    expect(versions.slice(1).map((version, index) => version - versions[index]!)).toEqual([2, 2, 2, 2]);
  });

  test('the summary of the manager has the recovery rate while there is recovery', () => {
    const { model } = simulate({ scale: 15 }).cluster;
    const summary = () => chatter(model, 2).find(({ m }) => m.includes('pgmap'))!.m;
    Object.assign(model.sums, { recoveredObjects: 0.4, recoveredBytes: 1e6 });
    expect(summary()).not.toContain('recovering');
    Object.assign(model.sums, { recoveredObjects: 12.4, recoveredBytes: 48 * 2 ** 20 });
    expect(summary()).toMatch(/ op\/s; 48(?:\.0)? MiB\/s, 12 objects\/s recovering$/);
  });
});

test('peers complain every other second about a silent OSD, once the heartbeat grace is over', () => {
  const { cluster } = simulate({ scale: 60 });
  const { model } = cluster;
  const osd = cluster.osd(7);
  cluster.hangOsd(7);
  const complaints = (seconds: number) =>
    chatter(model, seconds).filter(({ m }) => m.includes('heartbeat_check: no reply'));
  expect(complaints(19)).toEqual([]);
  const lines = complaints(120);
  // Some of the peers are on the same server.
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.length).toBeLessThanOrEqual(60);
  const since = new Date(model.timeOf(osd.changedAt)).toISOString();
  for (const { m, p, h, s } of lines) {
    expect(p).toBe(3);
    expect(m).toContain(`no reply from ${osd.host.ip}:6807 osd.7 since back ${since} front ${since}`);
    expect(h).not.toBe(osd.host.id);
    expect(s).not.toBe('osd.7');
  }
  osd.up = false;
  expect(complaints(60)).toEqual([]);
});

test('the cluster log is written by the leading monitor, or on the first server if there is no leader', () => {
  const { model } = simulate({ scale: 60 }).cluster;
  const mons = model.daemons.filter(({ kind }) => kind === 'mon');
  const leader = mons.find(({ active }) => active)!;
  const entry = () => written(model, () => logCluster(model, 'warning', 'something'))[0];
  expect(entry()).toMatchObject({ m: 'cluster [WRN] something', s: 'mon', p: 4, h: leader.host.id });
  leader.active = false;
  const next = mons.find(({ active }) => active)!;
  expect(next.host).not.toBe(leader.host);
  expect(entry()).toMatchObject({ h: next.host.id });
  for (const mon of mons) mon.active = false;
  expect(entry()).toMatchObject({ h: 1 });
});

test.each([
  ['emergency', 0, 'ERR'],
  ['alert', 1, 'ERR'],
  ['critical', 2, 'ERR'],
  ['error', 3, 'ERR'],
  ['warning', 4, 'WRN'],
  ['notice', 5, 'INF'],
  ['info', 6, 'INF'],
  ['debug', 7, 'DBG'],
] as const)(
  'a line of the syslog priority %s, which is %i, has the level %s in the cluster log',
  (priority, number, level) => {
    const { model } = simulate({ scale: 15 }).cluster;
    expect(written(model, () => logCluster(model, priority, 'x'))).toMatchObject([
      { m: `cluster [${level}] x`, p: number },
    ]);
  },
);

test('lines of an OSD and of the management service name their source', () => {
  const { model } = simulate({ scale: 15 }).cluster;
  const osd = model.osds[7]!;
  const lines = written(model, () => {
    logOsd(model, osd, 'alert', 'shutting down');
    logManagement(model, 'info', 'listening');
  });
  expect(lines).toMatchObject([
    { m: `osd.7 ${model.epoch} shutting down`, s: 'osd.7', h: osd.host.id, p: 1 },
    { m: 'listening', s: 'mgmt', h: 1, p: 6 },
  ]);
});

test('routine lines of daemons look like those of the programs, with numbers within their usual ranges', () => {
  const { model } = simulate({ scale: 60 }).cluster;
  const lines = chatter(model, 3000);
  const kinds = Map.groupBy(lines, ({ s }) => (s.startsWith('osd.') ? 'osd' : s));
  const found = (kind: string, pattern: RegExp) =>
    (kinds.get(kind) ?? []).flatMap(({ m }) => {
      const groups = pattern.exec(m)?.slice(1);
      return groups === undefined ? [] : [groups];
    });
  /** The distinct values of a captured group. */
  const values = (kind: string, pattern: RegExp) =>
    [...new Set(found(kind, pattern).map(([one]) => one))].toSorted();
  const range = (kind: string, pattern: RegExp) => {
    const numbers = found(kind, pattern).map(([one]) => Number(one));
    return [Math.min(...numbers), Math.max(...numbers)];
  };
  const within = (kind: string, pattern: RegExp, least: number, most: number) => {
    const [low = -1, high = Infinity] = range(kind, pattern);
    expect([low >= least, high <= most, high - low > (most - least) / 2], `${pattern}`).toEqual([
      true,
      true,
      true,
    ]);
  };
  expect(values('mon', /^(mon\.\w@\d\(\w+\))\.osd e\d+ _set_new_cache_sizes cache_size:1020054731 /)).toEqual(
    ['mon.a@0(leader)', 'mon.b@1(peon)', 'mon.c@2(peon)'],
  );
  expect(values('radosgw', /"(\w+) \/archive\/[0-9a-f]{8} HTTP\/1\.1" 200 \d+ latency=0\.0\d\ds$/)).toEqual([
    'GET',
    'HEAD',
    'PUT',
  ]);
  expect(values('nfs', /^(.*): client 10\.1\.3\.\d+ renewed its lease$/)).toEqual(['ganesha.nfsd']);
  expect(values('mgr', /^mgr\.(\w) \[balancer INFO root\] prepared 0\/10 changes$/)).toEqual(['a', 'b']);
  within('radosgw', /^beast: 10\.1\.0\.(\d+) - backup \[20/, 20, 219);
  within('radosgw', /latency=0\.0(\d+)s$/, 10, 99);
  within('nfs', /client 10\.1\.3\.(\d+) /, 20, 219);
  within('iscsi', /^tcmu-runner: rbd\/volumes\.lun(\d+): path checker reports active$/, 0, 39);
  within('kernel', /SYN flooding on port (\d+)\. Sending cookies\.$/, 6800, 6899);
  within('mgmt', /^collected statistics of 12 servers in (\d+) ms$/, 20, 99);
  within('osd', /\[JOB (\d+)\] Compacting [1-4]@0 files to L1, score 1\.00$/, 0, 899);
  within('osd', / kv_alloc: (\d+)000000 kv_used: \d+00000$/, 0, 999);
  within('osd', /, peers \[(\d+),\d+\] op hist \[0,0,0,1,1,2\]\)$/, 0, 59);
  // Lines of a daemon come in three of ten seconds, of the kernel in one of fifty, of the management in one of twenty.
  const share = (...names: readonly string[]) =>
    lines.filter(({ s, m }) => names.includes(s) && !m.startsWith('log_channel')).length / 3000;
  expect(share('mon', 'mgr', 'mds', 'radosgw', 'iscsi', 'nfs')).toBeCloseTo(0.3, 1);
  expect(share('kernel')).toBeCloseTo(0.02, 2);
  expect(share('mgmt')).toBeCloseTo(0.05, 2);
  expect(lines.filter(({ m }) => m.startsWith('log_channel'))).toHaveLength(1500);
});
