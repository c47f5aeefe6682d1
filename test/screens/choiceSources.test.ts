import { expect, test, vi } from 'vitest';
import { POOL_APPLICATIONS } from '../../src/api/contract/pools.ts';
import type { Named } from '../../src/api/contract/shapes.ts';
import { listings } from '../../src/screens/choices/paths.ts';
import { SOURCES } from '../../src/screens/choices/sources.ts';
import type { Section } from '../../src/service/engine.ts';
import { answering, deck, openScreen } from './openedDeck.ts';

/** Answers with few values, in which each part can be missing. */
const ANSWERS: Section = {
  listPools: () => [
    { poolId: 1, name: 'a', application: 'rbd', stats: { bytes: 2048 }, erasureCoding: true },
    { poolId: 2, name: 'b', application: 'own', erasureCoding: false },
    { poolId: 3, name: 'c', stats: {} },
  ],
  getCrushMap: () => ({
    nodes: [
      { id: -2, name: 'h', type: 'HOST', children: [0, 1, 4] },
      { id: -1, name: 'top', type: 'ROOT', children: [-2] },
      { id: -3 },
      { id: 0, type: 'OSD', name: 'osd.0', status: 'UP' },
      { id: 1, type: 'OSD', name: 'osd.1', status: 'DESTROYED' },
      { id: 4, type: 'OSD', name: 'osd.4', status: 'UP' },
    ],
  }),
  listDisks: () => [
    { id: 1, hostname: 'h', name: 'sda', role: 'osd', osdId: 4, capacity: 1024 },
    { id: 2, hostname: 'h', role: 'journal', capacity: 1024 },
  ],
  listCrushRules: () => [{ id: 7, name: 'r', type: 'REPLICATED' }, { id: 8 }],
  listTasks: () => ({ data: [{ id: 5, name: 'Scrub', state: 'RUNNING' }, { id: 6 }] }),
  listS3Users: () => [
    { uid: 'u', name: 'User', subusers: [{ subuser: 'u:sub' }, { subuser: 'alone' }] },
    { uid: 'v' },
  ],
  listS3Buckets: () => [{ bucket: 'k', owner: 'u' }, {}],
  listNetworks: () => [
    { id: 1, ip: '10.0.0.0', netmask: 8, type: 'public', description: 'all' },
    { id: 2, ip: '::', netmask: 0, type: 'x' },
  ],
  listHaGroups: () => [
    { id: 3, virtualIp: '10.0.0.9', service: 'nfs' },
    { id: 4, virtualIp: '10.0.0.8' },
  ],
  listHooks: () => [{ id: 9, scriptName: 's', event: 'start' }],
  listMonitoredDirectories: () => [
    { queryName: 'q', displayName: 'shown' },
    { queryName: 'same', displayName: 'same' },
  ],
  listInterfaces: () => ({
    interfaces: ['eth0'],
    ips: [{ ip: '10.0.0.1', netmask: 8, interfaceName: 'eth0' }, { ip: '10.0.0.2' }],
  }),
  listNfsExports: () => [{ id: 2, nfsPath: '/n', path: '/p' }],
};

/** Kinds of values, the values that they depend on, and for each choice its text, its value and its hint. */
const CASES: readonly (readonly [Named, Readonly<Record<string, string>>, readonly unknown[]])[] = [
  [
    'pool',
    {},
    [
      ['a', undefined, 'rbd  2.0 KiB'],
      ['b', undefined, 'own'],
      ['c', undefined, ''],
    ],
  ],
  ['erasurePool', {}, [['a', undefined, 'rbd  2.0 KiB']]],
  [
    'poolId',
    {},
    [
      ['a', '1', '1'],
      ['b', '2', '2'],
      ['c', '3', '3'],
    ],
  ],
  [
    'rule',
    {},
    [
      ['r', '7', '7  replicated'],
      ['8', '8', '8  '],
    ],
  ],
  [
    'ruleName',
    {},
    [
      ['r', undefined, 'replicated'],
      ['', undefined, ''],
    ],
  ],
  [
    'disk',
    {},
    [
      ['h/sda', '1', 'osd  osd.4  1.0 KiB'],
      ['h', '2', 'journal  1.0 KiB'],
    ],
  ],
  ['journalDisk', {}, [['h', '2', 'journal  1.0 KiB']]],
  [
    'task',
    {},
    [
      ['5', undefined, 'RUNNING  Scrub'],
      ['6', undefined, '  '],
    ],
  ],
  [
    's3User',
    {},
    [
      ['u', undefined, 'User'],
      ['v', undefined, ''],
    ],
  ],
  [
    's3Subuser',
    { uid: 'u' },
    [
      ['sub', undefined, undefined],
      ['alone', undefined, undefined],
    ],
  ],
  ['s3Subuser', { uid: 'v' }, []],
  [
    's3Bucket',
    {},
    [
      ['k', undefined, 'u'],
      ['', undefined, ''],
    ],
  ],
  [
    'network',
    {},
    [
      ['10.0.0.0/8', '1', 'public  all'],
      ['::/0', '2', 'x'],
    ],
  ],
  [
    'haGroup',
    {},
    [
      ['10.0.0.9', '3', 'nfs'],
      ['10.0.0.8', '4', ''],
    ],
  ],
  ['hook', {}, [['9', undefined, 's at start']]],
  [
    'monitoredDirectory',
    {},
    [
      ['q', undefined, 'shown'],
      ['same', undefined, ''],
    ],
  ],
  ['interface', {}, [['eth0', undefined, undefined]]],
  [
    'ownAddress',
    {},
    [
      ['10.0.0.1', undefined, '/8 on eth0'],
      ['10.0.0.2', undefined, '/-- on --'],
    ],
  ],
  ['nfsExport', { serviceId: '1' }, [['2', undefined, '/n (/p)']]],
  ['application', {}, [...POOL_APPLICATIONS, 'own'].map((text) => [text, undefined, undefined])],
  [
    'osd',
    {},
    [
      ['osd.1', '1', 'h  DESTROYED'],
      ['osd.0', '0', 'h  UP'],
      ['osd.4', '4', 'h  UP'],
    ],
  ],
  ['destroyedOsd', {}, [['osd.1', '1', 'h  DESTROYED']]],
  [
    'crushBucket',
    {},
    [
      ['top', undefined, 'root'],
      ['h', undefined, 'host'],
      ['', undefined, ''],
    ],
  ],
];

test('the values of a field are chosen from what the service lists of their kind', async () => {
  await openScreen('health', answering(ANSWERS));
  for (const [named, values, wanted] of CASES) {
    const lookup = (name: string) => values[name] ?? '';
    const source = SOURCES[named];
    source.load(deck.cockpit, lookup);
    await vi.waitFor(() => expect(source.choices(deck.cockpit, lookup).note).toBeUndefined());
    const { all } = source.choices(deck.cockpit, lookup);
    expect([named, all.map(({ text, reads, hint }) => [text, reads, hint])]).toEqual([named, wanted]);
  }
  const isOfWords = (named: Named) => SOURCES[named].choices(deck.cockpit, () => '').words;
  expect([isOfWords('application'), isOfWords('pool')]).toEqual([true, undefined]);
});

test('the directory of a typed path is read, in the cluster only for a path that begins with /', async () => {
  const asked: string[] = [];
  const listFilesWithStats: Section['listFilesWithStats'] = ({ query: { dir } }) => {
    asked.push(dir);
    return { entries: [{ path: `${dir}/a`, type: 'FILE', size: 5 }] };
  };
  await openScreen('health', answering({ listFilesWithStats }));
  const local: string[] = [];
  const cockpit = {
    ...deck.cockpit,
    local: { ...deck.cockpit.local, list: async (path: string) => (local.push(path), []) },
  };
  for (const directory of ['', 'etc/', '/data/', '/'])
    for (const where of ['cluster', 'local'] as const) listings(where).load(cockpit, () => directory);
  await deck.clock.advance(1000);
  expect({ cluster: asked.toSorted(), local: local.toSorted() }).toEqual({
    cluster: ['/', '/data'],
    local: ['.', '/', '/data/', 'etc/'],
  });
  const { all } = listings('cluster').choices(deck.cockpit, () => '/data/');
  expect(all).toEqual([{ text: '/data/a', hint: '5 B' }]);
});
