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
