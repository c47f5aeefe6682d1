import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBackups } from '../../../../src/service/ceph/backups/backups.ts';
import { backupHandlers } from '../../../../src/service/ceph/backups/handlers.ts';
import { newKey, seal } from '../../../../src/service/ceph/backups/seal.ts';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { instantClock, KeyStore } from '../state/keyStore.ts';
import { taskTable } from '../taskTable.ts';

const UUID = '123e4567-e89b-42d3-a456-426614174000';

const NOTHING = { rc: 0, outs: '', text: '' };

/** The backups of a management node, of which one exists with its file. */
function bench({ withDirectory = true, admit = async () => {} } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'backups-'));
  const clock = fakeClock();
  const { ceph, commands } = recordedCeph(clock, {
    fsid: { json: { fsid: 'here' } },
    'config dump': { json: [] },
    'config-key dump': { json: {} },
    'auth export': NOTHING,
    'mon getmap': NOTHING,
    'osd getmap': NOTHING,
    'osd getcrushmap': NOTHING,
  });
  const keys = new KeyStore();
  const store = createStateStore(keys.connect(clock), instantClock(), 'a');
  const lease = { held: false, close: async () => undefined };
  const own = withDirectory ? directory : undefined;
  const tasks = taskTable(clock, undefined, admit);
  const backups = createBackups({ ceph, clock, store, lease, tasks, directory: own });
  onTestFinished(() => {
    backups[Symbol.dispose]();
    rmSync(directory, { recursive: true });
  });
  const place = join(directory, 'here', 'backups');
  mkdirSync(place, { recursive: true });
  const file = join(place, `001700000000-${UUID}.backup`);
  const key = newKey();
  const settings = [{ section: 'osd', name: 'osd_max_scrubs', value: '1', mask: '' }];
  const sealed = seal(
    { fsid: Buffer.from('here\n'), 'config-dump.json': Buffer.from(JSON.stringify(settings)) },
    key,
  );
  writeFileSync(file, sealed, { mode: 0o600 });
  const restoration = (encryptionKey = key, backupUuid: string = UUID) =>
    backups.restoration({ encryptionKey, mgmtApiToken: 'unused', backupUuid }, 'me');
  const call = caller(backupHandlers(backups, tasks));
  return { file, sealed, key, place, clock, lease, keys, tasks, commands, restoration, call };
}

test('a complete backup is accepted', async () => {
  const { restoration, place } = bench();
  expect(await restoration()).toMatchObject({ object: UUID });
  expect(statSync(place).isDirectory()).toBe(true);
});

test.each([
  ['truncated', (sealed: Buffer) => sealed.subarray(0, -5)],
  ['empty', () => Buffer.alloc(0)],
  ['zeroed at its end', (sealed: Buffer) => Buffer.from(sealed).fill(0, sealed.length - 40)],
] as const)('a backup that is %s is refused with its file and what to do', async (_, damage) => {
  const { file, sealed, restoration } = bench();
  writeFileSync(file, damage(sealed));
  const message = expect.stringMatching(
    /^\S+\.backup: .*damaged; nothing was changed: .*another backup$/,
  ) as string;
  await expect(restoration()).rejects.toMatchObject({ status: 400, message });
  await expect(restoration()).rejects.toThrow(file);
});

test('backups are switched on over the interface', async () => {
  const { call } = bench();
  expect(await call('getConfigBackups', {})).toMatchObject({ enabled: false });
  await call('configureBackups', { body: { enabled: true } });
  expect(await call('getConfigBackups', {})).toMatchObject({ enabled: true });
});

test('a new backup is told with its size and checksum, and of thirty files the oldest makes way for it', async () => {
  const { call, tasks, place, file } = bench();
  const names = Array.from({ length: 29 }, (_, index) => `00170000000${index + 1}`.slice(-12));
  for (const name of names) writeFileSync(join(place, `${name}-${UUID}.backup`), '');
  writeFileSync(join(place, 'notes.txt'), '');
  expect(await call('getConfigBackups', {})).toEqual({
    enabled: false,
    clusterId: 'here',
    storeFsid: 'here',
  });
  const { id = 0 } = await call('createConfigBackup', {});
  await expect.poll(() => tasks.get(id)).toMatchObject({ state: 'FINISHED', object: 'configuration' });
  const files = readdirSync(place).filter((name) => name.endsWith('.backup'));
  expect(files).toHaveLength(30);
  expect(existsSync(file)).toBe(false);
  const made = files.find((name) => !name.includes(UUID)) ?? '';
  expect(made).toMatch(/^00\d{10}-[\da-f-]{36}\.backup$/);
  const content = readFileSync(join(place, made));
  const lastBackupChecksum = createHash('sha256').update(content).digest('hex');
  expect(await call('getConfigBackups', {})).toMatchObject({
    enabled: false,
    backupEncryptionKey: expect.any(String),
    lastBackupTimestamp: Number(made.slice(0, 12)),
    lastBackupSize: content.length,
    lastBackupChecksum,
  });
  const { output = '' } = await tasks.get(id);
  expect(output).toContain(`backup ${made.slice(13, -7)}: ${content.length} bytes in ${place}`);
  expect(output).toContain(`SHA256 ${lastBackupChecksum}`);
});

test('the first backup is made as soon as backups are on, and none when they are switched off or on again', async () => {
  const { call, tasks } = bench();
  const all = async () => (await tasks.list()).data?.map(({ startedBy }) => startedBy);
  await call('configureBackups', { body: { enabled: false } });
  expect(await all()).toEqual([]);
  await call('configureBackups', { body: { enabled: true } });
  expect(await all()).toEqual(['schedule']);
  const last = async () => (await call('getConfigBackups', {})).lastBackupTimestamp;
  await expect.poll(last).toBeGreaterThan(0);
  await call('configureBackups', { body: { enabled: true } });
  expect(await all()).toEqual(['schedule']);
});

test('backups are not switched on by a service that may not start their tasks', async () => {
  const { call } = bench({ admit: () => Promise.reject(new Error('another service acts')) });
  await expect(call('configureBackups', { body: { enabled: true } })).rejects.toThrow('another service acts');
  expect((await call('getConfigBackups', {})).enabled).toBe(false);
  await call('configureBackups', { body: { enabled: false } });
});

test('the state of backups that is shown is read from the cluster again after five seconds', async () => {
  const { call, clock, keys } = bench();
  await call('configureBackups', { body: { enabled: false } });
  let reads = 0;
  keys.before = () => void reads++;
  const show = async (ms: number) => {
    await clock.advance(ms);
    await call('getConfigBackups', {});
    return reads;
  };
  expect([await show(5000), await show(4999), await show(1)]).toEqual([1, 1, 2]);
});

test('a restore with the key of its backup runs as a task, and sets the settings of the backup', async () => {
  const { call, key, tasks, commands } = bench();
  const body = { encryptionKey: key, mgmtApiToken: 'unused', backupUuid: UUID };
  const { id = 0 } = await call('restoreBackup', { body });
  await expect.poll(() => tasks.get(id)).toMatchObject({ state: 'FINISHED', object: UUID });
  expect(commands).toEqual([
    expect.objectContaining({ prefix: 'config set', who: 'osd', name: 'osd_max_scrubs', value: '1' }),
  ]);
});

test('a restore over the interface with another key is refused, and changes nothing', async () => {
  const { call, commands } = bench();
  const body = { encryptionKey: newKey(), mgmtApiToken: 'unused', backupUuid: UUID };
  await expect(call('restoreBackup', { body })).rejects.toThrow('use the key that it was created with');
  expect(commands).toEqual([]);
});

test('a backup is refused with another key', async () => {
  await expect(bench().restoration(newKey())).rejects.toThrow('use the key that it was created with');
});

test('the last part of a backup id does not identify the backup', async () => {
  const end = UUID.split('-').at(-1);
  await expect(bench().restoration(undefined, end)).rejects.toMatchObject({ status: 400 });
});

test('a backup id is case-insensitive', async () => {
  await expect(bench().restoration(undefined, UUID.toUpperCase())).resolves.toBeDefined();
});

test('without a data directory the service refuses the operations that need one', async () => {
  await expect(bench({ withDirectory: false }).restoration()).rejects.toThrow(
    'this service was started without a state directory',
  );
});

test('while backups are on, the node that holds the lease makes one every day', async () => {
  const { call, place, clock, lease } = bench();
  const made = () => readdirSync(place).length - 1;
  const HOUR = 3_600_000;
  await clock.advance(2 * HOUR);
  lease.held = true;
  await clock.advance(2 * HOUR);
  expect(made()).toBe(0);
  await call('configureBackups', { body: { enabled: true } });
  // The schedule is checked every ten minutes, and the files are real.
  const lookOn = () => clock.advance(HOUR / 6);
  const last = async () => (await call('getConfigBackups', {})).lastBackupTimestamp ?? 0;
  await expect.poll(last).toBeGreaterThan(0);
  const first = await last();
  await clock.advance(23 * HOUR);
  await lookOn();
  expect([await last(), made()]).toEqual([first, 1]);
  await clock.advance(HOUR / 2);
  await lookOn();
  await lookOn();
  await expect.poll(last).toBeGreaterThan(first + 23 * 3600);
});
