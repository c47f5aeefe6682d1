import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { answers, causes, check, line, NOW, snapshot, exited } from '../support.ts';

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
    expect(found(4)[0]?.text).toBe('mon.a, mon.b have stopped: no majority of the 4 monitors is left');
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
        text: 'the monitor hosts a, b are silent, as all servers of rack r1 are: no majority of the 3 monitors is left',
        proofs: [{ text: 'the monitor host a is silent' }, { text: 'the monitor host b is silent' }],
        next: ['check power, console and network of rack r1'],
      },
    ]);
    expect(found(['a', 'b', 'c'])[0]?.next).toEqual([
      'check power, console and network of rack r1, c, and the network of this service',
    ]);
    expect(found(['a', 'c'])[0]).toMatchObject({
      text: 'the monitor hosts a, c are silent: no majority of the 3 monitors is left',
      next: ['check power, console and network of a, c'],
    });
    expect(found(['b', 'd'], [exited(20, 'mon', 'x', 3)])[0]?.text).toBe(
      'mon.x has stopped, and the monitor host b is silent, as 1 other server is: no majority of the 3 monitors is left',
    );
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

  describe('a cluster that does not answer, where nothing tells which monitors are lost', () => {
    const found = (message: string, store: object = {}) => {
      const checks = { STORE_UNREACHABLE: check(`no answer since 12:00:00 UTC (${message}`) };
      const storeStatus = { ...store, health: { status: 'HEALTH_UNKNOWN' as const, checks } };
      return causes({ checks, status: { storeStatus } })[0];
    };

    test('a silent cluster is not blamed on its monitors if the service has no connection to it', () => {
      expect(found('67 s): no connection to the Ceph cluster at `ssh node1`: ssh ended')).toMatchObject({
        kind: 'unknown',
        text: 'this service has no connection to the cluster; the cluster itself may be healthy',
        next: ['restore the connection: ssh ended'],
      });
    });

    test('a cluster that has been silent for seconds may only be electing a leader', () => {
      const silent = (seconds: number) => found(`${seconds} s): no majority of the monitors answers`);
      expect(silent(7)?.next[0]).toBe(
        'wait: after the end of a monitor they take up to 20 s to elect a leader',
      );
      expect(silent(67)).toMatchObject({
        text: 'no majority of the monitors answers; which of them are lost is not known',
        next: [expect.stringContaining('check that a majority of the monitors runs')],
      });
    });

    test('a silent cluster that had lost monitors before is described by its last quorum', () => {
      const store = { monmap: { num_mons: 3 }, quorum_names: ['b', 'c'] };
      expect(found('67 s): no majority of the monitors answers', store)).toMatchObject({
        text: 'no majority of the 3 monitors answers: the last quorum was only mon.b, mon.c; at least one of them is lost, too',
        next: ['look at mon.b, mon.c, and at the monitors that were lost before'],
      });
      expect(found('7 s): no majority of the monitors answers', store)?.text).toBe(
        'no majority of the 3 monitors answers: the last quorum was only mon.b, mon.c; they are electing a leader, or one of them is lost, too',
      );
    });
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

  test('a monitor is out of quorum since the monitors first logged a quorum without it', () => {
    const since = (...log: readonly LogEvent[]) => causes({ checks: down('c'), log })[0]?.since;
    const leader = (ago: number, quorum: string) =>
      line(ago, 'mon', `mon.a is new leader, mons ${quorum} in quorum (ranks 0,1)`);
    const health = (ago: number, what: string, quorum: string) =>
      line(ago, 'mon', `Health check ${what}: 1/3 mons down, quorum ${quorum} (MON_DOWN)`);
    expect(since(leader(900, 'a,b,c'), leader(60, 'a,b'), health(55, 'failed', 'a,b'))).toBe(NOW - 60_000);
    expect(since(health(7200, 'failed', 'a,b'), leader(300, 'a,b'))).toBe(NOW - 7_200_000);
    // It was back in between.
    const cleared = line(500, 'mon', 'Health check cleared: MON_DOWN (was: 1/3 mons down, quorum a,b)');
    expect(since(health(900, 'failed', 'a,b'), cleared, health(55, 'failed', 'a,b'))).toBe(NOW - 55_000);
    // Another one was lost first, or the log does not go back to the loss.
    expect(since(health(900, 'failed', 'a,c'), health(300, 'update', 'a'))).toBe(NOW - 300_000);
    expect(since(health(300, 'update', 'a,b'), leader(200, 'a,b'))).toBeUndefined();
  });

  test('a monitor that its server says has stopped is certain, and one that runs is said to', () => {
    const told = (runs: boolean) =>
      causes({
        checks: down('c'),
        evidence: answers({ lostMonitors: [{ mon: 'c', server: 'b', runs }] }),
      });
    expect(told(false)).toMatchObject([
      {
        objects: ['mon.c'],
        confidence: 'certain',
        text: 'mon.c has stopped on b',
        proofs: [{ text: 'mon.c does not run on b' }, {}],
        next: ['start mon.c; look at disk space and log of its server first'],
      },
    ]);
    expect(told(true)).toMatchObject([
      {
        confidence: 'likely',
        text: 'mon.c is out of quorum, although it runs on b',
        proofs: [{ text: 'mon.c runs on b' }, {}],
        next: ['read the log of mon.c, and look at the network of its server'],
      },
    ]);
    // Ceph raises no check in the first minute.
    const soon = answers({ lostMonitors: [{ mon: 'c', server: 'b', runs: false }] });
    expect(causes({ evidence: soon })).toMatchObject([
      { confidence: 'certain', explains: [], text: 'mon.c has stopped on b' },
    ]);
    expect(causes({ evidence: answers({ lostMonitors: [{ mon: 'c' }] }) })).toMatchObject([
      { confidence: 'likely', text: 'mon.c is out of quorum' },
    ]);
    // It is back since the service asked.
    const storeStatus = { health: { status: 'HEALTH_OK' as const }, quorum_names: ['a', 'b', 'c'] };
    expect(causes({ evidence: soon, status: { storeStatus } })).toEqual([]);
    const two = causes({
      checks: down('b', 'c'),
      evidence: answers({ lostMonitors: [{ mon: 'c', server: 'b', runs: false }] }),
    });
    expect(two).toMatchObject([{ confidence: 'likely', text: 'mon.b, mon.c are out of quorum' }]);
  });

  test('monitors that their servers say have stopped explain a lost quorum, and those that run only wait for them', () => {
    const checks = { STORE_UNREACHABLE: check('no answer since 12:00:00 UTC (40 s): no majority') };
    const monitor = (mon: string, runs: boolean) => ({ mon, server: `h-${mon}`, runs });
    const silent = (mon: string) => ({ mon, server: `h-${mon}`, silent: true });
    const storeStatus = {
      health: { status: 'HEALTH_UNKNOWN' as const, checks },
      quorum_names: ['a', 'b', 'c'],
      monmap: { num_mons: 3 },
    };
    const found = (...lostMonitors: (ReturnType<typeof monitor> | ReturnType<typeof silent>)[]) =>
      causes({ checks, evidence: answers({ lostMonitors }), status: { storeStatus } });
    expect(found(monitor('a', false), monitor('b', false), monitor('c', true))).toMatchObject([
      {
        kind: 'mon-down',
        objects: ['mon.a', 'mon.b'],
        confidence: 'certain',
        explains: ['STORE_UNREACHABLE'],
        text: 'mon.a, mon.b have stopped: no majority of the 3 monitors is left',
        proofs: [{ text: 'mon.a does not run on h-a' }, { text: 'mon.b does not run on h-b' }],
        next: ['start mon.a, mon.b; look at disk space and log of its server first'],
      },
    ]);
    expect(found(monitor('a', false), silent('b'), monitor('c', true))).toMatchObject([
      {
        kind: 'mon-down',
        objects: ['mon.a', 'h-b'],
        explains: ['STORE_UNREACHABLE'],
        text: 'mon.a has stopped, and the monitor host h-b is silent: no majority of the 3 monitors is left',
        proofs: [{ text: 'mon.a does not run on h-a' }, { text: 'the address of mon.b gives no answer' }],
        next: [
          'start mon.a; look at disk space and log of its server first',
          'check power, console and network of h-b',
        ],
      },
    ]);
    expect(found(silent('a'), monitor('b', true)).map(({ kind }) => kind)).toEqual(['unknown']);
    expect(found(monitor('a', true), monitor('b', true)).map(({ kind }) => kind)).toEqual(['unknown']);
    expect(found(monitor('a', false), monitor('b', true)).map(({ text }) => text)).toEqual([
      'mon.a has stopped on h-a',
      'no majority of the monitors answers; which besides mon.a are lost is not known',
    ]);
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
