import { test } from 'vitest';
import { expectLogged, type LoggedChanges } from './changeLines.ts';

const NAME = 'iqn.1994-05.com.redhat:host9';
const CHAP = { username: 'host9-chap', password: 'Long_enough-1' };
const client = { params: { serviceId: 1, name: NAME } };
const group = { params: { serviceId: 1, group: 'db' } };
const host = { params: { ...group.params, host: NAME } };
const [ONE, TWO] = ['one', 'two'].map((name) => ({ pool: 'volumes', name })) as [Disk, Disk];
const user = { params: { uid: 'own' } };
const subuser = { params: { uid: 'own', subuser: 'sub' } };

interface Disk {
  readonly pool: string;
  readonly name: string;
}

const CHANGES: readonly LoggedChanges[] = [
  [
    'the clients of an iSCSI service',
    async (api) => {
      await api.createIscsiClient({ ...client, body: CHAP });
      await api.updateIscsiClient({ ...client, body: { password: 'Another_one-2' } });
      await api.addIscsiClientDisks({
        ...client,
        body: [
          { ...ONE, size: 1 },
          { ...TWO, size: 1 },
        ],
      });
      await api.removeIscsiClientDisk({ ...client, body: ONE });
      await api.removeIscsiClientDisk({ ...client, body: TWO });
      await api.deleteIscsiClient(client);
    },
    [
      `iSCSI service 1: client ${NAME} created`,
      `iSCSI service 1: credentials of ${NAME} changed`,
      `iSCSI service 1: 2 disks assigned to ${NAME}`,
      `iSCSI service 1: volumes/one removed from ${NAME}`,
      `iSCSI service 1: volumes/two removed from ${NAME}`,
      `iSCSI service 1: client ${NAME} deleted`,
    ],
  ],
  [
    'the host groups of an iSCSI service',
    async (api) => {
      await api.createIscsiClient({ ...client, body: CHAP });
      await api.createIscsiGroup(group);
      await api.addIscsiGroupHost(host);
      await api.removeIscsiGroupHost(host);
      await api.addIscsiGroupHosts({ ...group, body: [NAME] });
      await api.addIscsiGroupDisks({ ...group, body: [{ ...ONE, size: 1 }] });
      await api.removeIscsiGroupDisk({ ...group, body: ONE });
      await api.removeIscsiGroupHosts({ ...group, body: [NAME] });
      await api.deleteIscsiGroup(group);
    },
    [
      `iSCSI service 1: client ${NAME} created`,
      'iSCSI service 1: group db created',
      `iSCSI service 1: ${NAME} added to group db`,
      `iSCSI service 1: ${NAME} removed from group db`,
      'iSCSI service 1: 1 host added to group db',
      'iSCSI service 1: 1 disk assigned to group db',
      'iSCSI service 1: volumes/one removed from group db',
      'iSCSI service 1: 1 host removed from group db',
      'iSCSI service 1: group db deleted',
    ],
  ],
  [
    'HA groups',
    async (api) => {
      const { servers = [] } = await api.getNfsService({ params: { serviceId: 1 } });
      const body = { service: 'nfs' as const, servers: servers.map((server) => ({ server })) };
      await api.createHaGroup({ body: { ...body, virtualIp: '10.20.254.30' } });
      await api.replaceHaGroup({ params: { id: 3 }, body: { ...body, virtualIp: '10.20.254.31' } });
      await api.deleteHaGroup({ params: { id: 3 } });
    },
    [
      'HA group 3 created: 10.20.254.30 for nfs',
      'HA group 3 changed: 10.20.254.31 for nfs',
      'HA group 3 deleted: 10.20.254.31 is free',
    ],
  ],
  [
    'NFS services and their exports',
    async (api) => {
      const params = { serviceId: 2 };
      await api.createNfsService({ body: { servers: [1, 3] } });
      await api.updateNfsService({ params, body: { servers: [3, 4] } });
      const body = { path: '/home', nfsPath: '/all', access: [] };
      await api.createNfsExport({ params, body });
      const old = { params: { ...params, exportId: 1 } };
      await api.replaceNfsExport({ ...old, body: { ...body, nfsPath: '/homes' } });
      await api.deleteNfsExport(old);
    },
    [
      'NFS service 2: created on stor-01, stor-03',
      'NFS service 2: runs on stor-03, stor-04',
      'NFS service 2: exports /home at /all',
      'NFS service 2: exports /home at /homes',
      'NFS service 2: exports /homes no longer',
    ],
  ],
  [
    'networks and the address of the management',
    async (api) => {
      const body = { ip: '10.99.8.0', netmask: 24, gateway: '10.99.8.254' };
      const { id = 0 } = await api.createNetwork({ body });
      await api.replaceNetwork({ params: { id }, body: { ...body, description: 'changed' } });
      await api.deleteNetwork({ params: { id } });
      await api.setMainIp({ body: { interfaceName: 'eno1', ip: '10.1.0.11' } });
    },
    [
      'network 10.99.8.0/24 created',
      'network 10.99.8.0/24 changed',
      'network 10.99.8.0/24 deleted',
      'management address set to 10.1.0.11 on eno1',
    ],
  ],
  [
    'S3 users and sub-users',
    async (api) => {
      await api.createS3User({ body: { uid: 'own', name: 'Own' } });
      await api.updateS3User({ ...user, body: { suspended: true, email: 'own@example.net' } });
      await api.setS3UserQuota({ ...user, body: { enabled: true, maxObjects: 7 } });
      await api.setS3UserBucketQuota({ ...user, body: { enabled: true, maxObjects: 7 } });
      await api.createS3Subuser({ ...user, body: { subuser: 'sub', permissions: 'read' } });
      await api.updateS3Subuser({ ...subuser, body: { permissions: 'full-control' } });
      await api.deleteS3Subuser(subuser);
      await api.deleteS3User(user);
    },
    [
      'S3 user "own" created',
      'S3 user "own" changed: suspended, email',
      'quota of the S3 user "own" changed',
      'bucket quota of the S3 user "own" changed',
      'sub-user "sub" of the S3 user "own" created: read',
      'sub-user "sub" of the S3 user "own" changed: full-control',
      'sub-user "sub" of the S3 user "own" deleted',
      'S3 user "own" deleted',
    ],
  ],
];

test.each(CHANGES)('the log of the simulated management tells of changes to %s', (_, change, lines) =>
  expectLogged(change, lines),
);
