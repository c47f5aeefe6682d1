import { describe, expect, test } from 'vitest';
import { diagnose, readOsds } from '../../src/diagnosis/index.ts';
import { readEvidence } from '../../src/diagnosis/evidence/evidence.ts';
import { check, line, NOW, snapshot, type SnapshotChanges } from './support.ts';

const evidenceOf = (changes: SnapshotChanges) => {
  const now = snapshot(changes);
  return readEvidence([now], readOsds(now));
};

describe('what is missing', () => {
  test('everything that was not answered is told, and nothing is named without it', () => {
    const verdict = diagnose([{ at: NOW }]);
    expect(verdict.causes).toEqual([]);
    expect(verdict.missing).toContain('the status of the cluster');
    expect(verdict.missing).toContain('the log');
    expect(verdict.missing).toContain('who waits for whom');
  });

  test('nothing is missing where everything was answered', () => {
    const evidence = { waits: [], silent: [], latencies: [], pings: [], clients: [], clocks: [] };
    expect(diagnose([snapshot({ evidence })]).missing).toEqual([]);
  });
});

describe('who is silent', () => {
  const missed = line(5, 'osd.3', 'heartbeat_check: no reply from 10.0.0.1:6800 osd.1 since back …');

  test('an OSD that a peer has just missed is silent', () => {
    expect([...evidenceOf({ log: [missed] }).silent]).toEqual([1]);
  });

  test('an OSD that has booted since it was missed is not silent', () => {
    const booted = line(2, 'mon', 'cluster [INF] osd.1 v1:10.0.0.1:6800/1 boot');
    expect([...evidenceOf({ log: [missed, booted] }).silent]).toEqual([]);
  });

  test('an OSD that was missed minutes ago is not silent for that', () => {
    const old = { ...missed, t: NOW / 1000 - 120 };
    expect([...evidenceOf({ log: [old] }).silent]).toEqual([]);
  });
});

describe('what a fault injection writes of itself', () => {
  test('is no evidence, as a line of a daemon', () => {
    const said = (m: string) => [line(20, 'osd.1', m), line(10, 'osd.1', m)];
    const real = '3.a missing primary copy of 3:1:::x:head, will try copies on 2,3';
    expect(diagnose([snapshot({ log: said(real) })]).causes).toMatchObject([{ kind: 'disk-error' }]);
    expect(diagnose([snapshot({ log: said(`${real} INJECT EIO`) })]).causes).toEqual([]);
  });

  test('is no evidence, as a setting that injects', () => {
    const log = [line(5, 'mgmt', 'setting bluestore_debug_inject_read_err changed')];
    expect(evidenceOf({ log }).changes).toEqual([]);
  });
});

describe('health checks', () => {
  test('a muted check asks for no explanation', () => {
    const checks = { SOMETHING_NEW: { ...check('nobody knows it'), muted: true } };
    expect(diagnose([snapshot({ checks })]).causes).toEqual([]);
  });

  test('a check that no rule explains is told as unknown', () => {
    const checks = { SOMETHING_NEW: check('nobody knows it') };
    expect(diagnose([snapshot({ checks })]).causes).toMatchObject([
      { kind: 'unknown', confidence: 'unknown', explains: ['SOMETHING_NEW'] },
    ]);
  });

  test('checks of a shape that nobody foresaw are left out', () => {
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

  test('the pools whose groups serve nobody are named, the worst first', () => {
    const checks = { PG_AVAILABILITY: check('Reduced data availability: 8 pgs inactive, 2 pgs down') };
    expect(diagnose([snapshot({ checks, more: status(checks) })]).impact).toEqual({
      blockedPgs: 8,
      pools: [
        { name: 'large', blockedPgs: 7 },
        { name: 'small', blockedPgs: 1 },
      ],
    });
  });

  test('damaged groups that serve all the same block nobody', () => {
    expect(diagnose([snapshot({ more: status({}) })]).impact).toEqual({ blockedPgs: 0, pools: [] });
  });
});
