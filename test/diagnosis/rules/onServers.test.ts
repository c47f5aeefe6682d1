import { describe, expect, test } from 'vitest';
import type { ServerEvidence } from '../../../src/api/contract/evidence.ts';
import { answers, causes, check, line } from '../support.ts';

describe('clocks of servers', () => {
  const skewed = (...names: readonly string[]) => ({
    MON_CLOCK_SKEW: check('clock skew', ...names.map((name) => `mon.${name} clock skew 1.5s > max 0.05s`)),
  });
  const server = (name: string, mon: string | undefined, ahead: number, more = {}): ServerEvidence => ({
    server: name,
    ...(mon !== undefined && { monitors: [mon] }),
    clock: { ahead, within: 0.002, same: false, ...more },
  });
  const cause = (servers: ServerEvidence[], quorum = ['x', 'y']) =>
    causes({ checks: skewed(...quorum.slice(1)), evidence: answers({ quorum, servers }) })[0];

  test('of two monitors the one is named whose clock differs from those of its server and of the service', () => {
    expect(cause([server('a', 'x', 0.01), server('b', 'y', -1.5)])).toMatchObject({
      objects: ['mon.y'],
      host: 'b',
      confidence: 'certain',
      text: 'the clock of mon.y is off',
      proofs: [
        { text: 'the clock of b is 1.50 s behind 2 others that agree', source: 'servers' },
        { source: 'health' },
      ],
      next: ['check the time service on b'],
    });
  });

  test('the clock of the leader is named although its monitor blames all others', () => {
    const servers = [
      server('a', 'x', 1.5, { synchronised: false }),
      server('b', 'y', 0, { synchronised: true }),
      server('c', 'z', 0.03, { synchronised: true }),
    ];
    expect(cause(servers, ['x', 'y', 'z'])).toMatchObject({
      objects: ['mon.x'],
      confidence: 'certain',
      text: 'the clock of mon.x is off: it leads, so all others seem wrong to it',
      proofs: [
        { text: 'the clock of a is 1.49 s ahead of 3 others that agree' },
        { text: 'no time service adjusts the clock of a, as its kernel says; others are adjusted' },
        { source: 'health' },
        { source: 'health' },
      ],
    });
  });

  test('the clock of the service does not count besides that of its own server', () => {
    const servers = [server('a', 'x', 0, { same: true }), server('b', 'y', 1.5)];
    expect(cause(servers)).toMatchObject({ objects: ['mon.x', 'mon.y'], confidence: 'likely' });
    const third = server('c', undefined, 1.52);
    expect(cause([...servers, third])).toMatchObject({ objects: ['mon.x'], host: 'a' });
  });

  test('of two monitors the one is likely to be wrong whose clock alone no time service adjusts', () => {
    const servers = (first: boolean, second: boolean) => [
      server('a', 'x', 0, { same: true, synchronised: first }),
      server('b', 'y', 1.5, { synchronised: second }),
    ];
    expect(cause(servers(false, true))).toMatchObject({ objects: ['mon.x'], confidence: 'likely' });
    expect(cause(servers(false, false))?.objects).toEqual(['mon.x', 'mon.y']);
    expect(cause(servers(true, true))?.objects).toEqual(['mon.x', 'mon.y']);
  });

  test('a clock that was read too slowly to be judged decides nothing', () => {
    const slow = server('b', 'y', 1.5, { within: 0.6 });
    expect(cause([server('a', 'x', 0), slow])?.objects).toEqual(['mon.x', 'mon.y']);
  });

  test('clocks of which no majority agrees decide nothing', () => {
    const servers = [server('a', 'x', 3), server('b', 'y', 1.5), server('c', undefined, 1.5)];
    expect(cause(servers)?.objects).toEqual(['mon.x', 'mon.y']);
  });
});

describe('controllers of disks', () => {
  /** Server b has osd.2 to osd.6 and their controllers; those of these OSDs are slow. */
  const cause = (controllers: readonly string[], hit: readonly number[], more: ServerEvidence = {}) =>
    causes({
      evidence: answers({
        latencies: [0, 1, 2, 3, 4, 5, 6, 7].map((osd) => ({ osd, commitMs: hit.includes(osd) ? 150 : 8 })),
        servers: [
          {
            server: 'b',
            disks: controllers.map((controller, index) => ({ osd: 2 + index, controller })),
            ...more,
          },
        ],
      }),
      crush: ({ nodes = [] }) => ({
        nodes: nodes.map((node) =>
          node.name === 'b'
            ? { ...node, children: [2, 3, 4, 5, 6] }
            : node.name === 'c'
              ? { ...node, children: [] }
              : node.name === 'd'
                ? { ...node, children: [7] }
                : node,
        ),
      }),
    });

  test('three slow disks prove their controller if they are all behind it, and disks behind others are well', () => {
    expect(cause(['A', 'A', 'A', 'B', 'C'], [2, 3, 4])).toMatchObject([
      {
        kind: 'controller',
        confidence: 'certain',
        proofs: [
          { text: 'all 3 disks behind the controller A of b are slow or fail, and 2 behind others are well' },
          { text: 'osd.2 commits in 150 ms' },
          {},
          {},
        ],
      },
    ]);
  });

  test('disks behind different controllers are named each', () => {
    expect(cause(['A', 'B', 'C', 'D', 'E'], [2, 3]).map(({ kind, objects }) => [kind, objects])).toEqual([
      ['disk-slow', ['osd.2']],
      ['disk-slow', ['osd.3']],
    ]);
  });

  test('two slow disks among many well ones behind the same controller are named each', () => {
    expect(cause(['A', 'A', 'A', 'A', 'A'], [2, 3]).map(({ kind }) => kind)).toEqual([
      'disk-slow',
      'disk-slow',
    ]);
  });

  test('lines of the kernel about controllers count as those of the log do', () => {
    const complaints = { lines: 2, last: 'mpt3sas_cm0: fault_state(0x5862)!', first: 60 };
    expect(cause(['A', 'A', 'A'], [2, 3, 4], { complaints })[0]).toMatchObject({
      kind: 'controller',
      confidence: 'certain',
      proofs: [
        { text: 'the kernel of b: mpt3sas_cm0: fault_state(0x5862)!', source: 'servers' },
        { text: 'all 3 disks behind the controller A of b are slow or fail' },
        {},
        {},
        {},
      ],
    });
  });
});

describe('links of servers', () => {
  const link = (server: string, more = {}): ServerEvidence => ({
    server,
    links: [{ name: 'eth0', state: 'up', speed: 10_000, errors: 0, changes: 0, seconds: 60, ...more }],
  });
  const cause = (more: object) =>
    causes({
      evidence: answers({
        resent: ['b', 'a', 'c', 'd'].map((server) => ({
          server,
          sent: 1000,
          again: server === 'b' ? 250 : 10,
        })),
        waits: [{ osd: 0, waitsFor: 2, requests: 3, oldest: 25 }],
        servers: [link('a'), link('b', more), link('c'), link('d')],
      }),
    })[0];

  test('many errors of an interface of the server that loses packets prove it, and say where to look', () => {
    expect(cause({ errors: 40 })).toMatchObject({
      kind: 'net-loss',
      objects: ['b'],
      confidence: 'certain',
      proofs: [
        {},
        { text: 'eth0 of b had 40 packets with errors in 60 s', source: 'servers' },
        { source: 'daemons' },
      ],
      next: ['check cable, transceiver and switch port of eth0 of b'],
    });
  });

  test('a lowered speed of a link, and its loss, are told', () => {
    expect(cause({ speed: 1000, changes: 2 })).toMatchObject({
      confidence: 'likely',
      proofs: [
        {},
        {
          text: 'eth0 of b came or went 2 times in 60 s, and runs at 1 Gbit/s, those of other servers at 10 Gbit/s',
        },
        {},
      ],
    });
  });

  test('a good link is not told, and the usual step remains', () => {
    expect(cause({ errors: 9, speed: 5000 })).toMatchObject({
      confidence: 'likely',
      proofs: [{ source: 'daemons' }, { source: 'daemons' }],
      next: ['check link errors and speed of b, and its switch port'],
    });
  });
});

describe('SMART of suspect disks', () => {
  const servers = (smart: string, host = 'b'): ServerEvidence[] => [
    { server: host, disks: [{ osd: 2, device: 'sda', smart, details: 'Reallocated_Sector_Ct: 900' }] },
  ];
  const proof = {
    text: 'SMART of the disk of osd.2 says FAILED: Reallocated_Sector_Ct: 900',
    source: 'servers',
  };
  const log = [line(50, 'osd.2', 'bdev(0x5 /block) _aio_thread got Input/output error')];

  test('a disk with errors that reports its own failure is certainly bad', () => {
    expect(causes({ log, evidence: answers({ servers: servers('FAILED') }) })[0]).toMatchObject({
      kind: 'disk-error',
      confidence: 'certain',
      proofs: [{ source: 'log' }, proof],
    });
    for (const other of [servers('PASSED'), servers('FAILED', 'a')])
      expect(causes({ log, evidence: answers({ servers: other }) })[0]?.confidence).toBe('likely');
  });

  test('a slow disk that reports its own failure is certainly bad, and is to be replaced', () => {
    const latencies = [0, 1, 2, 3, 4].map((osd) => ({ osd, commitMs: osd === 2 ? 90 : 8 }));
    expect(causes({ evidence: answers({ latencies, servers: servers('FAILED') }) })[0]).toMatchObject({
      kind: 'disk-slow',
      confidence: 'certain',
      proofs: [{ source: 'daemons' }, proof],
      next: ['mark osd.2 out while its disk still answers, then replace the disk'],
    });
  });

  test('a bad disk of the only OSD of a server explains that its server is reported as down', () => {
    const found = causes({
      down: [2],
      checks: { OSD_DOWN: check('1 osds down'), OSD_HOST_DOWN: check('1 host (1 osds) down') },
      log: [line(50, 'mon', 'osd.2 failed (root=default,host=b) (connection refused reported by osd.0)')],
      evidence: answers({
        servers: servers('FAILED'),
        diskErrors: [{ osd: 2, server: 'b', device: 'sda', errors: 3, first: 55, last: 50 }],
      }),
      crush: ({ nodes = [] }) => ({
        nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children: [2] } : node)),
      }),
    });
    expect(found.map(({ kind }) => kind)).toEqual(['disk-error']);
  });
});
