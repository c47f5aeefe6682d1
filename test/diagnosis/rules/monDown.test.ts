import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { causes, check, line, NOW, snapshot, exited } from '../support.ts';

describe('a monitor that is down', () => {
  const down = (...names: readonly string[]) => ({
    MON_DOWN: check(
      `${names.length}/3 mons down`,
      ...names.map((name) => `mon.${name} (rank 2) addr 10.0.0.3:6789/0 is down (out of quorum)`),
    ),
  });

  test('monitors that have ended explain a lost quorum if they were half of all, or more', () => {
    const checks = {
      STORE_UNREACHABLE: check('no answer since 12:00:00 UTC: no majority of the monitors answers'),
    };
    const found = (num_mons: number, ...more: readonly LogEvent[]) =>
      causes({
        checks,
        log: [exited(20, 'mon', 'a'), exited(10, 'mon', 'b'), ...more],
        status: {
          storeStatus: { health: { status: 'HEALTH_UNKNOWN', checks }, monmap: { num_mons } } as object,
        },
      });
    expect(found(3)).toMatchObject([
      {
        kind: 'mon-down',
        objects: ['mon.a', 'mon.b'],
        explains: ['STORE_UNREACHABLE'],
        text: 'mon.a, mon.b have stopped: no majority of the 3 monitors is left',
      },
    ]);
    const back = line(5, 'mon', 'cluster [INF] mon.a is new leader, mons a,c in quorum (ranks 0,2)');
    expect(found(3, back)).not.toMatchObject([{ explains: ['STORE_UNREACHABLE'], kind: 'mon-down' }]);
    expect(found(5).map(({ kind }) => kind)).toContain('unknown');
  });

  test('silent servers with monitors explain a lost quorum together with monitors that have ended', () => {
    const checks = { STORE_UNREACHABLE: check('no answer since 12:00:00 UTC') };
    const monitors = new Set(['a', 'b', 'c']);
    const found = (silent: readonly string[], log: readonly LogEvent[] = []) =>
      causes({
        checks,
        log,
        disks: (disk) => ({
          ...disk,
          ...(disk.osdId! % 2 === 0 && monitors.has(disk.hostname!) && { role: 'mon' }),
          ...(silent.includes(disk.hostname!) && { serverLastSeen: 90 }),
        }),
      });
    expect(found(['a', 'b'])).toMatchObject([
      {
        kind: 'mon-down',
        objects: ['a', 'b'],
        confidence: 'likely',
        explains: ['STORE_UNREACHABLE'],
        text: 'the monitor hosts a, b are silent: no majority of the 3 monitors is left',
        proofs: [{ text: 'the monitor host a is silent' }, { text: 'the monitor host b is silent' }],
        next: ['check power, console and network of a, b'],
      },
    ]);
    expect(found(['a', 'b', 'c'])[0]?.next).toEqual([
      'check power, console and network of a, b, c, and the network of this service',
    ]);
    expect(found(['b'], [exited(20, 'mon', 'x', 3)])).toMatchObject([
      {
        objects: ['mon.x', 'b'],
        text: 'mon.x has stopped, and the monitor host b is silent: no majority of the 3 monitors is left',
      },
    ]);
    // The server of the monitor that has ended is silent itself.
    expect(found(['c'], [exited(20, 'mon', 'x', 3)]).map(({ kind }) => kind)).toContain('unknown');
    expect(found(['c', 'd'])).toMatchObject([{ kind: 'unknown', explains: ['STORE_UNREACHABLE'] }]);
  });

  test('a monitor that is named by the check and has ended is certain, since the time it ended', () => {
    expect(causes({ checks: down('c'), log: [exited(20, 'mon', 'c')] })).toMatchObject([
      {
        kind: 'mon-down',
        objects: ['mon.c'],
        confidence: 'certain',
        since: NOW - 20_000,
        text: 'mon.c is out of quorum',
        next: ['start mon.c; look at disk space and log of its server first'],
      },
    ]);
    expect(causes({ checks: down('c') })).toMatchObject([{ objects: ['mon.c'], confidence: 'likely' }]);
  });

  test('a monitor is shown without a name if the check counts it before its details name it', () => {
    expect(causes({ checks: { MON_DOWN: check('1/3 mons down, quorum a,b') } })).toMatchObject([
      {
        kind: 'mon-down',
        objects: [],
        confidence: 'likely',
        explains: ['MON_DOWN'],
        text: 'a monitor is out of quorum',
        next: ['start a monitor; look at disk space and log of its server first'],
      },
    ]);
  });

  test('a monitor that ended and is in quorum again is not blamed for another one', () => {
    expect(causes({ checks: down('c'), log: [exited(400, 'mon', 'a')] })).toMatchObject([
      { objects: ['mon.c'], confidence: 'likely', since: undefined },
    ]);
  });

  test('a monitor that the status counts in quorum is not called lost, although MON_DOWN names it', () => {
    const status = {
      storeStatus: {
        health: { status: 'HEALTH_WARN' as const, checks: down('c') },
        quorum_names: ['a', 'b', 'c'],
      },
    };
    expect(causes({ status })).toMatchObject([
      {
        objects: ['mon.c'],
        text: 'mon.c is in quorum, and MON_DOWN is out of date',
        next: ['check with `ceph quorum_status` that all monitors are in quorum'],
      },
    ]);
  });

  test('a monitor that is down is reported from its server before any check reports it', () => {
    const stopped = { id: 50, role: 'mon' as const, hostname: 'd', server: 4, daemonRunning: false };
    const more = { disks: [...snapshot().disks!, stopped] };
    expect(causes({ more })).toMatchObject([
      {
        kind: 'mon-down',
        objects: ['mon on d'],
        host: 'd',
        confidence: 'likely',
        text: 'mon on d has stopped',
        proofs: [{ text: 'the monitor on d does not run', source: 'disks' }],
      },
    ]);
    expect(causes({ more, checks: down('c') })[0]).toMatchObject({
      objects: ['mon.c'],
      confidence: 'certain',
    });
  });
});
