import { expect, test } from 'vitest';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { refusal, storageBench } from '../storage.ts';

type Bench = ReturnType<typeof storageBench>;

/** All answers of the sections; undefined for a service that is not there. */
async function everything({ api, engine }: Bench) {
  engine.cluster.step();
  const { iscsi, nfsGateways } = await api.getClusterStatus();
  const ifThere = (service: Promise<object>) => service.catch(() => undefined);
  return {
    networks: await api.listNetworks(),
    groups: await api.listHaGroups(),
    iscsi: [
      await api.getIscsiService({ params: { serviceId: 1 } }),
      await ifThere(api.getIscsiService({ params: { serviceId: 2 } })),
    ],
    nfs: [
      await api.getNfsService({ params: { serviceId: 1 } }),
      await ifThere(api.getNfsService({ params: { serviceId: 2 } })),
    ],
    gateways: { iscsi, nfsGateways },
    interfaces: await api.listInterfaces(),
    settings: await api.listSettings(),
    hooks: await api.listHooks(),
    scripts: await api.listScripts(),
  };
}

async function changeEverything({ api, finish }: Bench): Promise<void> {
  await api.createNetwork({ body: { ip: 'fd00::', netmask: 64, description: 'lab' } });
  await api.createNetwork({ body: { ip: '192.0.2.0', netmask: 24 } });
  await api.deleteNetwork({ params: { id: 6 } });
  await api.setMainIp({ body: { interfaceName: 'ens1f0', ip: '10.2.0.11' } });

  const servers = await api.listNfsServers({ params: { serviceId: 1 } });
  const names = await api.listServerNames();
  const taken = (await api.getIscsiService({ params: { serviceId: 1 } })).gateways?.map(({ name }) => name);
  const free = names
    .filter(({ id = 0, hostname }) => !servers.includes(id) && !taken?.includes(hostname))
    .map(({ id = 0 }) => id);
  await api.createNfsService({ body: { servers: free.slice(0, 1), exports: [{ nfsPath: '/', path: '/' }] } });
  await api.deleteNfsExport({ params: { serviceId: 1, exportId: 3 } });
  await api.updateNfsService({ params: { serviceId: 1 }, body: { servers: [...servers, free[1]!] } });
  await api.createHaGroup({
    body: { virtualIp: 'fd00::99', service: 'nfs', servers: [{ server: free[1]!, vlan: 9 }] },
  });
  await api.deleteHaGroup({ params: { id: 2 } });

  const gateways = [{ serverId: free[0]!, ip: `10.20.0.${10 + free[0]!}` }];
  await finish(api.createIscsiService({ body: { servers: gateways } }));
  const client = { serviceId: 2, name: 'iqn.1994-05.com.redhat:kept' };
  await api.createIscsiClient({ params: client, body: { username: '', password: '' } });
  await api.createIscsiGroup({ params: { serviceId: 2, group: 'kept' } });
  await api.addIscsiGroupHost({ params: { serviceId: 2, group: 'kept', host: client.name } });
  await api.addIscsiGroupDisks({
    params: { serviceId: 2, group: 'kept' },
    body: [{ pool: 'volumes', name: 'kept', size: 1 }],
  });

  await api.changeSetting({ body: { name: 'mon_osd_down_out_interval', value: { value: 77 } } });
  await api.resetSetting({ body: { name: 'mon_allow_pool_delete' } });
  await api.createScript({ body: { name: 'kept.sh', contents: '#!/bin/true\n' } });
  await api.createHook({ body: { scriptId: 2, event: 'PreFormatDisk', serverIds: [2] } });
  await api.deleteScript({ params: { id: 1 } });
}

test('changes by operators survive a restart, and ids are not used again', async () => {
  const persistence = memoryPersistence();
  const first = storageBench({ scale: 60, persistence });
  await changeEverything(first);
  const before = await everything(first);
  await first.engine.close();

  const second = storageBench({ scale: 60, persistence });
  expect(await everything(second)).toEqual(before);
  expect(second.engine.cluster.model.settings.downOutInterval).toBe(77);
  expect(await second.api.createNetwork({ body: { ip: '192.0.2.0', netmask: 24 } })).toMatchObject({ id: 7 });
});

const GATEWAY = { serverId: 1, ip: '10.20.0.11' };

test.each<[what: string, change: (bench: Bench) => Promise<unknown>]>([
  ['a network', ({ api }) => api.createNetwork({ body: { ip: '192.0.2.0', netmask: 24 } })],
  [
    'the management address',
    ({ api }) => api.setMainIp({ body: { interfaceName: 'ens1f0', ip: '10.2.0.11' } }),
  ],
  ['an HA group', ({ api }) => api.deleteHaGroup({ params: { id: 2 } })],
  ['an NFS export', ({ api }) => api.deleteNfsExport({ params: { serviceId: 1, exportId: 3 } })],
  [
    'an iSCSI client',
    ({ api }) =>
      api.createIscsiClient({
        params: { serviceId: 1, name: 'iqn.1994-05.com.redhat:kept' },
        body: { username: '', password: '' },
      }),
  ],
  [
    'a new iSCSI service',
    ({ api, finish }) => finish(api.createIscsiService({ body: { servers: [GATEWAY] } })),
  ],
  [
    'a new gateway of an iSCSI service',
    ({ api, finish }) => finish(api.addIscsiGateway({ params: { serviceId: 1 }, body: GATEWAY })),
  ],
  [
    'the end of an iSCSI service',
    async ({ api, finish }) => {
      await finish(api.createIscsiService({ body: { servers: [GATEWAY] } }));
      await api.deleteIscsiService({ params: { serviceId: 2 } });
    },
  ],
])('a single change by an operator survives a restart: %s', async (_, change) => {
  const persistence = memoryPersistence();
  const first = storageBench({ scale: 60, persistence });
  await change(first);
  const before = await everything(first);
  await first.engine.close();
  expect(await everything(storageBench({ scale: 60, persistence }))).toEqual(before);
});

test('backups, and whether they are on, survive a restart', async () => {
  const persistence = memoryPersistence();
  const first = storageBench({ persistence });
  await first.api.changeSetting({ body: { name: 'osd_max_backfills', value: { value: 7 } } });
  const { output = '' } = await first.finish(first.api.createConfigBackup());
  const [backupUuid = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(output) ?? [];
  await first.api.configureBackups({ body: { enabled: false } });
  const before = await first.api.getConfigBackups();
  await first.api.resetSetting({ body: { name: 'osd_max_backfills' } });
  await first.engine.close();

  const { api, finish } = storageBench({ persistence });
  expect(await api.getConfigBackups()).toEqual(before);
  const body = { encryptionKey: before.backupEncryptionKey!, mgmtApiToken: 'token', backupUuid };
  expect((await finish(api.restoreBackup({ body }))).output).toContain('settings: 1 changed');
  expect(await api.listSettings()).toContainEqual(
    expect.objectContaining({ name: 'osd_max_backfills', value: { type: 'INT', value: 7 } }),
  );
});

test('a disk that was removed, with its image deleted, does not come back after a restart', async () => {
  const persistence = memoryPersistence();
  const { api, engine, finish } = storageBench({ scale: 60, persistence });
  const { groups = [] } = await api.getIscsiService({ params: { serviceId: 1 } });
  const { name: group = '', luns = [] } = groups[0]!;
  const { pool = '', image = '' } = luns[0]!;
  const rbd = { params: { pool, rbd: image }, body: { pool, rbd: image, thisWillDeleteData: image } };
  expect(await refusal(api.deleteImage(rbd))).toMatchObject({ status: 409 });
  await api.removeIscsiGroupDisk({ params: { serviceId: 1, group }, body: { pool, name: image } });
  expect(await finish(api.deleteImage(rbd))).toMatchObject({ state: 'FINISHED' });
  await engine.close();

  const again = storageBench({ scale: 60, persistence });
  expect(await refusal(again.api.getImage({ params: { pool, rbd: image } }))).toMatchObject({ status: 404 });
});
