import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createRadosgwAdmin,
  createServiceKey,
} from '../../../../../src/service/ceph/s3/gateway/serviceKey.ts';
import { runHere, type RanProgram } from '../../../../../src/service/ceph/via/programs.ts';
import { fakeClock } from '../../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../../recordedCeph.ts';

const KEY = { accessKey: 'AK', secretKey: 'SK' };
const printed = (out: string): RanProgram => ({ status: 0, out, err: '' });
const failed = (status: number, err: string): RanProgram => ({ status, out: '', err });
const made = (access = 'AK') =>
  printed(JSON.stringify({ keys: [{ user: 'storedeck', access_key: access, secret_key: 'SK' }] }));
const NONE = refused(-2, 'error obtaining');
const stored = (text: string) => async () => ({ rc: 0, outs: '', text });

function setUp(
  config: Parameters<typeof recordedCeph>[1],
  radosgwAdmin: (...args: string[]) => Promise<RanProgram>,
) {
  const recording = recordedCeph(fakeClock(), config);
  const admin = vi.fn(radosgwAdmin);
  return { ...recording, admin, serviceKey: createServiceKey(recording.ceph, admin) };
}
const never = async () => {
  throw new Error('not to be called');
};

describe('the key of the service', () => {
  test('the key of the service is read once from the cluster', async () => {
    const { serviceKey, asked } = setUp({ 'config-key get': stored(JSON.stringify(KEY)) }, never);
    expect(await Promise.all([serviceKey.get(), serviceKey.get()])).toEqual([KEY, KEY]);
    expect(await serviceKey.get()).toEqual(KEY);
    expect(asked).toHaveLength(1);
  });

  test('the key of the service is created if there is none, and stored without being logged by Ceph', async () => {
    const { serviceKey, commands, asked, admin } = setUp({ 'config-key get': NONE }, async (_, verb) => {
      if (verb === 'modify') return failed(2, 'user not found');
      return made();
    });
    expect(await serviceKey.get()).toEqual(KEY);
    expect(admin.mock.calls.map(([, verb]) => verb)).toEqual(['modify', 'create']);
    expect(admin.mock.calls[1]).toContain('--system');
    expect(commands).toEqual([{ prefix: 'config-key set', key: 'storedeck/s3-key' }]);
    const [{ input } = {}] = asked.slice(-1) as { input?: string }[];
    expect(JSON.parse(Buffer.from(input ?? '', 'base64').toString())).toEqual(KEY);
  });

  test('the key of the service is that of the user that another management node has created meanwhile', async () => {
    let asked = 0;
    const { serviceKey, admin } = setUp({ 'config-key get': NONE }, async (_, verb) => {
      if (verb === 'create') return failed(17, 'user: storedeck exists');
      if (asked++ === 0) return failed(2, 'user not found');
      return made();
    });
    expect(await serviceKey.get()).toEqual(KEY);
    expect(admin.mock.calls.map(([, verb]) => verb)).toEqual(['modify', 'create', 'modify']);
  });

  test('the user of the service becomes a system user if it already exists', async () => {
    const { serviceKey, admin } = setUp({ 'config-key get': stored('garbage') }, async () => made());
    expect(await serviceKey.get()).toEqual(KEY);
    expect(admin).toHaveBeenCalledOnce();
    expect(admin).toHaveBeenCalledWith('user', 'modify', '--uid', 'storedeck', '--system');
  });

  test('the key of the service is renewed once if many requests find it refused', async () => {
    const { serviceKey, admin } = setUp({ 'config-key get': stored(JSON.stringify(KEY)) }, async () =>
      made('NEW'),
    );
    const key = await serviceKey.get();
    const renewed = await Promise.all([serviceKey.renew(key), serviceKey.renew(key)]);
    expect(renewed.map(({ accessKey }) => accessKey)).toEqual(['NEW', 'NEW']);
    expect((await serviceKey.get()).accessKey).toBe('NEW');
    expect(admin).toHaveBeenCalledOnce();
  });

  test('the key of the service is requested again after a failure, which is reported', async () => {
    let broken = true;
    const { serviceKey } = setUp({ 'config-key get': NONE }, async () => {
      if (broken) return failed(5, 'could not init');
      return made();
    });
    const words = expect.stringContaining('radosgw-admin: could not init');
    await expect(serviceKey.get()).rejects.toMatchObject({ status: 503, message: words });
    broken = false;
    expect(await serviceKey.get()).toEqual(KEY);
  });

  test('a user of the service without keys gets a new one', async () => {
    const { serviceKey } = setUp({ 'config-key get': NONE }, async () => printed('{"keys":[]}'));
    const words = expect.stringContaining('radosgw-admin key create --uid storedeck');
    await expect(serviceKey.get()).rejects.toMatchObject({ status: 503, message: words });
  });
});

describe('radosgw-admin', () => {
  function tool(script: string) {
    const folder = mkdtempSync(join(tmpdir(), 'radosgw-admin-'));
    const before = process.env['PATH'];
    process.env['PATH'] = `${folder}:${before}`;
    onTestFinished(() => {
      process.env['PATH'] = before;
      rmSync(folder, { recursive: true });
    });
    writeFileSync(join(folder, 'radosgw-admin'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'radosgw-admin'), 0o755);
  }

  test('radosgw-admin gets the connection settings of the cluster and its arguments without a shell', async () => {
    tool('for each; do echo "<$each>"; done');
    const admin = createRadosgwAdmin(runHere, '/a b/ceph.conf', 'client.admin');
    expect(await admin('user', '$(id)')).toEqual(
      printed('<--conf>\n</a b/ceph.conf>\n<--name>\n<client.admin>\n<user>\n<$(id)>\n'),
    );
  });

  test('a failure of radosgw-admin is told with its status and message', async () => {
    tool('echo "no user info saved" >&2; exit 22');
    const admin = createRadosgwAdmin(runHere, undefined, 'client.admin');
    expect(await admin('user')).toEqual(failed(22, 'no user info saved\n'));
  });

  test('a missing radosgw-admin is named', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    onTestFinished(() => void vi.unstubAllEnvs());
    const words = expect.stringContaining('ceph-common');
    await expect(createRadosgwAdmin(runHere, undefined, 'client.admin')()).rejects.toMatchObject({
      status: 503,
      message: words,
    });
  });
});
