import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { refusal } from '../support/refusal.ts';
import { Home } from '../support/storedeck.ts';
import { TestCluster } from './cluster.ts';
import { eventually, startNode, type Node } from './engines.ts';
import { SSHD, SshServer } from './sshServer.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.create();
});
afterAll(() => cluster.destroy());

const { env } = process;

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
  beforeAll(async () => {
    server = await SshServer.start();
    const ssh = { configFile: server.configFile, env };
    // The system's Python, as Ceph's modules are packages of the system.
    const words = ['ssh', '-F', server.configFile, 'mon1', 'env', 'PATH=/usr/bin:/bin'] as const;
    node = await startNode(cluster, 'laptop', { via: { words, env }, ssh });
  });
  afterAll(async () => {
    await node.close();
    await server[Symbol.asyncDispose]();
  });
  const why = async () => {
    const { storeStatus } = await node.call('getClusterStatus', {});
    return JSON.stringify(storeStatus?.health);
  };

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
