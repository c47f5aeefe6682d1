import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

const UNKNOWN = '9f8a2d4e-3b1c-4c5d-8e7f-0a1b2c3d4e5f';

export const setupTests: SectionTests = (site) => {
  test('the management node uses the chosen one of its addresses', async () => {
    const { api } = site();
    const before = await api.listInterfaces();
    const { currentInterface = '', currentIp = '', ips = [] } = before;
    expect(before.interfaces).toContain(currentInterface);
    const { interfaceName = '', ip = '' } = ips.find((address) => address.ip !== currentIp) ?? ips[0]!;
    await api.setMainIp({ body: { interfaceName, ip } });
    expect(await api.listInterfaces()).toMatchObject({ currentInterface: interfaceName, currentIp: ip });
    const declined = (status: number, words: RegExp, body: object) =>
      site().declines('setMainIp', status, words, { body: { interfaceName, ip, ...body } });
    await declined(404, /nix0/, { interfaceName: 'nix0' });
    await declined(400, /192\.0\.2\.77/, { ip: '192.0.2.77' });
    await declined(400, /ten/, { ip: 'ten' });
    expect(await api.listInterfaces()).toMatchObject({ currentIp: ip });
    await api.setMainIp({ body: { interfaceName: currentInterface, ip: currentIp } });
    expect(await api.listInterfaces()).toEqual(before);
  });

  test('the cluster itself can be imported again, and no other cluster', async () => {
    const { fileContents = '' } = await site().api.downloadFullConfig();
    const [, adminKey = ''] = /\[client\.admin\]\s+key = (\S+)/.exec(fileContents) ?? [];
    const [, mon = ''] = /mon_host = (\S+)/.exec(fileContents) ?? [];
    const { storeStatus } = await site().api.getClusterStatus();
    await site().api.importCluster({ body: { adminKey, mons: [mon] } });
    const declined = (status: number | readonly number[], words: RegExp, change: object) =>
      site().declines('importCluster', status, words, { body: { adminKey, mons: [mon], ...change } });
    await declined([400, 409], /\w/, { adminKey: 'AQAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAA==' });
    await declined(400, /monitor/, { mons: ['no address at all'] });
    await declined(400, /mons/, { mons: [] });
    expect((await site().api.getClusterStatus()).storeStatus?.fsid).toBe(storeStatus?.fsid);
  });

  test('a backup is created, shown in the status, and restored only with its key', async () => {
    const { api } = site();
    const { output = '' } = await site().finished(await api.createConfigBackup());
    const status = await api.getConfigBackups();
    const { backupEncryptionKey: encryptionKey = '', lastBackupChecksum = '' } = status;
    expect(lastBackupChecksum).toMatch(/^[\da-f]{64}$/);
    expect(output).toContain(lastBackupChecksum);
    expect(status.lastBackupSize).toBeGreaterThan(0);
    const [backupUuid = ''] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(output) ?? [];
    const body = { encryptionKey, mgmtApiToken: 'none', backupUuid };
    const value = { value: 7 };
    await api.changeSetting({ body: { name: 'osd_max_backfills', value } });
    await site().finished(await api.restoreBackup({ body }));
    expect((await api.listSettings()).map(({ name }) => name)).not.toContain('osd_max_backfills');

    await site().declines('restoreBackup', 404, new RegExp(UNKNOWN), {
      body: { ...body, backupUuid: UNKNOWN },
    });
    await site().declines('restoreBackup', 400, /key/, { body: { ...body, encryptionKey: 'another' } });
    await site().declines('restoreBackup', 400, /backupUuid/, { body: { ...body, backupUuid: '' } });
  });

  test('backups are switched on and off', async () => {
    const { api } = site();
    const { enabled = false } = await api.getConfigBackups();
    for (const wanted of [!enabled, enabled]) {
      await api.configureBackups({ body: { enabled: wanted } });
      expect(await api.getConfigBackups()).toMatchObject({ enabled: wanted });
    }
    await site().declines('configureBackups', 400, /enabled/, { body: { enabled: 'yes' } });
  });
};
