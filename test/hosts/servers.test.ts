import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { eventually, finished, type Node } from '../ceph/engines.ts';
import { iscsiClient, nfsClient } from '../ceph/otherClients.ts';
import { Home } from '../support/storedeck.ts';
import { HOST_NAMES, type HostName, Hosts } from './hosts.ts';

/** Traffic that an idle host does not have, in bits per second. */
const LOAD = 50e6;
/** The time after which a cluster that misses a server at once would block writes: its OSDs' grace, in seconds. */
const GRACE_S = 20;
const REBOOTS_MS = 240_000;

let hosts: Hosts;
let node: Node;
beforeAll(async () => {
  hosts = await Hosts.create();
  node = await hosts.startNode();
});
afterAll(async () => {
  await node?.close();
  await hosts?.destroy();
});

const server = async (host: HostName) =>
  (await node.call('listServers', {})).find(({ hostname }) => hostname === host) ?? {};
const idOf = async (host: HostName) => (await server(host)).id ?? NaN;
/** The highest value of a graph of a server in the last ten seconds. */
const peak = async (graph: string, host: HostName): Promise<number> => {
  const query = { graph, 'template-server-id': await idOf(host), startTime: -10 };
  const { graphs = [] } = await node.call('getGraph', { query });
  return Math.max(0, ...graphs.flatMap(({ datapoints = [] }) => datapoints.map(({ v = 0 }) => v)));
};
/** The times at which the hosts have booted. */
const boots = () => Promise.all(HOST_NAMES.map((host) => hosts.on(host, 'stat', '-c', '%Y', '/run/sshd')));
const latest = async () => (await node.call('listTasks', { query: { limit: 1 } })).data?.[0] ?? {};

test('the program itself lists the servers of a cluster that only ssh reaches, each with its own network interface', async () => {
  using home = new Home();
  const args = ['call', 'listServers', '--via', hosts.via.join(' '), '--ssh-config', hosts.sshConfig];
  const env = { ...process.env, ...home.env };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  const listed = JSON.parse(stdout) as {
    hostname: string;
    access: string;
    nics?: { addresses?: string[] }[];
  }[];
  expect(listed.map(({ hostname, access }) => `${hostname} ${access}`)).toEqual(
    HOST_NAMES.map((host) => `${host} ssh`),
  );
  for (const host of HOST_NAMES) {
    const nics = listed.find(({ hostname }) => hostname === host)?.nics ?? [];
    expect(nics.flatMap(({ addresses = [] }) => addresses)).toContain(`${hosts.address(host)}/24`);
  }
});

test('the graphs of a server show the load of that server alone', async () => {
  await eventually(() => peak('server-memory', 'host3')).toBeGreaterThan(0);
  const socket = createSocket('udp4').bind(0, hosts.ownAddress);
  await once(socket, 'listening');
  const target = `/dev/udp/${hosts.ownAddress}/${socket.address().port}`;
  await hosts.on('host2', 'bash', '-c', `head -c 200M /dev/zero >${target}`);
  await eventually(() => peak('server-network', 'host2')).toBeGreaterThan(LOAD);
  expect(await peak('server-network', 'host3')).toBeLessThan(LOAD);
  socket.close();
});

test('a hook runs on the other host that it names', async () => {
  const contents = '#!/bin/sh\necho "$(hostname) for $STOREDECK_SERVER"\n';
  const script = await node.call('createScript', { body: { name: 'tell.sh', contents } });
  const { id: scriptId } = script as { readonly id: number };
  await node.call('createHook', {
    body: { scriptId, event: 'PreFormatDisk', serverIds: [await idOf('host3')] },
  });
  const [{ id = 0 } = {}] = await node.call('listHooks', {});
  await node.call('executeHook', { params: { id } });
  expect(await finished(node.call, await latest())).toBe('host3: host3 for host3\n');
});

test('a host without ssh says so, and everything else goes on', async () => {
  await hosts.ssh('host3', 'off');
  await eventually(async () => (await server('host3')).unreached).toMatch(/Connection refused|connection/i);
  expect((await server('host2')).unreached).toBeUndefined();
  expect((await node.call('listPools', {})).map(({ name }) => name)).toContain('rbd');
  expect((await node.call('listDisks', {})).map(({ hostname }) => hostname)).toContain('host3');
  await hosts.ssh('host3', 'on');
  await eventually(async () => (await server('host3')).unreached).toBeUndefined();
});

test('an iSCSI gateway on another host serves on without the service, until it is deleted', async () => {
  const iscsi = iscsiClient(() => `${hosts.address('host2')}:3260`);
  const name = 'iqn.2020-01.org.example:alpha';
  const disks = () =>
    iscsi.targets({ initiator: name }).then((text) => text.match(/DIRECT_ACCESS/g)?.length ?? 0, String);
  const params = { serviceId: 1, name };
  const add = (disk: string) =>
    node.call('addIscsiClientDisks', { params, body: [{ pool: 'rbd', name: disk, size: 8 * 2 ** 20 }] });
  const servers = [{ serverId: await idOf('host2'), ip: hosts.address('host2') }];
  await finished(node.call, await node.call('createIscsiService', { body: { servers } }));
  await node.call('createIscsiClient', { params, body: { username: '', password: '' } });
  await add('one');
  expect(await disks()).toBe(1);
  const daemon = await hosts.on('host2', 'pgrep', '-x', 'tgtd');
  await node.close();
  expect(await disks()).toBe(1);
  node = await hosts.startNode();
  await add('two');
  expect(await disks()).toBe(2);
  expect(await hosts.on('host2', 'pgrep', '-x', 'tgtd')).toBe(daemon);
  for (const disk of ['one', 'two'])
    await node.call('removeIscsiClientDisk', { params, body: { pool: 'rbd', name: disk } });
  await node.call('deleteIscsiService', { params: { serviceId: 1 } });
  expect(await disks()).toMatch(/connect/);
});

test('servers are rebooted one after the other without blocked writes', async () => {
  await eventually(() => hosts.ceph('health'), 90_000).toMatch(/^HEALTH_OK/);
  const boots = () => Promise.all(HOST_NAMES.map((host) => hosts.on(host, 'stat', '-c', '%Y', '/run/sshd')));
  const before = await boots();
  for (const host of ['host2', 'host3'] as const) await hosts.on(host, 'touch', '/run/reboot-required');
  const stopWriting = hosts.startWriting('rbd');
  const { id = 0 } = await node.call('rebootAllServers', {});
  await eventually(async () => (await node.call('getTask', { params: { id } })).done, REBOOTS_MS).toBe(true);
  const output = await finished(node.call, { id });
  expect(output).toMatch(/host2: up again[^]*host3: up again/);
  const after = await boots();
  expect(after[0]).toBe(before[0]);
  expect(after.slice(1)).not.toEqual(before.slice(1));
  expect(await stopWriting()).toBeLessThan(GRACE_S);
  expect(await hosts.ceph('osd', 'dump')).not.toMatch(/noout|noup/);
});

test('an NFS gateway on another host serves, is started again after that host has lost its power, and moves to a third one', async () => {
  const nfs = nfsClient(() => `${hosts.address('host3')}:2049`);
  const names = () => nfs.names('/shared').catch(String);
  await node.call('createDirectory', { body: { dir: '/shared' } });
  const exports = [{ nfsPath: '/shared', path: '/shared', access: [{ subnet: '198.18.0.0/16', rw: true }] }];
  await node.call('createNfsService', { body: { servers: [await idOf('host3')], exports } });
  await eventually(() => nfs.write('/shared/file', 'content').then(() => 'written', String)).toBe('written');
  await hosts.powerOff('host3');
  await hosts.boot('host3');
  await eventually(names, 120_000).toEqual(['file']);
  await node.call('updateNfsService', { params: { serviceId: 1 }, body: { servers: [await idOf('host2')] } });
  const moved = nfsClient(() => `${hosts.address('host2')}:2049`);
  await eventually(() => moved.names('/shared').catch(String)).toEqual(['file']);
  expect(await names()).not.toEqual(['file']);
});

/** A manager module of Ceph's packages that lists servers, and carries out nothing. */
const ORCHESTRATOR = 'test_orchestrator';

test.runIf(existsSync(`/usr/share/ceph/mgr/${ORCHESTRATOR}`))(
  'a server whose orchestrator has no maintenance mode is not rebooted, and the reason is quoted',
  async () => {
    const file = join(hosts.directory, 'orchestrated.json');
    const inventory = HOST_NAMES.map((name) => ({
      name,
      addr: hosts.address(name),
      labels: [],
      devices: [],
    }));
    writeFileSync(file, JSON.stringify({ inventory, services: [], daemons: [] }));
    await hosts.ceph('mgr', 'module', 'enable', ORCHESTRATOR);
    // Managers restart when a module is enabled.
    const patience = { timeout: 60_000, interval: 500 };
    await vi.waitFor(() => hosts.ceph('orch', 'set', 'backend', ORCHESTRATOR), patience);
    await vi.waitFor(() => hosts.ceph(ORCHESTRATOR, 'load_data', '-i', file), patience);
    await eventually(async () => (await server('host1')).access).toBe('orchestrator');
    await eventually(() => hosts.ceph('health'), 90_000).toMatch(/^HEALTH_OK/);
    const before = await boots();
    // Another manager would not know what was loaded into the first one, so its server is not chosen.
    await hosts.on('host3', 'touch', '/run/reboot-required');
    const { id = 0 } = await node.call('rebootAllServers', {});
    const task = () => node.call('getTask', { params: { id } });
    await eventually(async () => (await task()).state, 120_000).toBe('FAILED');
    expect((await task()).output).toMatch(
      /does not support `orch host maintenance enter`[^]*it is not in maintenance mode/,
    );
    expect(await boots()).toEqual(before);
  },
);
