import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { diagnose } from '../../../src/diagnosis/index.ts';
import {
  answers,
  check,
  failed,
  REFUSED,
  UNHEARD,
  evidenceOf,
  line,
  NOW,
  snapshot,
  writesTook,
} from '../support.ts';

describe('missing answers', () => {
  test('all missing answers are listed, and no cause is named without answers', () => {
    const verdict = diagnose([{ at: NOW }]);
    expect(verdict.causes).toEqual([]);
    expect(verdict.missing).toEqual([
      'the status of the cluster',
      'details of the health checks',
      'disks',
      'the CRUSH map',
      'flags',
      'the log',
      'who waits for whom',
      'latencies of the OSDs',
      'ping times between OSDs',
      'the clocks of the monitors',
    ]);
  });

  test('the busiest clients and the queues are missed only while writes are slow', () => {
    const evidence = { waits: [], silent: [], latencies: [], pings: [], clocks: [] };
    const missing = (took: number) =>
      diagnose([snapshot({ evidence, more: { writeLatency: writesTook(took) } })]).missing;
    expect(missing(1000)).toEqual([]);
    expect(missing(2000)).toEqual(['the busiest clients', 'the queues of the OSDs']);
  });

  test('a server on which something is wrong and that cannot be reached is listed, unless it is lost itself', () => {
    const evidence = answers({ unreached: [{ server: 'b', why: 'Connection refused' }] });
    const missing = (...log: LogEvent[]) => diagnose([snapshot({ down: [2, 3], evidence, log })]).missing;
    const words = 'the kernel log and the network counters of b (Connection refused)';
    expect(missing(failed(2, REFUSED), failed(3, REFUSED, 200))).toEqual([words]);
    expect(missing(failed(2, UNHEARD), failed(3, UNHEARD))).toEqual([]);
  });

  test('nothing is missing if everything was answered', () => {
    const evidence = { waits: [], silent: [], latencies: [], pings: [], clients: [], clocks: [] };
    expect(diagnose([snapshot({ evidence })]).missing).toEqual([]);
  });
});

describe('silent OSDs', () => {
  const missed = (ago: number, by: number, id = 1) =>
    line(
      ago,
      `osd.${by}`,
      `heartbeat_check: no reply from 10.0.0.1:6800 osd.${id} since back 2026-11-20T11:59:00`,
    );
  const silent = (...log: ReturnType<typeof line>[]) => [...evidenceOf({ log }).silent];

  test('an OSD that peers on two servers have just missed is silent', () => {
    expect(silent(missed(5, 3), missed(5, 4))).toEqual([1]);
    expect(silent(missed(29, 3), missed(29, 4))).toEqual([1]);
    expect(silent(missed(30, 3), missed(29, 4))).toEqual([]);
  });

  test('an OSD that only peers on one server miss is not silent, because that server may be cut off', () => {
    expect(silent(missed(5, 2, 0), missed(5, 3, 0), missed(5, 2, 6), missed(5, 3, 6))).toEqual([]);
  });

  test('in a cluster of two servers an OSD is silent if the peers on the other server miss it', () => {
    const crush = ({ nodes = [] }: CrushMap) => ({
      nodes: nodes.filter(({ name }) => name !== 'c' && name !== 'd'),
    });
    expect([...evidenceOf({ log: [missed(5, 3)], crush }).silent]).toEqual([1]);
  });

  test('an OSD that has booted since it was missed is not silent', () => {
    const booted = line(2, 'mon', 'cluster [INF] osd.1 v1:10.0.0.1:6800/1 boot');
    expect(silent(missed(5, 3), missed(5, 4), booted)).toEqual([]);
    expect(silent({ ...booted, t: NOW / 1000 - 9 }, missed(5, 3), missed(5, 4))).toEqual([1]);
  });

  test('an OSD that was asked and did not answer is silent, even if others still hear from it', () => {
    expect([...evidenceOf({ evidence: answers({ silent: [6] }) }).silent]).toEqual([6]);
  });
});

describe('traces of a fault injection', () => {
  test('a log line in which a daemon names an injected fault is no evidence', () => {
    const logOf = (m: string) => [line(20, 'osd.1', m), line(10, 'osd.1', m)];
    const real = '3.a missing primary copy of 3:1:::x:head, will try copies on 2,3';
    expect(diagnose([snapshot({ log: logOf(real) })]).causes).toMatchObject([{ kind: 'disk-error' }]);
    expect(diagnose([snapshot({ log: logOf(`${real} INJECT EIO`) })]).causes).toEqual([]);
  });

  test('a setting that injects a fault is no evidence', () => {
    const log = [line(5, 'mgmt', 'setting bluestore_debug_inject_read_err changed')];
    expect(evidenceOf({ log }).changes).toEqual([]);
  });
});

describe('health checks', () => {
  test('a muted check needs no explanation', () => {
    const checks = { SOMETHING_NEW: { ...check('nobody knows it'), muted: true } };
    expect(diagnose([snapshot({ checks })]).causes).toEqual([]);
  });

  test('a check that no rule explains is listed as unknown', () => {
    const checks = { SOMETHING_NEW: check('nobody knows it') };
    expect(diagnose([snapshot({ checks })]).causes).toMatchObject([
      { kind: 'unknown', confidence: 'unknown', explains: ['SOMETHING_NEW'] },
    ]);
  });

  test('checks of an unexpected shape are left out', () => {
    const status = { storeStatus: { health: { status: 'HEALTH_WARN', checks: { A: null, B: 'x', C: 3 } } } };
    expect(diagnose([snapshot({ more: { status } })]).causes).toEqual([]);
  });
});

describe('impact', () => {
  const pools = [
    { poolName: 'small', poolId: 1, okay: 5, warn: 0, error: 1 },
    { poolName: 'large', poolId: 2, okay: 0, warn: 0, error: 7 },
    { poolName: 'well', poolId: 3, okay: 9, warn: 0, error: 0 },
  ];
  const status = (checks: object) => ({
    status: { storeStatus: { health: { status: 'HEALTH_WARN' as const, checks } }, placementGroups: pools },
  });

  test('the pools with inactive placement groups are named, the worst first', () => {
    const checks = { PG_AVAILABILITY: check('Reduced data availability: 8 pgs inactive, 2 pgs down') };
    expect(diagnose([snapshot({ checks, more: status(checks) })]).impact).toEqual({
      blockedPgs: 8,
      stopped: [],
      pools: [
        { name: 'large', blockedPgs: 7 },
        { name: 'small', blockedPgs: 1 },
      ],
    });
  });

  test('inactive groups count even if their check is muted, because clients still wait', () => {
    const checks = { PG_AVAILABILITY: { ...check('Reduced data availability: 1 pg inactive'), muted: true } };
    expect(diagnose([snapshot({ checks, more: status(checks) })]).impact.blockedPgs).toBe(1);
  });

  test('groups named by the check count, and the client data in their pools is listed', () => {
    const message = 'Reduced data availability: 3 pgs inactive, 9 pgs peering';
    const detail = [
      'pg 3.a is stuck peering for 2m',
      'pg 3.1f is down, acting [1]',
      'pg 2.0 is down',
      'pg x',
    ];
    const checks = { PG_AVAILABILITY: check(message, ...detail), PG_DAMAGED: check('1 pg inconsistent') };
    const known = [
      { name: 'well', application: 'rbd' },
      { name: 'large', application: 'rgw' },
      { name: 'small', application: 'cephfs' },
    ];
    // Damaged groups are also counted as errors, so only named pools are certain.
    expect(diagnose([snapshot({ checks, more: { ...status(checks), pools: known } })]).impact).toEqual({
      blockedPgs: 9,
      stopped: [],
      pools: [
        { name: 'well', blockedPgs: 2, use: 'images' },
        { name: 'large', blockedPgs: 1, use: 'buckets' },
      ],
    });
  });

  test('damaged groups that are still active block nobody', () => {
    expect(diagnose([snapshot({ more: status({}) })]).impact).toEqual({
      blockedPgs: 0,
      stopped: [],
      pools: [],
    });
  });
});
