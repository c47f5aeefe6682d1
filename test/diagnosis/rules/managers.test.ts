import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { answers, causeKinds, causes, check, exited, failed, line, NOW, UNHEARD } from '../support.ts';

describe('a manager', () => {
  test('managers that have ended are named since the last one ended', () => {
    const log = [exited(90, 'mgr', 'a'), exited(40, 'mgr', 'b')];
    expect(causes({ checks: { MGR_DOWN: check('no active mgr') }, log })).toMatchObject([
      {
        objects: ['mgr.a', 'mgr.b'],
        since: NOW - 40_000,
        text: 'no manager is running: mgr.a, mgr.b stopped; statistics are frozen',
        proofs: [{ text: 'no active mgr' }, { source: 'log' }, { source: 'log' }],
        next: ['start mgr.a; read its log for why it stopped'],
      },
    ]);
    expect(causes({ checks: { MGR_DOWN: check('no active mgr') } })[0]).toMatchObject({
      objects: ['mgr'],
      text: 'no manager is running; statistics are frozen',
    });
  });

  test('managers that the monitors hear no more are named, unless they work again', () => {
    const says = (seconds: number, text: string) =>
      line(seconds, 'mon', `cluster [WRN] Manager daemon ${text}`);
    const log = [
      says(90, 'c is unresponsive, replacing it with standby daemon a'),
      says(89, 'a is now available'),
      says(60, 'a is unresponsive, replacing it with standby daemon c'),
      says(59, 'c is now available'),
      says(20, 'c is unresponsive.  No standby daemons available.'),
    ];
    expect(causes({ checks: { MGR_DOWN: check('no active mgr') }, log })).toMatchObject([
      {
        objects: ['mgr.c', 'mgr.a'],
        // The monitors wait for 30 s before they give up a manager.
        since: NOW - 50_000,
        text: 'no manager is running: mgr.c, mgr.a not heard by the monitors; statistics are frozen',
      },
    ]);
  });

  test('a standby that the monitors have forgotten without a word is named beside the one that they give up', () => {
    const log = [line(20, 'mon', 'Manager daemon c is unresponsive.  No standby daemons available.')];
    const evidence = answers({ lostManagers: [{ mgr: 'c' }, { mgr: 'b' }] });
    expect(causes({ checks: { MGR_DOWN: check('no active mgr') }, log, evidence })).toMatchObject([
      {
        objects: ['mgr.c', 'mgr.b'],
        text: 'no manager is running: mgr.c, mgr.b not heard by the monitors; statistics are frozen',
      },
    ]);
  });

  test('a standby that the monitors have forgotten is named alone', () => {
    const REMOVED = 'if it was removed on purpose, remove its key, too: until then it is shown for a day';
    const stopped = { mgr: 'b', server: 'c', listed: false, seconds: 2, runs: false };
    expect(causes({ evidence: answers({ lostManagers: [stopped] }) })).toMatchObject([
      {
        kind: 'mgr-down',
        objects: ['mgr.b'],
        host: 'c',
        since: NOW - 32_000,
        confidence: 'certain',
        text: 'mgr.b has stopped on c; another manager works',
        next: ['start mgr.b; read its log for why it stopped', REMOVED],
      },
    ]);
    const told = (more: object) => causes({ evidence: answers({ lostManagers: [{ ...stopped, ...more }] }) });
    expect(told({ seconds: 40, runs: undefined })).toMatchObject([
      {
        confidence: 'likely',
        text: 'mgr.b on c is not heard by the monitors; another manager works',
        next: ['see whether mgr.b runs, and read its log', REMOVED],
      },
    ]);
    expect(told({ seconds: 40, runs: true })).toMatchObject([
      {
        confidence: 'certain',
        text: 'mgr.b is not heard by the monitors, although it runs on c; another manager works',
      },
    ]);
    // One that has just been replaced registers again within seconds.
    expect(told({ runs: true })).toEqual([]);
    expect(told({ runs: undefined })).toEqual([]);
    expect(told({ runs: undefined, seconds: undefined })).toMatchObject([{ since: undefined }]);
  });

  test('standbys of several servers that the monitors have forgotten are named in one sentence', () => {
    const unheard = (mgr: string, server: string) => ({ mgr, server, listed: false, seconds: 40 });
    const lostManagers = [unheard('b', 'c'), unheard('d', 'e')];
    expect(causes({ evidence: answers({ lostManagers }) })).toMatchObject([
      { text: 'mgr.b, mgr.d are not heard by the monitors; another manager works' },
    ]);
  });

  test('a standby on a lost server is no other cause, one elsewhere is', () => {
    const lost = (server: string) => ({
      down: [6, 7],
      log: [failed(6, UNHEARD), failed(7, UNHEARD)],
      disks: (disk: Disk) => (disk.hostname === 'd' ? { ...disk, serverLastSeen: 99 } : disk),
      checks: { OSD_HOST_DOWN: check('1 host (2 osds) down') },
      evidence: answers({ lostManagers: [{ mgr: 'b', server, listed: false, seconds: 40 }] }),
    });
    expect(causeKinds(lost('d'))).toEqual(['host-down']);
    expect(causeKinds(lost('c'))).toEqual(['host-down', 'mgr-down']);
  });

  test('the last manager that was lost is named hours later', () => {
    const log = [
      line(7300, 'mon', 'Manager daemon a is unresponsive, replacing it with standby daemon c'),
      line(7200, 'mon', 'Manager daemon c is unresponsive.  No standby daemons available.'),
    ];
    expect(causes({ checks: { MGR_DOWN: check('no active mgr') }, log })).toMatchObject([
      { objects: ['mgr.c'], since: NOW - 7_230_000 },
    ]);
  });

  describe('an active manager that does not answer', () => {
    const says = (seconds: number, text: string) =>
      line(seconds, 'mon', `cluster [WRN] Manager daemon ${text}`);
    const checks = { MGR_SILENT: check('no manager has answered for 17 s') };
    const withStandbys = (standbys: number) => ({
      storeStatus: {
        health: { status: 'HEALTH_WARN' as const, checks },
        mgrmap: { available: true, num_standbys: standbys },
      },
    });

    test('a silent active manager is not said to be the last one while there is a standby to take over', () => {
      expect(causes({ checks, status: withStandbys(1) })).toMatchObject([
        {
          objects: ['mgr'],
          confidence: 'likely',
          text: 'the active manager does not answer; statistics are frozen',
          next: [expect.stringContaining('a standby takes over'), expect.stringContaining('look at')],
        },
      ]);
    });

    test('a silent active manager has no successor if its standby has stopped too, according to their servers', () => {
      const gone = (...names: string[]) =>
        answers({
          lostManagers: names.map((mgr) => ({ mgr, server: `host-${mgr}`, listed: true, runs: false })),
        });
      const log = [says(600, 'a is now available')];
      const told = (evidence: ReturnType<typeof gone>) =>
        causes({ checks, status: withStandbys(1), log, evidence });
      expect(told(gone('a', 'b'))).toMatchObject([
        {
          objects: ['mgr.a', 'mgr.b'],
          confidence: 'certain',
          text: 'no manager is running: mgr.a, mgr.b stopped; statistics are frozen',
          next: ['start mgr.a; read its log for why it stopped'],
        },
      ]);
      expect(told(gone('b'))).toMatchObject([
        {
          objects: ['mgr.a'],
          text: 'the active manager mgr.a does not answer, and no standby is left; statistics are frozen',
          next: [expect.stringContaining('look at')],
        },
      ]);
      expect(told(gone('a'))).toMatchObject([
        {
          objects: ['mgr.a'],
          confidence: 'certain',
          text: 'the active manager mgr.a has stopped; statistics are frozen',
          next: [expect.stringContaining('a standby takes over'), expect.stringContaining('look at')],
        },
      ]);
    });

    test('a silent active manager is named, and not the one that it replaced', () => {
      const log = [
        says(60, 'b is unresponsive, replacing it with standby daemon a'),
        says(59, 'a is now available'),
      ];
      expect(causes({ checks, status: withStandbys(0), log })).toMatchObject([
        {
          objects: ['mgr.a'],
          since: undefined,
          text: 'the active manager mgr.a does not answer, and no standby is left; statistics are frozen',
          next: ['look at mgr.a and start it again; read its log for why it is silent'],
        },
      ]);
    });

    test('an active manager is said to have stopped if its server says so', () => {
      const log = [exited(600, 'mgr', 'b'), says(590, 'a is now available'), exited(20, 'mgr', 'a')];
      expect(causes({ checks, log })).toMatchObject([
        {
          objects: ['mgr.a'],
          since: NOW - 20_000,
          text: 'the active manager mgr.a has stopped; statistics are frozen',
        },
      ]);
    });
  });

  test('a manager that has ended is no problem while another one works', () => {
    expect(causes({ log: [exited(40, 'mgr', 'b')] })).toEqual([]);
  });

  test('a manager that did not answer although others did is likely the cause, even without a check', () => {
    const { latencies: _, pings: _pings, ...others } = answers({});
    expect(causes({ evidence: others })).toMatchObject([
      {
        kind: 'mgr-down',
        confidence: 'likely',
        proofs: [{ text: 'the manager did not answer, others did', source: 'daemons' }],
      },
    ]);
    expect(causes({ evidence: answers({}) })).toEqual([]);
  });

  test('managers that ended one after the other leave none, unless one has taken over since', () => {
    const checks = { MGR_SILENT: check('no manager has answered for 17 s') };
    const ended = [exited(90, 'mgr', 'a'), exited(40, 'mgr', 'b')];
    const available = (seconds: number) =>
      line(seconds, 'mon', 'cluster [INF] Manager daemon c is now available');
    const told = (...log: ReturnType<typeof line>[]) => causes({ checks, log: [...log, ...ended] })[0]?.text;
    expect(told()).toBe('no manager is running: mgr.a, mgr.b stopped; statistics are frozen');
    expect(told(available(120))).toBe('no manager is running: mgr.a, mgr.b stopped; statistics are frozen');
    expect(causes({ checks, log: [...ended, available(20)] })[0]?.text).toBe(
      'the active manager mgr.c does not answer; statistics are frozen',
    );
    expect(causes({ checks, log: ended.slice(1) })[0]).toMatchObject({
      objects: ['mgr.b'],
      text: 'the active manager mgr.b has stopped; statistics are frozen',
      next: ['look at mgr.b and start it again; read its log for why it stopped'],
    });
  });

  test('the answers of servers about lost managers are among the proofs, three at most', () => {
    const lost = ['a', 'b', 'c', 'd'].map((mgr) => ({
      mgr,
      server: `host-${mgr}`,
      listed: true,
      runs: mgr !== 'a',
    }));
    const log = [exited(90, 'mgr', 'a'), exited(60, 'mgr', 'b'), exited(40, 'mgr', 'c')];
    const [found] = causes({
      checks: { MGR_DOWN: check('no active mgr') },
      log,
      evidence: answers({ lostManagers: [{ mgr: 'e', listed: true, runs: false }, ...lost] }),
    });
    expect(found?.proofs.map(({ text, source }) => `${source}: ${text}`)).toEqual([
      'health: no active mgr',
      expect.stringMatching(/^log: .*mgr b: main process exited/),
      expect.stringMatching(/^log: .*mgr c: main process exited/),
      'daemons: mgr.a does not run on host-a',
      'daemons: mgr.b runs on host-b',
      'daemons: mgr.c runs on host-c',
    ]);
    expect(found?.text).toBe(
      'no manager is running: mgr.a, mgr.b, mgr.c, mgr.e, mgr.d not heard by the monitors; statistics are frozen',
    );
  });

  test('a lost standby leaves none if the monitors list no other, and the servers that know of it are proofs', () => {
    const lost = ['b', 'd', 'e', 'f'].map((mgr) => ({
      mgr,
      server: 'c',
      listed: false,
      seconds: 40,
      runs: false,
    }));
    const status = (standbys: number) => ({
      storeStatus: { health: { status: 'HEALTH_OK' as const }, mgrmap: { num_standbys: standbys } },
    });
    const told = (standbys: number) =>
      causes({ evidence: answers({ lostManagers: lost }), status: status(standbys) })[0];
    expect(told(0)).toMatchObject({
      host: 'c',
      text: 'mgr.b, mgr.d, mgr.e, mgr.f have stopped on c; another manager works, and no standby is left',
      proofs: [
        { text: 'the monitors do not list mgr.b, mgr.d, mgr.e, mgr.f any more', source: 'daemons' },
        { text: 'mgr.b does not run on c', source: 'daemons' },
        { text: 'mgr.d does not run on c' },
        { text: 'mgr.e does not run on c' },
      ],
    });
    expect(told(1)?.text).toBe('mgr.b, mgr.d, mgr.e, mgr.f have stopped on c; another manager works');
  });
});
