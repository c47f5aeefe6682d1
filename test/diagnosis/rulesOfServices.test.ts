import { describe, expect, test } from 'vitest';
import { answers, causes, check, failed, line, REFUSED, snapshot } from './support.ts';

describe('clocks', () => {
  const skewed = (...names: readonly string[]) => ({
    MON_CLOCK_SKEW: check('clock skew', ...names.map((name) => `mon.${name} clock skew 1.5s > max 0.05s`)),
  });

  test('clock skew names the monitor that the check blames', () => {
    const evidence = answers({ quorum: ['a', 'b', 'c'], clocks: [{ mon: 'c', skew: 1.5 }] });
    expect(causes({ checks: skewed('c'), evidence })).toMatchObject([
      { kind: 'clock-skew', objects: ['mon.c'], confidence: 'certain' },
    ]);
  });

  test('clock skew names the leader if it blames all others alike', () => {
    const clocks = ['b', 'c'].map((mon) => ({ mon, skew: -1.5 }));
    expect(
      causes({ checks: skewed('b', 'c'), evidence: answers({ quorum: ['a', 'b', 'c'], clocks }) }),
    ).toMatchObject([{ objects: ['mon.a'], confidence: 'certain' }]);
  });

  test('clock skew names several monitors if their clocks also differ from each other', () => {
    const clocks = [
      { mon: 'b', skew: -1.5 },
      { mon: 'c', skew: 2 },
    ];
    expect(
      causes({ checks: skewed('b', 'c'), evidence: answers({ quorum: ['a', 'b', 'c'], clocks }) }),
    ).toMatchObject([{ objects: ['mon.b', 'mon.c'], confidence: 'likely' }]);
  });

  test('clock skew finds the leader in the status if nothing else tells it and all other clocks are blamed', () => {
    const found = (...blamed: string[]) => {
      const checks = skewed(...blamed);
      const storeStatus = { health: { checks }, quorum_names: ['a', 'b', 'c'] };
      return causes({ checks, status: { storeStatus } });
    };
    expect(found('b', 'c')).toMatchObject([
      {
        objects: ['mon.a'],
        confidence: 'likely',
        text: 'the clock of mon.a is off: it leads, so all others seem wrong to it',
      },
    ]);
    expect(found('c')).toMatchObject([{ objects: ['mon.c'], confidence: 'likely' }]);
  });

  test('clock skew finds the leader in the log if no daemon was asked', () => {
    const log = [line(300, 'mon', 'cluster [INF] mon.a is new leader, mons a,b,c in quorum (ranks 0,1,2)')];
    expect(causes({ checks: skewed('b', 'c'), log })).toMatchObject([{ objects: ['mon.a'] }]);
  });
});

describe('managers and gateways', () => {
  test('without a working manager the answers that only it can give are missing', () => {
    expect(causes({ evidence: { waits: [], silent: [], clocks: [] } })).toMatchObject([
      { kind: 'mgr-down', confidence: 'likely' },
    ]);
    expect(causes({ checks: { MGR_DOWN: check('no active mgr') } })).toMatchObject([
      { kind: 'mgr-down', confidence: 'certain' },
    ]);
    expect(causes({ checks: { MGR_SILENT: check('no manager has answered for 6 s') } })).toMatchObject([
      { kind: 'mgr-down', confidence: 'likely' },
    ]);
  });

  test('a gateway that is down is named if the log has its name', () => {
    const status = { ...snapshot().status!, radosgws: { online: 1, total: 2 } };
    const log = [line(20, 'radosgw', 'radosgw b: main process exited, status=1/FAILURE', 4)];
    expect(causes({ log, more: { status } })).toMatchObject([
      { kind: 'gateway-down', objects: ['radosgw.b'], host: 'd', confidence: 'certain' },
    ]);
    expect(causes({ more: { status } })).toMatchObject([{ objects: ['radosgw'], confidence: 'likely' }]);
  });
});

describe('flags and settings', () => {
  test('a flag that prevents recovery comes first if an OSD is down', () => {
    const placementGroups = [{ poolName: 'rbd', okay: 1, warn: 5, error: 0 }];
    const status = { ...snapshot().status!, placementGroups };
    const found = causes({ down: [3], log: [failed(3, REFUSED)], flags: ['norecover'], more: { status } });
    expect(found.map(({ kind }) => kind)).toEqual(['recovery-held', 'osd-down']);
    expect(found[0]!.text).toBe('data waits to be restored or moved, and norecover prevents it');
  });

  test('a flag that prevents nothing at the moment comes last', () => {
    const found = causes({ down: [3], log: [failed(3, REFUSED)], flags: ['noin'] });
    expect(found.map(({ kind }) => kind)).toEqual(['osd-down', 'maintenance']);
    const status = {
      ...snapshot().status!,
      placementGroups: [{ poolName: 'rbd', okay: 1, warn: 5, error: 0 }],
    };
    const moving = causes({ down: [3], log: [failed(3, REFUSED)], flags: ['norebalance'], more: { status } });
    expect(moving.map(({ kind, text }) => [kind, text])).toEqual([
      ['osd-down', expect.anything()],
      ['recovery-held', 'norebalance is set: no data would be moved'],
    ]);
  });

  test('a metadata server that is down is listed as long as it is counted as missing', () => {
    const status = { ...snapshot().status!, mds: { online: 1, total: 2 } };
    expect(causes({ more: { status } })).toMatchObject([{ kind: 'mds-down', confidence: 'likely' }]);
  });

  test('a metadata server that ended is named with its server, and with its standby if the log has that', () => {
    const log = [line(20, 'mds', 'mds a: main process exited, status=1/FAILURE', 4)];
    const raised = { FS_DEGRADED: check('1 filesystem is degraded') };
    expect(causes({ log, checks: raised })).toMatchObject([
      { kind: 'mds-down', objects: ['mds.a'], host: 'd', confidence: 'certain', text: 'mds.a has stopped' },
    ]);
    const replaced = line(
      10,
      'mon',
      'cluster [WRN] Replacing daemon mds.a as rank 0 with standby daemon mds.b',
    );
    const [cause] = causes({ log: [...log, replaced], checks: raised });
    expect(cause).toMatchObject({ objects: ['mds.a'], text: 'mds.a has stopped, and a standby took over' });
    expect(cause?.proofs).toHaveLength(3);
  });

  test('recovery is slowed down if a setting that paces it was changed while it is needed', () => {
    const status = {
      ...snapshot().status!,
      placementGroups: [{ poolName: 'rbd', okay: 1, warn: 5, error: 0 }],
    };
    const log = [line(60, 'mgmt', 'setting osd_recovery_sleep changed')];
    expect(causes({ log, more: { status } })).toMatchObject([
      { kind: 'recovery-capped', objects: ['osd_recovery_sleep'] },
    ]);
    expect(causes({ log })).toEqual([]);
  });

  test('a changed setting that is harmless is not blamed', () => {
    const status = {
      ...snapshot().status!,
      placementGroups: [{ poolName: 'rbd', okay: 1, warn: 5, error: 0 }],
    };
    const log = [line(60, 'mgmt', 'setting osd_memory_target changed')];
    expect(causes({ log, more: { status } })).toEqual([]);
  });

  test('overdue scrubs are listed with the flags that prevent them', () => {
    const checks = {
      PG_NOT_SCRUBBED: check('9 pgs not scrubbed in time'),
      OSDMAP_FLAGS: check('noscrub flag(s) set'),
    };
    expect(causes({ checks, flags: ['noscrub'] })).toMatchObject([
      { kind: 'scrub-backlog', objects: ['noscrub'], explains: ['PG_NOT_SCRUBBED', 'OSDMAP_FLAGS'] },
    ]);
  });
});

describe('clients', () => {
  const clients = [
    { client: 'client.7', pool: 'rbd', inFlight: 900 },
    { client: 'client.8', pool: 'rbd', inFlight: 100 },
  ];
  const latency = (last: number) => ({
    graphs: [
      {
        name: 'p50',
        datapoints: [
          ...Array.from({ length: 12 }, (_, t) => ({ t, v: 1000 })),
          { t: 12, v: last },
          { t: 13, v: last },
        ],
      },
    ],
  });

  test('a client that is far busier than all others is blamed if writes became slow', () => {
    expect(causes({ evidence: answers({ clients }), more: { writeLatency: latency(2000) } })).toMatchObject([
      { kind: 'hot-client', objects: ['client.7', 'rbd'] },
    ]);
  });

  test('a client that is far busier than all others is not blamed while writes are as fast as ever', () => {
    expect(causes({ evidence: answers({ clients }), more: { writeLatency: latency(1100) } })).toEqual([]);
  });
});
