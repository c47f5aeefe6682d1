import { expect, test } from 'vitest';
import { NOW, risksOf } from './risksOf.ts';

const DAY = 86_400;
const texts = (answers: Parameters<typeof risksOf>[0]) =>
  risksOf(answers).map(({ level, text }) => `${level}: ${text}`);

test('no risk is shown while nothing is known', () => {
  expect(texts({})).toEqual([]);
});

test('risks are listed worst first: missing data before possible losses', () => {
  const osd = { id: 0, type: 'OSD', name: 'osd.0', status: 'DOWN', reweight: 1, size: 100, used: 10 };
  expect(
    texts({
      crush: { nodes: [{ id: -1, type: 'HOST', name: 'a', children: [0] }, osd] },
      flags: [{ name: 'noout', currentState: true, recommendedState: false }],
    }),
  ).toEqual([
    'error: osd.0: down and in, copies are missing',
    expect.stringMatching(/^warn: noout is set: OSDs that stay down are not marked out/) as string,
  ]);
});

test('the risk of a quota is that of its nearer limit', () => {
  const pool = { name: 'a', size: 3, minSize: 2, quotaMaxBytes: 1024, quotaMaxObjects: 10 };
  expect(texts({ pools: [{ ...pool, stats: { bytes: 512, objects: 9 } }] })).toEqual([
    'warn: pool a has used 90% of 10 objects',
  ]);
  expect(texts({ pools: [{ ...pool, stats: { bytes: 2048, objects: 9 } }] })).toEqual([
    'error: pool a has used 200% of 1.0 KiB',
  ]);
  expect(texts({ pools: [{ ...pool, stats: { bytes: 512, objects: 5 } }] })).toEqual([]);
});

test('pools that survive only one loss are a risk, as are those whose I/O stops at the first', () => {
  const stats = { bytes: 1, objects: 1 };
  expect(texts({ pools: [{ name: 'two', size: 2, minSize: 1, stats }] })).toEqual([
    'warn: pool two survives the loss of one copy at most',
  ]);
  expect(texts({ pools: [{ name: 'stiff', size: 3, minSize: 3, stats }] })).toEqual([
    'warn: pool stiff stops I/O as soon as a copy is missing',
  ]);
  const erasure = {
    name: 'ec',
    erasureCoding: true,
    size: 6,
    dataChunks: 4,
    parityChunks: 2,
    minSize: 5,
    stats,
  };
  expect(texts({ pools: [erasure] })).toEqual([]);
  expect(texts({ pools: [{ ...erasure, size: 5, minSize: 4 }] })).toEqual([
    'warn: pool ec survives the loss of one copy at most',
  ]);
});

test('backups that are off, old or missing are a risk', () => {
  expect(texts({ backups: { enabled: false } })).toEqual(['warn: configuration backups are switched off']);
  expect(texts({ backups: { enabled: true } })).toEqual(['warn: the configuration was never backed up']);
  expect(texts({ backups: { enabled: true, lastBackupTimestamp: NOW / 1000 - 8 * DAY } })).toEqual([
    'warn: the last configuration backup is 8d old',
  ]);
  expect(texts({ backups: { enabled: true, lastBackupTimestamp: NOW / 1000 - DAY } })).toEqual([]);
});

test('tasks that failed within a day are a risk', () => {
  const task = { id: 3, name: 'Release disk', object: 'osd.3', state: 'FAILED', output: 'one\nno room\n' };
  expect(texts({ tasks: [{ ...task, startedAt: NOW / 1000 - 60 }] })).toEqual([
    'warn: Release disk osd.3 failed: no room',
  ]);
  expect(texts({ tasks: [{ ...task, startedAt: NOW / 1000 - 2 * DAY }] })).toEqual([]);
});

test('services that lack an instance or have only one are a risk', () => {
  expect(
    texts({
      status: {
        servers: { online: 2, total: 3 },
        radosgws: { online: 1, total: 2 },
        nfsGateways: { online: 1, total: 1 },
        mds: { online: 2, total: 2 },
      },
    }),
  ).toEqual(['error: 2 of 3 servers online', 'warn: 1 of 2 S3 online', 'warn: NFS has no second instance']);
});

/** Risks with their parts: id, level, subject, text, remedy, and the operations that returned what they show. */
const whole = (answers: Parameters<typeof risksOf>[0]) =>
  risksOf(answers).map(({ id, level, subject, text, next, answers: shown }) => [
    id,
    level,
    subject,
    text,
    next,
    shown.map(({ operation }) => operation).join(' '),
  ]);

test('each risk of pools, services, flags, tasks and backups names its subject, its remedy and its answer', () => {
  const task = {
    id: 3,
    name: 'Release disk',
    object: 'osd.3',
    state: 'FAILED',
    output: 'no room',
    startedAt: NOW / 1000,
  };
  const found = whole({
    pools: [{ name: 'a', size: 2, minSize: 2, quotaMaxBytes: 10, stats: { bytes: 10, objects: 1 } }],
    status: {
      servers: { online: 0, total: 1 },
      radosgws: { online: 1, total: 2 },
      nfsGateways: { online: 1, total: 1 },
      licenseActive: false,
    },
    flags: [
      { name: 'noout', currentState: true, recommendedState: false },
      { name: 'noscrub', currentState: false, recommendedState: true },
      { name: 'nodown', currentState: false, recommendedState: false },
    ],
    tasks: [task],
    backups: { enabled: false },
  });
  expect(found).toEqual([
    ['quota.a', 'error', 'quota', 'pool a has used 100% of 10 B', 'raise the quota (:pools)', 'listPools'],
    ['servers', 'error', 'server', '0 of 1 servers online', 'see :servers', 'getClusterStatus'],
    [
      'copies.a',
      'warn',
      'copies',
      'pool a survives the loss of one copy at most',
      'raise its size (:pools)',
      'listPools',
    ],
    [
      'min-size.a',
      'warn',
      'copies',
      'pool a stops I/O as soon as a copy is missing',
      'lower its min size (:pools)',
      'listPools',
    ],
    [
      expect.stringMatching(/^service\.\w+$/),
      'warn',
      'service',
      '1 of 2 S3 online',
      'look at its log (:logs)',
      'getClusterStatus',
    ],
    [
      expect.stringMatching(/^service\.\w+$/),
      'warn',
      'service',
      'NFS has no second instance',
      'add another one',
      'getClusterStatus',
    ],
    ['licence', 'warn', 'licence', 'the licence is not active', 'renew it', 'getClusterStatus'],
    ['flag.noout', 'warn', 'flag', expect.stringMatching(/^noout is set: /), 'unset it (M)', 'listFlags'],
    [
      'flag.noscrub',
      'warn',
      'flag',
      expect.stringMatching(/^noscrub is not set: /),
      'set it (M)',
      'listFlags',
    ],
    [
      expect.any(String),
      'warn',
      'task',
      'Release disk osd.3 failed: no room',
      'see its output (:all-tasks)',
      'listTasks',
    ],
    [
      'backup',
      'warn',
      'backup',
      'configuration backups are switched off',
      'switch them on',
      'getConfigBackups',
    ],
  ]);
});

const USED = { bytes: 100, objects: 1 };

test.each<[string, object, readonly string[]]>([
  ['79% of a quota', { quotaMaxBytes: 100, stats: { bytes: 79 } }, []],
  ['80% of a quota', { quotaMaxBytes: 100, stats: { bytes: 80 } }, ['warn: pool a has used 80% of 100 B']],
  [
    'all of a quota',
    { quotaMaxObjects: 1, stats: { objects: 1 } },
    ['error: pool a has used 100% of 1 objects'],
  ],
  [
    'as much of both',
    { quotaMaxBytes: 100, quotaMaxObjects: 1, stats: USED },
    ['error: pool a has used 100% of 100 B'],
  ],
  ['an unknown use of quotas', { quotaMaxBytes: 1, quotaMaxObjects: 1, stats: {} }, []],
  ['no quota', { quotaMaxBytes: 0, quotaMaxObjects: 0, stats: USED }, []],
  ['one copy', { size: 1, minSize: 1, stats: USED }, ['warn: pool a survives the loss of no copy at most']],
  ['two copies of nothing', { size: 2, minSize: 1, stats: { objects: 0 } }, []],
  ['two copies of it is not known what', { size: 2, minSize: 1 }, []],
  ['an unknown number of copies', { stats: USED }, []],
  [
    'three copies, all needed',
    { size: 3, minSize: 3, stats: USED },
    ['warn: pool a stops I/O as soon as a copy is missing'],
  ],
  ['three copies, two needed', { size: 3, minSize: 2, stats: USED }, []],
  [
    'two copies, both needed',
    { size: 2, minSize: 2 },
    ['warn: pool a stops I/O as soon as a copy is missing'],
  ],
  [
    'chunks of an unknown number',
    { erasureCoding: true, size: 2, stats: USED },
    ['warn: pool a survives the loss of one copy at most'],
  ],
  [
    'no spare chunk',
    { erasureCoding: true, size: 2, dataChunks: 2, stats: USED },
    ['warn: pool a survives the loss of no copy at most'],
  ],
])('a pool is judged by its quotas and its copies: %s', (_, pool, words) => {
  expect(texts({ pools: [{ name: 'a', ...pool }] })).toEqual(words);
});

test('servers and backups are a risk only once one is missing, or a week has passed', () => {
  expect(texts({ status: { servers: {} } })).toEqual([]);
  expect(texts({ status: { servers: { online: 1, total: 1 }, licenseActive: true } })).toEqual([]);
  expect(texts({ backups: { enabled: true, lastBackupTimestamp: NOW / 1000 - 7 * DAY } })).toEqual([]);
  const task = { id: 3, name: 'Scrub', object: 'osd.3', output: 'x', startedAt: NOW / 1000 - DAY };
  expect(texts({ tasks: [{ ...task, state: 'FAILED' }] })).toEqual([]);
  expect(texts({ tasks: [{ ...task, startedAt: NOW / 1000, state: 'FINISHED' }] })).toEqual([]);
});
