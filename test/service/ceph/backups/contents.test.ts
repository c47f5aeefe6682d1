import { expect, test } from 'vitest';
import {
  backupContents,
  fsidOf,
  recordsOf,
  settingsOf,
} from '../../../../src/service/ceph/backups/contents.ts';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';

test('a backup has the settings, records, keys and maps as they are at that moment', async () => {
  const asked: unknown[] = [];
  const setting = { section: 'osd', name: 'osd_max_scrubs', value: '1' };
  const answers: Readonly<Record<string, unknown>> = {
    fsid: { fsid: 'here' },
    'config dump': [setting],
    'config-key dump': { 'storedeck/lease': 'a' },
  };
  const ceph = {
    read: async (command: { prefix: string }, age: unknown) => {
      if (command.prefix !== 'fsid') asked.push([command, age]);
      return answers[command.prefix];
    },
    readText: async (command: unknown, age: unknown) => (asked.push([command, age]), '[client.admin]'),
    readBinary: async ({ prefix }: { prefix: string }) => ({ content: Buffer.from(prefix) }),
  } as unknown as Ceph;
  const archive = await backupContents(ceph);
  const { fsid, keyring, monmap, osdmap, crushmap } = archive;
  expect([fsid, keyring, monmap, osdmap, crushmap].map(String)).toEqual([
    'here\n',
    '[client.admin]',
    'mon getmap',
    'osd getmap',
    'osd getcrushmap',
  ]);
  expect([fsidOf(archive), settingsOf(archive), [...recordsOf(archive)]]).toEqual([
    'here',
    [setting],
    [['storedeck/lease', 'a']],
  ]);
  expect(asked).toEqual([
    [{ prefix: 'config dump' }, { fresh: true }],
    [{ prefix: 'config-key dump', key: 'storedeck/' }, { fresh: true }],
    [{ prefix: 'auth export' }, { fresh: true }],
  ]);
});

test('a backup without files has no fsid, settings or records', () => {
  expect([fsidOf({}), settingsOf({}), [...recordsOf({})]]).toEqual(['', [], []]);
});
