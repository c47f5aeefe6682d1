import { describe, expect, test } from 'vitest';
import { refusal, storageBench } from './storage.ts';
import { logged } from './support.ts';

const BACKUP = '9f8a2d4e-3b1c-4c5d-8e7f-0a1b2c3d4e5f';

test('the interfaces are those of the management node', async () => {
  const { api } = storageBench();
  const { ips, interfaces, currentInterface, currentIp } = await api.listInterfaces();
  expect(interfaces).toEqual(['eno1', 'ens1f0', 'ens1f1', 'ens2f0']);
  expect(ips).toContainEqual({ interfaceName: currentInterface, ip: currentIp, netmask: 16 });
});

test('the main address becomes one of an interface, and nothing else', async () => {
  const { api, engine } = storageBench();
  const set = (interfaceName: string, ip: string) => api.setMainIp({ body: { interfaceName, ip } });
  await set('ens1f0', '10.2.0.11');
  const current = { currentInterface: 'ens1f0', currentIp: '10.2.0.11' };
  expect(await api.listInterfaces()).toMatchObject(current);
  expect(logged(engine.cluster.model, 'management address set to 10.2.0.11 on ens1f0')).toHaveLength(1);

  expect((await refusal(set('eth7', '10.2.0.11'))).message).toContain(
    'no network interface "eth7": choose eno1',
  );
  expect((await refusal(set('eno1', '10.2.0.11'))).message).toBe(
    '10.2.0.11 is not configured on eno1, which has 10.1.0.11',
  );
  expect((await refusal(set('eno1', 'ten'))).message).toContain('ip is no IP address');
  expect(await api.listInterfaces()).toMatchObject(current);
});

test('no cluster is imported over the one that there is', async () => {
  const { api, engine } = storageBench();
  const refused = await refusal(api.importCluster({ body: { adminKey: 'AQ==', mons: ['192.0.2.1'] } }));
  expect(refused.status).toBe(409);
  expect(refused.message).toContain(engine.cluster.model.fsid);
});

describe('a backup', () => {
  /** Restores with the key that is in force, or another. */
  function restorer(key?: string) {
    const { api, finish } = storageBench();
    return {
      api,
      finish,
      async restore(backupUuid = BACKUP) {
        const { backupEncryptionKey = '' } = await api.getConfigBackups();
        return api.restoreBackup({
          body: { encryptionKey: key ?? backupEncryptionKey, mgmtApiToken: 'token', backupUuid },
        });
      },
    };
  }

  test('is restored with the right key', async () => {
    const { api, finish, restore } = restorer();
    await finish(api.createConfigBackup());
    expect(await finish(restore())).toMatchObject({ state: 'FINISHED', object: BACKUP });
  });

  test('that does not exist is not restored', async () => {
    const { finish, restore } = restorer();
    const { state, output } = await finish(restore());
    expect(state).toBe('FAILED');
    expect(output).toContain('no backup of this cluster');
  });

  test('is not restored with another key, which is not repeated', async () => {
    const { api, finish, restore } = restorer('wrong-horse');
    await finish(api.createConfigBackup());
    const { state, output } = await finish(restore());
    expect(state).toBe('FAILED');
    expect(output).toContain('cannot be decrypted');
    expect(output).not.toContain('wrong-horse');
  });

  test('has a UUID', async () => {
    const { api, restore } = restorer();
    expect(await refusal(restore('latest'))).toMatchObject({ status: 400 });
    expect((await api.listTasks()).totalElements).toBe(0);
  });
});
