import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { refusal } from '../support/refusal.ts';
import { Home } from '../support/storedeck.ts';
import { TestCluster } from './cluster.ts';
import { eventually, finished, startNode, type Node } from './engines.ts';
import { gatewayPorts, otherClients } from './otherClients.ts';
import { SSHD, SshServer } from './sshServer.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.create();
});
afterAll(() => cluster.destroy());

const { env } = process;

const serverId = async (node: Node, name: string): Promise<number> =>
  (await node.call('listServerNames', {})).find((server) => server.hostname === name)?.id ?? NaN;

/** The gateways that run with files below a folder. */
function daemonsBelow(folder: string): number[] {
  const isBelow = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`STOREDECK_DAEMON=${folder}/`);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && isBelow(name) ? [Number(name)] : []));
}

describe('a cluster reached by a command', () => {
  let node: Node;
  beforeAll(async () => {
    node = await startNode(cluster, hostname(), { via: { words: ['nice', '-n', '1', 'env'], env } });
  });
  afterAll(() => node.close());

  test('a cluster reached by a command is read and changed as if the service ran there', async () => {
    const health = async () => (await node.call('getClusterStatus', {})).storeStatus?.health?.status;
    await eventually(health).toMatch(/^HEALTH_(?:OK|WARN)$/);
    await node.call('setFlag', { params: { flag: 'noscrub' } } as never);
    expect(await cluster.ceph('osd', 'dump')).toMatch(/flags .*noscrub/);
    await node.call('unsetFlag', { params: { flag: 'noscrub' } } as never);
  });

  test('a cluster reached by a command gets its S3 users from the tool there', async () => {
    await expect(node.call('listS3Users', {})).resolves.toBeDefined();
  });

  test('a cluster reached by a command does not take this machine for one of its servers, or for a gateway', async () => {
    const names = (await node.call('listServerNames', {})).map((server) => server.hostname);
    expect(names).toEqual(expect.arrayContaining(['node1', 'node4']));
    expect(names).not.toContain(hostname());
    const keys = JSON.parse(await cluster.ceph('config-key', 'ls')) as string[];
    expect(keys.filter((key) => key.includes('/node/'))).toEqual([]);
  });

  test('a cluster reached by a command explains how a server could be reached if none can', async () => {
    const [{ id = 0 } = {}] = await node.call('listServerNames', {});
    const query = { graph: 'server-cpu', 'template-server-id': id } as const;
    await expect(node.call('getGraph', { query })).rejects.toMatchObject(refusal(501, '--ssh-config'));
  });
});

test('a one-line command reaches a cluster, and leaves nothing behind there', async () => {
  using home = new Home();
  const keys = async () => JSON.parse(await cluster.ceph('config-key', 'ls')) as readonly string[];
  const before = await keys();
  const via = `env CEPH_CONF='${cluster.conf}' nice`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'call', 'listPools', '--via', via],
    {
      env: { ...env, ...home.env },
    },
  );
  const pools = JSON.parse(stdout) as readonly { readonly name: string }[];
  expect(pools.map(({ name }) => name)).toContain('storefs_data');
  // The lease of a service that another test has ended may go meanwhile.
  expect((await keys()).filter((key) => !before.includes(key))).toEqual([]);
});

describe.skipIf(!existsSync(SSHD))('a cluster reached over ssh', () => {
  let server: SshServer;
  let node: Node;
  let start: () => Promise<Node>;
  const remoteFolder = mkdtempSync(join(tmpdir(), 'sd-'));
  beforeAll(async () => {
    server = await SshServer.start();
    const ssh = { configFile: server.configFile, env };
    // The system's Python, as Ceph's modules are packages of the system.
    const words = ['ssh', '-F', server.configFile, 'mon1', 'env', 'PATH=/usr/bin:/bin'] as const;
    const gateways = { ...gatewayPorts(cluster, 0), remoteFolder };
    start = () => startNode(cluster, 'laptop', { via: { words, env }, ssh, gateways });
    node = await start();
  });
  afterAll(async () => {
    await node.close();
    for (const pid of daemonsBelow(remoteFolder)) process.kill(pid, 'SIGKILL');
    rmSync(remoteFolder, { recursive: true });
    await server[Symbol.asyncDispose]();
  });
  const why = async () => {
    const { storeStatus } = await node.call('getClusterStatus', {});
    return JSON.stringify(storeStatus?.health);
  };

  test('a cluster reached over ssh shows the disks and the load of its servers', async () => {
    await eventually(async () =>
      (await node.call('listDisks', {})).some(({ path }) => path !== undefined),
    ).toBe(true);
    const servers = await node.call('listServers', {});
    expect(servers.find((one) => one.hostname === 'node3')).toMatchObject({ access: 'ssh' });
    const id = servers.find((one) => one.hostname === 'node3')?.id;
    const query = { graph: 'server-memory', 'template-server-id': id, startTime: -60 };
    await eventually(async () => {
      const { graphs = [] } = await node.call('getGraph', { query } as never);
      return graphs.flatMap(({ datapoints = [] }) => datapoints).filter(({ v = 0 }) => v > 0).length;
    }).toBeGreaterThan(0);
  });

  test('a cluster reached over ssh runs a hook on the server that the hook names, and lists the network interfaces of that server', async () => {
    const node3 = async () => (await node.call('listServers', {})).find((one) => one.hostname === 'node3');
    await eventually(async () => (await node3())?.nics?.flatMap(({ addresses = [] }) => addresses)).toContain(
      '127.0.0.1/8',
    );
    const { id: scriptId } = (await node.call('createScript', {
      body: { name: 'tell.sh', contents: '#!/bin/sh\necho "for $STOREDECK_SERVER"\n' },
    })) as { readonly id: number };
    const serverIds = [(await node3())?.id ?? 0];
    await node.call('createHook', { body: { scriptId, event: 'PreFormatDisk', serverIds } });
    const [{ id = 0 } = {}] = await node.call('listHooks', {});
    await node.call('executeHook', { params: { id } });
    const task = async () => (await node.call('listTasks', { query: { limit: 1 } })).data?.[0];
    await eventually(async () => (await task())?.output).toBe('node3: for node3\n');
    await eventually(async () => (await task())?.state).toBe('FINISHED');
  });

  test('a cluster reached over ssh gets an iSCSI gateway on another server, which serves on without the service, until its service is deleted', async () => {
    const { iscsi } = otherClients(cluster);
    const name = 'iqn.2020-01.org.example:alpha';
    const disks = () =>
      iscsi.targets({ initiator: name }).then((text) => text.match(/DIRECT_ACCESS/g)?.length ?? 0, String);
    const params = { serviceId: 1, name };
    const addDisk = (disk: string) =>
      node.call('addIscsiClientDisks', { params, body: [{ pool: 'rbd', name: disk, size: 8 * 2 ** 20 }] });
    const servers = [{ serverId: await serverId(node, 'node2'), ip: '127.0.0.1' }];
    await finished(node.call, await node.call('createIscsiService', { body: { servers } }));
    await node.call('createIscsiClient', { params, body: { username: '', password: '' } });
    await addDisk('one');
    expect(await disks()).toBe(1);
    await node.close();
    expect(await disks()).toBe(1);
    const [daemon] = daemonsBelow(remoteFolder);
    node = await start();
    await addDisk('two');
    expect(await disks()).toBe(2);
    expect(daemonsBelow(remoteFolder)).toEqual([daemon]);
    for (const disk of ['one', 'two'])
      await node.call('removeIscsiClientDisk', { params, body: { pool: 'rbd', name: disk } });
    await node.call('deleteIscsiService', { params: { serviceId: 1 } });
    expect(await disks()).toMatch(/connect/);
    expect(daemonsBelow(remoteFolder)).toEqual([]);
  });

  test('a cluster reached over ssh gets NFS gateways on other servers, which are started again when they are killed', async () => {
    const { nfs } = otherClients(cluster);
    const names = () => nfs.names('/shared').catch(String);
    await node.call('createDirectory', { body: { dir: '/shared' } });
    const access = [{ subnet: '127.0.0.0/8', rw: true }];
    const exports = [{ nfsPath: '/shared', path: '/shared', access }];
    const servers = [await serverId(node, 'node2')];
    await node.call('createNfsService', { body: { servers, exports } });
    await eventually(() => nfs.write('/shared/file', 'content').then(() => 'written', String)).toBe(
      'written',
    );
    expect(await names()).toEqual(['file']);
    const [pid = 0] = daemonsBelow(remoteFolder);
    process.kill(pid, 'SIGKILL');
    await eventually(names, 90_000).toEqual(['file']);
    await node.call('updateNfsService', {
      params: { serviceId: 1 },
      body: { servers: [await serverId(node, 'node3')] },
    });
    await eventually(names).toEqual(['file']);
    expect(daemonsBelow(remoteFolder)).toHaveLength(1);
  });

  test('a cluster reached over ssh empties an OSD that is deleted, stops its daemon, and removes it', async () => {
    await node.call('deleteDisk', { params: { diskId: 3 } });
    const task = async () => (await node.call('listTasks', { query: { limit: 1 } })).data?.[0];
    await eventually(async () => (await task())?.done, 120_000).toBe(true);
    expect((await task())?.output).toMatch(
      /holds no data that is still needed\n.*osd.3 on node4 has stopped\n(?:.* have not moved yet\n|.* cannot draw any conclusions.*\n)*osd.3 is deleted/,
    );
    expect(await cluster.ceph('osd', 'tree')).not.toContain('osd.3');
  });

  test('a cluster reached over ssh reports a broken connection with the reason, and reconnects', async () => {
    await server.cut();
    await eventually(why).toMatch(/by `ssh .* mon1 .*`: the connection failed or was lost/);
    server.knows(false);
    server.startAgain();
    await eventually(why).toContain('does not know the host key');
    server.knows(true);
    await eventually(why, 90_000).toMatch(/HEALTH_(?:OK|WARN)/);
  });
});
