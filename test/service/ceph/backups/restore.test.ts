import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restore, settingChanges } from '../../../../src/service/ceph/backups/restore.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

const EINVAL = -22;
const entry = (section: string, name: string, value: string, mask = '') => ({ section, name, value, mask });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'restore-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const archive = (fsid: string, settings: object[], records: Record<string, string>) => ({
  fsid: Buffer.from(`${fsid}\n`),
  'config-dump.json': Buffer.from(JSON.stringify(settings)),
  'storedeck-records.json': Buffer.from(JSON.stringify(records)),
  keyring: Buffer.from('[mon.]\n'),
});

/** A cluster with a setting and records, and the messages of a restore. */
function cluster() {
  const recording = recordedCeph(fakeClock(), {
    fsid: { json: { fsid: 'here' } },
    'config dump': { json: [entry('osd', 'osd_max_scrubs', '3')] },
    'config-key dump': {
      json: {
        'storedeck/network/1': 'old',
        'storedeck/network/2': 'newer',
        'storedeck/task/7': 'done',
        'storedeck/last-id/network': '2',
      },
    },
  });
  const output: string[] = [];
  const put = (files: Readonly<Record<string, Buffer>>) =>
    restore(recording.ceph, files, directory, (line) => output.push(line));
  const changed = () =>
    recording.commands.map(({ prefix, ...rest }) => [prefix, rest['key'] ?? rest['name']]);
  return { ...recording, output, put, changed };
}

test('a restore leaves unchanged settings alone, sets changed ones and removes new ones', () => {
  const present = [entry('osd', 'a', '1'), entry('osd', 'b', '2'), entry('mon', 'c', '3')];
  const wanted = [entry('osd', 'a', '1'), entry('osd', 'b', '5'), entry('osd.0', 'b', '2')];
  expect(settingChanges(present, wanted)).toEqual([
    { prefix: 'config set', who: 'osd', name: 'b', value: '5' },
    { prefix: 'config set', who: 'osd.0', name: 'b', value: '2' },
    { prefix: 'config rm', who: 'mon', name: 'c' },
  ]);
  expect(settingChanges(present, present)).toEqual([]);
});

test('a restore puts records back, except those that describe the present', async () => {
  const { put, changed, output } = cluster();
  await put(
    archive('here', [entry('osd', 'osd_max_scrubs', '3')], {
      'storedeck/network/1': 'as it was',
      'storedeck/task/3': 'long ago',
      'storedeck/last-id/network': '1',
    }),
  );
  expect(changed()).toEqual([
    ['config-key set', 'storedeck/network/1'],
    ['config-key rm', 'storedeck/network/2'],
  ]);
  expect(output).toContain('records of this service: 1 restored, 1 newer ones removed');
  expect(output).toContain('settings: 0 changed');
});

test.each(['task/3', 'node/a', 'lease', 'backup', 'last-id/network'])(
  'the record %s of a backup is not restored, and that of the present is kept',
  async (name) => {
    const { put, changed, answer, output } = cluster();
    const key = `storedeck/${name}`;
    answer('config-key dump', { json: { [key]: 'now' } });
    await put(archive('here', [entry('osd', 'osd_max_scrubs', '3')], {}));
    await put(archive('here', [entry('osd', 'osd_max_scrubs', '3')], { [key]: 'then' }));
    expect(changed()).toEqual([]);
    expect(output).toContain('records of this service: 0 restored, 0 newer ones removed');
  },
);

test('a backup is unpacked for its owner only, over what an earlier one left, and nowhere else', async () => {
  const { ceph, output } = cluster();
  const place = join(directory, 'restored', 'uuid');
  const unpacked = (crush: string) =>
    restore(ceph, { ...archive('here', [], {}), '../../crushmap': Buffer.from(crush) }, place, (line) =>
      output.push(line),
    );
  await unpacked('first');
  await unpacked('second');
  expect(output[0]).toBe(`unpacked into ${place}`);
  expect(readFileSync(join(place, 'crushmap'), 'utf8')).toBe('second');
  expect(statSync(place).mode & 0o777).toBe(0o700);
});

test('data that cannot be restored into a running cluster is unpacked for the operator', async () => {
  const { put, output } = cluster();
  await put(archive('here', [], {}));
  expect(readFileSync(join(directory, 'keyring'), 'utf8')).toBe('[mon.]\n');
  expect(output).toContain('settings: 1 changed');
  expect(output.at(-1)).toMatch(/^not restored: keyring(, \S+){3}; if needed/);
});

test('nothing from a backup of another cluster is restored', async () => {
  const { put, changed } = cluster();
  await expect(put(archive('elsewhere', [], {}))).rejects.toThrow(
    /from the cluster elsewhere, but this is here/,
  );
  expect(changed()).toEqual([]);
});

test('a restore names a setting that Ceph refuses, and restores the others', async () => {
  const { put, output, answer, asked } = cluster();
  answer('config set', refused(EINVAL, 'unknown option'));
  const failing = put(archive('here', [entry('osd', 'gone', '1')], {}));
  await expect(failing).rejects.toThrow('1 settings could not be restored');
  expect(output).toContainEqual(expect.stringMatching(/^config set gone: .*unknown option/));
  expect(asked.map((one) => ('command' in one ? one.command['prefix'] : ''))).toContain('config rm');
});
