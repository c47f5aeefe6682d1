import { describe, expect, test } from 'vitest';
import { refusal, storageBench } from '../storage.ts';
import { logged } from '../support.ts';

const BACKUP = '9f8a2d4e-3b1c-4c5d-8e7f-0a1b2c3d4e5f';

test('the interfaces are those of the management node', async () => {
  const { api } = storageBench();
  const { ips, interfaces, currentInterface, currentIp } = await api.listInterfaces();
  expect(interfaces).toEqual(['eno1', 'ens1f0', 'ens1f1', 'ens2f0']);
  expect(ips).toContainEqual({ interfaceName: currentInterface, ip: currentIp, netmask: 16 });
});

test('the main address must be one of an interface', async () => {
  const { api, engine } = storageBench();
  const set = (interfaceName: string, ip: string) => api.setMainIp({ body: { interfaceName, ip } });
  await set('ens1f0', '10.2.0.11');
  const current = { currentInterface: 'ens1f0', currentIp: '10.2.0.11' };
  expect(await api.listInterfaces()).toMatchObject(current);
  expect(logged(engine.cluster.model, 'management address set to 10.2.0.11 on ens1f0')).toHaveLength(1);

  expect((await refusal(set('eth7', '10.2.0.11'))).message).toContain(
    'no network interface "eth7": choose one of eno1',
  );
  expect((await refusal(set('eno1', '10.2.0.11'))).message).toBe(
    '10.2.0.11 is not configured on eno1, which has 10.1.0.11',
  );
  expect((await refusal(set('eno1', 'ten'))).message).toContain('ip is not an IP address');
  expect(await api.listInterfaces()).toMatchObject(current);
});

test('the cluster itself is imported with its key, and no other cluster can replace it', async () => {
  const { api, engine } = storageBench();
  const { fileContents = '' } = await api.downloadFullConfig();
  const [, adminKey = ''] = /\[client\.admin\]\s+key = (\S+)/.exec(fileContents) ?? [];
  await api.importCluster({ body: { adminKey, mons: ['10.2.0.11:6789'] } });
  for (const body of [
    { adminKey: 'AQ==', mons: ['10.2.0.11'] },
    { adminKey, mons: ['10.2.0.11', '192.0.2.1'] },
    { adminKey, mons: ['elsewhere'] },
  ]) {
    const refused = await refusal(api.importCluster({ body }));
    expect(refused.status).toBe(409);
    expect(refused.message).toContain(engine.cluster.model.fsid);
  }
  const nowhere = await refusal(api.importCluster({ body: { adminKey, mons: ['no address'] } }));
  expect(nowhere.status).toBe(400);
});

describe('a backup', () => {
  async function backedUp() {
    const { api, finish } = storageBench();
    const { output = '' } = await finish(api.createConfigBackup());
    const [backupUuid = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(output) ?? [];
    const { backupEncryptionKey: encryptionKey = '' } = await api.getConfigBackups();
    const body = { encryptionKey, mgmtApiToken: 'token', backupUuid };
    const restore = (change: Partial<typeof body> = {}) =>
      api.restoreBackup({ body: { ...body, ...change } });
    return { api, finish, restore, backupUuid };
  }

  test('a backup restores the settings that were changed since, and removes new ones', async () => {
    const { api, finish, restore, backupUuid } = await backedUp();
    const before = await api.listSettings();
    await api.changeSetting({ body: { name: 'osd_max_backfills', value: { value: 7 } } });
    await api.resetSetting({ body: { name: 'osd_memory_target' } });
    const task = await finish(restore());
    expect(task).toMatchObject({ state: 'FINISHED', object: backupUuid });
    expect(task.output).toContain('settings: 2 changed');
    expect(new Set(await api.listSettings())).toEqual(new Set(before));
  });

  test('an unknown backup is not restored', async () => {
    const { restore, backupUuid } = await backedUp();
    const refused = await refusal(restore({ backupUuid: BACKUP }));
    expect(refused).toMatchObject({ status: 404 });
    expect(refused.message).toContain(backupUuid);
  });

  test('a backup is not restored with another key, which the message does not repeat', async () => {
    const { restore } = await backedUp();
    const refused = await refusal(restore({ encryptionKey: 'wrong-horse' }));
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.message).toContain('the key is wrong');
    expect(refused.message).not.toContain('wrong-horse');
  });

  test('a backup has a UUID', async () => {
    const { api, restore } = await backedUp();
    expect(await refusal(restore({ backupUuid: 'latest' }))).toMatchObject({ status: 400 });
    expect((await api.listTasks()).totalElements).toBe(1);
  });
});
