import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { checkEndOfDisk, type DiskCheckInput } from '../../../src/screens/disks/checks.ts';
import { cluster } from '../../store/answers/shapes.ts';
import { all, blocks, disk, HOSTS, input, lines, room } from './checked.ts';

describe('checks of releasing a disk', () => {
  test('an OSD that is down cannot be given up while placement groups need its data, although all pools look whole', () => {
    const needs = [
      { group: '8.6', osds: [0, 2] },
      { group: '8.7', osds: [0] },
    ];
    const whole = { warn: 0, needs };
    expect(blocks(checkEndOfDisk(disk(0), input([0], whole)))).toEqual([
      'pgs 8.6, 8.7 need its data: start it first, or objects are lost',
    ]);
    expect(blocks(checkEndOfDisk(disk(1), input([0, 1], whole)))).toEqual([]);
  });

  test('releasing a disk of a healthy cluster has no blocker, and shows where the data goes', () => {
    const found = checkEndOfDisk(disk(0), input());
    expect(all(found)).toMatch(/307 GiB move to the other hdd OSDs; the fullest of them comes to about 40%/);
    expect(all(found)).toMatch(/NO BLOCKER FOUND/);
  });

  test('releasing a dead OSD is blocked if it may hold the last copy, and not once all placement groups are clean', () => {
    expect(blocks(checkEndOfDisk(disk(0), input([0, 1, 2])))).toEqual([
      expect.stringMatching(/last copies of data in vms, and it is DOWN: start it again first/) as string,
    ]);
    expect(all(checkEndOfDisk(disk(0), input([0, 1, 2], { warn: 0 })))).not.toMatch(/last copies/);
  });

  test('releasing a running OSD that may hold the last copy is a warning, because it moves its data away first', () => {
    const found = checkEndOfDisk(disk(0), input([1, 2], { used: 0.1 }));
    expect(blocks(found)).toEqual([]);
    expect(all(found)).toMatch(/last copies of data in vms: it must stay up until all of them have left it/);
  });

  test('releasing a disk reports that the loss of one more domain leaves copies below min_size', () => {
    expect(all(checkEndOfDisk(disk(0), input([1])))).toMatch(/at worst I\/O would stop in vms if it failed/);
    expect(all(checkEndOfDisk(disk(0), input([0, 1])))).toMatch(/at worst I\/O stops in vms/);
  });

  test('releasing a disk is blocked if the others have no room, or a flag keeps the data in place', () => {
    expect(blocks(checkEndOfDisk(disk(0), input([], { used: 0.85 })))).toEqual([
      'it holds 870 GiB, and the other hdd OSDs have room for 154 GiB',
    ]);
    const flags = [{ name: 'norebalance', currentState: true }];
    expect(blocks(checkEndOfDisk(disk(0), input([], { flags })))).toEqual([
      'flag norebalance is set: no data would leave osd.0',
    ]);
  });

  test('releasing a disk is blocked while it holds journals, or a monitor needed for the quorum', () => {
    const journal = disk(0, { id: 9, role: 'journal' });
    const disks = [journal, disk(1, { journalDisk: 9 })];
    expect(blocks(checkEndOfDisk(journal, input([], { disks })))).toEqual([
      expect.stringMatching(/holds the journals of osd\.1/) as string,
    ]);
    const mons = [true, true, false].map(
      (daemonRunning, id) => ({ id, hostname: HOSTS[id] ?? '', role: 'mon', daemonRunning }) satisfies Disk,
    );
    expect(blocks(checkEndOfDisk(mons[0]!, input([], { disks: mons })))).toEqual([
      expect.stringMatching(/1 of 2 other monitors running.*no quorum/) as string,
    ]);
  });

  test('releasing a disk reports a task that uses it and a silent server', () => {
    const tasks = [{ id: 4, name: 'Benchmark', object: 'a:sdb', state: 'RUNNING' }];
    const found = all(checkEndOfDisk(disk(0, { serverLastSeen: 120 }), input([], { tasks })));
    expect(found).toMatch(/task 4 \(Benchmark\) is working on a:sdb/);
    expect(found).toMatch(/a has not been heard from for 120 s/);
  });
});

test.each([
  ['missing', { missing: true }, 'warn the disk is missing: its server does not see it'],
  ['not missing', { missing: false }, undefined],
  ['not assigned', {}, 'ok it is unassigned: nothing uses it'],
  ['of a former OSD', { role: 'old_osd' }, 'ok it is old_osd: nothing uses it'],
  ['of a former monitor', { role: 'old_mon' }, 'ok it is old_mon: nothing uses it'],
  ['of an idle monitor', { role: 'mon_unused' }, 'ok it is mon_unused: nothing uses it'],
  [
    'of an unknown use',
    { role: 'other' },
    'warn its contents are not known here: it may hold the operating system of its server',
  ],
  ['of journals, none of which are in use', { role: 'journal' }, undefined],
])('the end of a disk that is %s is judged by its role', (_, more, line) => {
  const one: Disk = { id: 9, hostname: 'a', name: 'sdc', role: 'unassigned', ...more };
  const isSaid = line?.startsWith('warn') ?? false;
  const usual =
    one.role === 'unassigned' && line?.startsWith('ok') !== true
      ? ['ok it is unassigned: nothing uses it']
      : [];
  expect(lines(checkEndOfDisk(one, input([], { disks: [one, { id: 10, role: 'osd', osdId: 1 }] })))).toEqual([
    ...(line === undefined ? [] : [line]),
    ...usual,
    ...(isSaid ? [] : ['ok NO BLOCKER FOUND']),
  ]);
});

test.each([
  ['1 other OSD down already', [0, 1]],
  ['2 other OSDs down already', [1, 2]],
  [undefined, [0]],
])('the release of osd.0 tells "%s" while OSDs are down: %j', (words, down) => {
  const found = lines(checkEndOfDisk(disk(0), input(down, { used: 0.1 })));
  expect(found.filter((line) => line.includes('down already'))).toEqual(words ? [`warn ${words}`] : []);
});

test('the release of a disk warns of a degraded cluster, and of a task that works on its OSD', () => {
  const tasks = [{ id: 4, name: 'Benchmark', object: 'osd.0', state: 'RUNNING' }];
  const found = lines(checkEndOfDisk(disk(0), input([], { warn: 3, tasks })));
  expect(found).toContain('warn task 4 (Benchmark) is working on osd.0');
  expect(found).toContain('warn already degraded: vms (min_size 2); one more loss may stop I/O');
});

test.each<[string, DiskCheckInput, readonly string[]]>([
  ['nothing is on it', room({ used: 0 }, {}), []],
  ['it is out', room({ used: 50, reweight: 0 }, { size: 10 }), []],
  ['it is not in the map', room(), []],
  [
    'one byte is on it',
    room({ used: 1 }, {}),
    ['ok 1 B move to the other hdd OSDs; the fullest of them comes to about 1%'],
  ],
  [
    'just enough room',
    room({ used: 90 }, {}),
    ['warn 90 B move to the other hdd OSDs; the fullest of them comes to about 90%: nearfull'],
  ],
  [
    'one byte too many',
    room({ used: 91 }, {}),
    ['block it holds 91 B, and the other hdd OSDs have room for 90 B'],
  ],
  [
    'as full as nearfull',
    room({ used: 85 }, {}),
    ['warn 85 B move to the other hdd OSDs; the fullest of them comes to about 85%: nearfull'],
  ],
  [
    'the fullest of two',
    room({ used: 20 }, { used: 30 }, { used: 60 }),
    ['ok 20 B move to the other hdd OSDs; the fullest of them comes to about 70%'],
  ],
  [
    'an overfull OSD gives no room and takes none from another',
    room({ used: 20 }, { used: 100 }, { used: 60 }),
    ['warn 20 B move to the other hdd OSDs; the fullest of them comes to about 110%: nearfull'],
  ],
  [
    'OSDs of another class, down or of unknown size have no room',
    room({ used: 91 }, { deviceClass: 'ssd' }, { status: 'DOWN' }, { size: undefined }, {}),
    ['block it holds 91 B, and the other hdd OSDs have room for 90 B'],
  ],
  [
    'OSDs of unknown usage count as empty',
    room({ used: 20, deviceClass: '' }, { deviceClass: '', used: undefined }),
    ['ok 20 B move to the other OSDs; the fullest of them comes to about 20%'],
  ],
])('before an OSD is released, its data is compared with the room on others: %s', (_, where, found) => {
  expect(lines(checkEndOfDisk(disk(0), where)).filter((line) => /hold|move/.test(line))).toEqual(found);
});

test('journals are named by their OSDs, or by their disks if these have none', () => {
  const journal = disk(0, { id: 9, role: 'journal' });
  const disks = [
    journal,
    disk(1, { journalDisk: 9 }),
    { id: 7, hostname: 'c', path: '/dev/sdx', journalDisk: 9 },
  ];
  expect(blocks(checkEndOfDisk(journal, input([], { disks })))).toEqual([
    'it holds the journals of osd.1, c:/dev/sdx: they would be lost with it; release their disks first',
  ]);
  expect(blocks(checkEndOfDisk({ hostname: 'a', role: 'journal' }, input([], { disks })))).toEqual([]);
});

test.each([
  [[true, true], 'warn 2 of 2 other monitors running, according to their disks'],
  [[true, true, false], 'warn 2 of 3 other monitors running, according to their disks'],
  [[true, false], 'block 1 of 2 other monitors running, according to their disks: there would be no quorum'],
  [[], 'block 0 of 0 other monitors running, according to their disks: there would be no quorum'],
])('the disk of a monitor is released only if most others run: %j', (others, words) => {
  const own: Disk = { id: 9, hostname: 'a', role: 'mon', daemonRunning: true };
  const disks = others.map((daemonRunning, id): Disk => ({ id, hostname: 'b', role: 'mon', daemonRunning }));
  const found = checkEndOfDisk(own, { status: {}, disks: [own, ...disks, disk(1, { daemonRunning: true })] });
  expect(lines(found)).toEqual([words]);
});

test.each<[string, Pool, readonly string[], readonly string[]]>([
  ['a pool of unknown size', { poolId: 1, crushRule: 0 }, ['osd.1'], []],
  [
    'no spare copy left',
    { poolId: 1, size: 2, minSize: 1, crushRule: 0 },
    ['osd.1'],
    ['at worst it holds the last copies of data in pool 1'],
  ],
  ['one copy left', { name: 'a', poolId: 1, size: 3, minSize: 1, crushRule: 0 }, ['osd.1'], []],
  [
    'one copy left, two needed',
    { name: 'a', poolId: 1, size: 3, minSize: 2, crushRule: 0 },
    ['osd.1'],
    ['at worst I/O would stop in a'],
  ],
  ['an unknown least number', { name: 'a', poolId: 1, size: 3, crushRule: 0 }, ['osd.1'], []],
  [
    'as many chunks as data chunks',
    { name: 'a', poolId: 1, size: 4, minSize: 3, erasureCoding: true, dataChunks: 2, crushRule: 0 },
    ['osd.1'],
    ['at worst I/O would stop in a'],
  ],
  [
    'fewer chunks than data chunks',
    { name: 'a', poolId: 1, size: 4, erasureCoding: true, dataChunks: 3, crushRule: 0 },
    ['osd.1'],
    ['at worst it holds the last copies of data in a'],
  ],
])(
  'before a running OSD is released, the worst that its loss could mean is told: %s',
  (_, pool, down, words) => {
    const where = input(
      down.map((name) => Number(name.slice(4))),
      { used: 0.1, pools: [pool], status: {} },
    );
    const found = lines(checkEndOfDisk(disk(0), where)).filter((line) => line.includes('at worst'));
    expect(found).toEqual(words.map((word) => expect.stringContaining(`warn ${word}`) as string));
  },
);

test.each<[string, readonly number[], Partial<Pool>, boolean]>([
  ['an OSD that is down on its own host loses no further copy', [1], { size: 2 }, false],
  ['OSDs that are down on one other host lose one copy', [2, 3], { size: 3 }, false],
  ['OSDs that are down on two other hosts lose two copies', [2, 4], { size: 3 }, true],
  [
    'with copies on OSDs of one host, each OSD that is down loses one',
    [1, 2],
    { size: 3, crushRule: 1 },
    true,
  ],
  ['chunks of an unknown number are needed once', [2], { size: 3, erasureCoding: true }, false],
])('the copies that an OSD may hold last are counted by failure domain: %s', (_, down, pool, isLast) => {
  const rule = (id: number, domain: string) => ({
    id,
    steps: [
      { op: 'TAKE', crushMapTextFormat: 'step take default' },
      { op: 'CHOOSELEAF', crushMapTextFormat: `step chooseleaf firstn 0 type ${domain}` },
    ],
  });
  const found = checkEndOfDisk(disk(0), {
    status: {},
    crush: cluster({ racks: 1, hosts: 3, osds: 2, down }),
    pools: [{ name: 'a', poolId: 1, crushRule: 0, ...pool }],
    rules: [rule(0, 'host'), rule(1, 'osd')],
  });
  expect(lines(found).some((line) => line.includes('it holds the last copies of data in a'))).toBe(isLast);
});
