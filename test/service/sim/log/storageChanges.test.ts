import { expect, test } from 'vitest';
import { expectLogged, type LoggedChanges } from './changeLines.ts';

const image = { pool: 'volumes', rbd: 'mine' };
const snapshot = { params: { ...image, snap: 's' } };
const matching = (words: RegExp) => expect.stringMatching(words) as unknown;

const CHANGES: readonly LoggedChanges[] = [
  [
    'pools',
    async (api) => {
      await api.createPool({ body: { name: 'mine', unprotect: true } });
      await api.updatePool({ params: { name: 'mine' }, body: { description: 'new' } });
      await api.updatePool({ params: { name: 'mine' }, body: { name: 'other' } });
      await api.deletePool({ params: { name: 'other' }, body: { thisWillDeleteData: 'other' } });
    },
    [
      'pool mine created by console',
      'pool mine changed by console',
      'pool other (before: mine) changed by console',
      'warning: pool other deleted by console',
    ],
  ],
  [
    'images and their snapshots',
    async (api) => {
      await api.createImage({ params: { pool: 'volumes' }, body: { name: 'mine', size: 1e9 } });
      await api.updateImage({ params: image, body: { size: 2e9 } });
      await api.createSnapshot(snapshot);
      await api.deleteSnapshot(snapshot);
      await api.deleteImage({ params: image, body: { thisWillDeleteData: 'mine' } });
    },
    [
      'image volumes/mine created, 1000000000 bytes',
      'image volumes/mine changed: volumes/mine, 2000000000 bytes',
      'snapshot volumes/mine@s deleted',
      'warning: deletion of the image volumes/mine requested',
    ],
  ],
  [
    'files',
    async (api) => {
      await api.createDirectory({ body: { dir: '/kept' } });
      await api.setDirectoryQuota({ query: { dir: '/kept' }, body: { maxBytes: 2 ** 60 } });
      await api.deleteFiles({ query: { path: ['/kept', '/scratch'] } });
    },
    ['quota of the directory "/kept" changed', 'warning: deletion of "/kept", "/scratch" requested'],
  ],
  [
    'S3 buckets',
    async (api) => {
      const body = { thisWillDeleteData: 'shop-exports', deleteData: true };
      await api.deleteS3Bucket({ params: { bucketName: 'shop-exports' }, body });
    },
    ['warning: deletion of the bucket shop-exports requested'],
  ],
  [
    'CRUSH rules and the CRUSH map',
    async (api) => {
      await api.createSimpleCrushRule({ body: { name: 'own', startBucket: 'rack2', independent: 'host' } });
      await api.deleteCrushRule({ params: { name: 'own' } });
      const { nodes = [] } = await api.getCrushMap();
      const body = { nodes: nodes.map((node) => (node.id === 9 ? { ...node, reweight: 0.5 } : node)) };
      await api.changeCrushMap({ body: body as Parameters<typeof api.changeCrushMap>[0]['body'] });
    },
    [
      'CRUSH rule own created',
      'CRUSH rule own deleted',
      'CRUSH change 1 (reweight osd.9 to 0.5) asked for by console, waits for approval',
    ],
  ],
  [
    'disks',
    async (api) => {
      const disks = await api.listDisks();
      const free = disks.find(({ role }) => role === 'unassigned');
      const used = disks.find(({ osdId }) => osdId === 7);
      await api.deleteDisk({ params: { diskId: free?.id ?? 0 } });
      await api.deleteServerDisk({ params: { id: used?.server ?? 0, diskId: used?.id ?? 0 } });
    },
    [
      'warning: removal of the disk stor-04:sdf requested by console',
      'warning: release of the disk stor-02:sdc requested by console',
    ],
  ],
  [
    'flags, settings, the speed of recovery and scrubs',
    async (api) => {
      await api.setFlag({ params: { flag: 'noout' } });
      await api.unsetFlag({ params: { flag: 'noout' } });
      const value = { type: 'INT', value: 4 } as const;
      await api.changeSetting({ body: { name: 'osd_max_markdown_count', value } });
      await api.resetSetting({ body: { name: 'osd_max_markdown_count' } });
      await api.changeSetting({ body: { name: 'osd_max_backfills', value } });
      await api.setRecoverySpeed({ body: { speed: 3 } });
      await api.scrubOsd({ params: { osdId: 4 } });
      await api.deepScrubOsd({ params: { osdId: 5 } });
    },
    [
      'flag noout set',
      'flag noout unset',
      'setting osd_max_markdown_count changed to 4',
      'setting osd_max_markdown_count returned to its default',
      'setting osd_max_backfills changed to 4: the simulated cluster stores it, but it has no effect',
      'recovery speed set to 3',
      matching(/^info: scrub of \d+ placement groups of osd\.4 requested$/),
      matching(/^info: deep scrub of \d+ placement groups of osd\.5 requested$/),
    ],
  ],
];

test.each(CHANGES)('the log of the simulated management tells of changes to %s', (_, change, lines) =>
  expectLogged(change, lines),
);
