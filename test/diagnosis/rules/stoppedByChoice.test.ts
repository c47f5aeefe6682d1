import { expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import { answers, causes, failed, line, NOW, REFUSED, snapshot, UNHEARD, WITH_WORK } from '../support.ts';

const fsmap = (max: number) => ({
  status: {
    mds: { online: 2, total: 2, up: 0 },
    storeStatus: {
      health: { status: 'HEALTH_OK', checks: {} },
      fsmap: { id: 1, up: 0, in: max, max, by_rank: [], 'up:standby': 2 },
    },
  },
});

test('a filesystem that was set down is named with the way back, although Ceph calls that healthy', () => {
  const log = [
    line(
      60,
      'mon',
      `from='client.1' entity='client.admin' cmd=[{"prefix": "fs set", "fs_name": "labfs", "var": "down", "val": "true"}]: dispatch`,
    ),
  ];
  expect(causes({ ...fsmap(0), log })).toMatchObject([
    {
      kind: 'mds-down',
      objects: ['labfs'],
      confidence: 'certain',
      text: 'labfs is set down: it has no metadata server, and cannot serve I/O',
      since: NOW - 60_000,
      proofs: [
        { text: 'max_mds of the filesystem is 0', source: 'status' },
        { text: 'client.admin: fs set labfs down true', source: 'log' },
      ],
      next: ['ask who set it down; `ceph fs set labfs down false` brings it back'],
    },
  ]);
  expect(causes(fsmap(0))).toMatchObject([
    {
      kind: 'mds-down',
      objects: ['mds'],
      confidence: 'certain',
      text: 'a filesystem is set down: it has no metadata server, and cannot serve I/O',
      proofs: [{ text: 'max_mds of the filesystem is 0' }],
      next: ['ask who set it down; `ceph fs set NAME down false` brings it back'],
    },
  ]);
  expect(diagnose([snapshot({ ...fsmap(0), log })]).impact.stopped).toEqual([
    'the filesystem labfs is set down',
  ]);
  expect(diagnose([snapshot(fsmap(0))]).impact.stopped).toEqual(['a filesystem is set down']);
  expect(causes(fsmap(1))).toEqual([]);
});

test('a pool whose min_size equals its size is named with the OSD that is down, and the step that is safe', () => {
  const found = (size: number, minSize: number) =>
    causes({
      down: [3],
      log: [failed(3, REFUSED)],
      status: WITH_WORK,
      evidence: answers({}),
      more: { pools: [{ name: 'rbd', size, minSize }] },
    })[0];
  const strict = 'rbd: groups that lack a copy or chunk cannot serve I/O, as min_size equals size';
  expect(found(3, 3)?.proofs.at(-1)?.text).toBe(strict);
  expect(found(3, 3)?.next[0]).toBe(
    'start osd.3 on b; until then, lowering min_size by 1 lets rbd serve (`ceph osd pool set`)',
  );
  expect(found(3, 2)?.proofs.at(-1)?.text).not.toBe(strict);
  // With a single copy left, the pool must not take writes.
  expect(found(2, 2)?.proofs.at(-1)?.text).toBe(strict);
  expect(found(2, 2)?.next[0]).toBe('start osd.3 on b: parts of rbd cannot serve I/O until then');
});

test('a server that does not answer names the pools that cannot serve I/O without it', () => {
  const [found] = causes({
    down: [2, 3],
    log: [failed(2, UNHEARD), failed(3, UNHEARD)],
    status: WITH_WORK,
    evidence: answers({}),
    more: { pools: [{ name: 'rbd', size: 3, minSize: 3 }] },
  });
  expect(found?.kind).toBe('host-down');
  expect(found?.next).toEqual([
    'check power, console and network of b',
    'start the OSDs of b; until then, lowering min_size by 1 lets rbd serve (`ceph osd pool set`)',
  ]);
  expect(found?.proofs.at(-1)?.text).toContain('min_size equals size');
});
