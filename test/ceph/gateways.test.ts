import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { TestCluster } from './cluster.ts';
import { eventually, finished, startNode, type Node } from './engines.ts';
import { gatewayPorts, otherClients } from './otherClients.ts';

const CLIENT = 'iqn.2020-01.org.example:alpha';
const LOGIN = { initiator: CLIENT };
const MIB = 2 ** 20;

let cluster: TestCluster;
let node: Node;
const directory = mkdtempSync(join(tmpdir(), 'sd-'));
const start = (folder = directory) =>
  startNode(cluster, 'node1', { directory: folder, gateways: gatewayPorts(cluster, 0) });
const clients = () => otherClients(cluster);
const servedDisks = () =>
  clients()
    .iscsi.targets(LOGIN)
    .then((text) => (text.match(/DIRECT_ACCESS/g) ?? []).length, String);
/** A gateway that has just started accepts connections, but refuses to open anything for a while. */
const servedFiles = () => clients().nfs.names('/data').catch(String);

beforeAll(async () => {
  cluster = await TestCluster.create();
  node = await start();
}, 300_000);
afterAll(async () => {
  await node?.close();
  await cluster?.destroy();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

/** The file with the process id of a gateway's daemon. */
async function pidFile(kind: 'iscsi' | 'nfs', program: string): Promise<string> {
  const fsid = (await cluster.ceph('fsid')).trim();
  return join(directory, fsid, kind, `${program}.pid`);
}
const pidOf = async (kind: 'iscsi' | 'nfs', program: string): Promise<number> =>
  Number(readFileSync(await pidFile(kind, program), 'utf8'));
const DAEMONS = [
  ['iscsi', 'tgtd'],
  ['nfs', 'ganesha'],
] as const;

test('gateways serve what was requested', async () => {
  const { call } = node;
  const server = (await call('listServerNames', {})).find(({ hostname }) => hostname === 'node1')?.id ?? NaN;
  const servers = [{ serverId: server, ip: '127.0.0.1' }];
  await finished(call, await call('createIscsiService', { body: { servers } }));
  const params = { serviceId: 1, name: CLIENT };
  await call('createIscsiClient', { params, body: { username: '', password: '' } });
  await call('addIscsiClientDisks', { params, body: [{ pool: 'rbd', name: 'disk', size: 8 * MIB }] });
  await call('createDirectory', { body: { dir: '/data' } });
  const content = (async function* () {
    yield Buffer.from('content');
  })();
  await call('uploadFile', { query: { path: '/data/file' }, form: { file: { name: 'file', content } } });
  const entry = { nfsPath: '/data', path: '/data', access: [{ subnet: '127.0.0.0/8', rw: true }] };
  await call('createNfsService', { body: { servers: [server], exports: [entry] } });
  expect(await servedDisks()).toBe(1);
  expect(await clients().nfs.read('/data/file')).toBe('content');
});

test('an image is not changed or deleted while a client has it as its disk, even if the gateway is down', async () => {
  const { call } = node;
  const refused = refusal(409, 'rbd/disk is a disk of');
  const params = { pool: 'rbd', rbd: 'disk' };
  const update = (body: object) => call('updateImage', { params, body });
  await expect(update({ name: 'other' })).rejects.toMatchObject(refused);
  await expect(update({ size: MIB })).rejects.toMatchObject(refused);
  const deleted = { params, body: { thisWillDeleteData: 'disk' } };
  await expect(call('deleteImage', deleted)).rejects.toMatchObject(refused);
  const pool = { params: { name: 'rbd' } };
  await expect(call('updatePool', { ...pool, body: { name: 'x' } })).rejects.toMatchObject(refused);
  const deletion = call('deletePool', { ...pool, body: { thisWillDeleteData: 'rbd' } });
  await expect(deletion).rejects.toMatchObject(refused);
  await update({ size: 8 * MIB });
  expect(await servedDisks()).toBe(1);
});

test('a second service on a server leaves tasks and gateways to the first', async () => {
  const own = mkdtempSync(join(tmpdir(), 'sd-'));
  const second = await start(own);
  const benchmark = second.call('benchmarkDisk', { params: { diskId: 0 } });
  await expect(benchmark).rejects.toMatchObject(refusal(409, 'another storedeck serve on node1'));
  await second.call('createIscsiGroup', { params: { serviceId: 1, group: 'hosts' } });
  expect(readdirSync(own)).toEqual([]);
  await node.engine.close();
  await finished(second.call, await second.call('benchmarkDisk', { params: { diskId: 0 } }));
  await eventually(servedDisks).toBe(1);
  await second.close();
  rmSync(own, { recursive: true });
  node = await start();
  await eventually(servedDisks).toBe(1);
  await eventually(servedFiles).toEqual(['file']);
});

test('a gateway whose port is taken does not listen elsewhere', async () => {
  const other = await startNode(cluster, 'node9', { gateways: gatewayPorts(cluster, 0) });
  const server = (await other.call('listServerNames', {})).find(({ hostname }) => hostname === 'node9');
  const servers = [{ serverId: server?.id ?? NaN, ip: '127.0.0.1' }];
  const { id = NaN } = await other.call('createIscsiService', { body: { servers } });
  const task = () => other.call('getTask', { params: { id } });
  await eventually(async () => (await task()).done).toBe(true);
  expect(await task()).toMatchObject({
    state: 'FAILED',
    output: expect.stringContaining('another program listens on 127.0.0.1') as string,
  });
  await other.close();
});

test('gateways that are killed are restarted and serve the same as before', async () => {
  const pids = await Promise.all(DAEMONS.map(([kind, program]) => pidOf(kind, program)));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await eventually(servedDisks).toBe(1);
  await eventually(servedFiles).toEqual(['file']);
  for (const [index, [kind, program]] of DAEMONS.entries())
    expect(await pidOf(kind, program)).not.toBe(pids[index]);
});

test('a service that is restarted has its gateways serve again', async () => {
  const pid = await pidOf('iscsi', 'tgtd');
  await node.engine.close();
  expect(() => process.kill(pid, 0)).toThrow();
  expect(await servedDisks()).toMatch(/connect/);
  node = await start();
  await eventually(servedDisks).toBe(1);
  await eventually(servedFiles).toEqual(['file']);
});

test('a service that ends while its gateway is starting leaves none running', async () => {
  await node.engine.close();
  const path = await pidFile('nfs', 'ganesha');
  const starting = start();
  await expect.poll(() => existsSync(path), { interval: 5 }).toBe(true);
  const pid = Number(readFileSync(path, 'utf8'));
  process.kill(pid, 'SIGSTOP');
  node = await starting;
  await node.engine.close();
  expect(() => process.kill(pid, 0)).toThrow();
  node = await start();
  await eventually(servedFiles).toEqual(['file']);
});

test('a disk whose image is gone does not keep other disks, or later ones, from being served', async () => {
  const params = { serviceId: 1, name: CLIENT };
  const give = (name: string) =>
    node.call('addIscsiClientDisks', { params, body: [{ pool: 'rbd', name, size: MIB }] });
  await give('second');
  await node.engine.close();
  await clients().rbd('rename', 'rbd/disk', 'rbd/away');
  node = await start();
  await eventually(servedDisks).toBe(1);
  await give('third');
  expect(await servedDisks()).toBe(2);
  for (const name of ['second', 'third'])
    await node.call('removeIscsiClientDisk', { params, body: { pool: 'rbd', name } });
  await clients().rbd('rename', 'rbd/away', 'rbd/disk');
  await eventually(servedDisks).toBe(1);
});

test('a client that is removed can no longer log in', async () => {
  const [, target = ''] = /Target:(\S+)/.exec(await clients().iscsi.targets(LOGIN)) ?? [];
  expect(await clients().iscsi.size(LOGIN, target, 1)).toBe(8 * MIB);
  const params = { serviceId: 1, name: CLIENT };
  await node.call('removeIscsiClientDisk', { params, body: { pool: 'rbd', name: 'disk' } });
  await node.call('deleteIscsiClient', { params });
  await expect(clients().iscsi.size(LOGIN, target, 1)).rejects.toThrow(/Login Failed/);
  await node.call('deleteIscsiService', { params });
});

test('an export whose directory is gone is reported, and does not keep others from being served', async () => {
  const { call } = node;
  const entry = (name: string) => ({
    params: { serviceId: 1 },
    body: { nfsPath: `/${name}`, path: `/${name}`, access: [{ subnet: '127.0.0.0/8', rw: true }] },
  });
  for (const dir of ['/gone', '/other']) await call('createDirectory', { body: { dir } });
  await call('createNfsExport', entry('gone'));
  await node.engine.close();
  node = await start();
  await finished(node.call, await node.call('deleteFiles', { query: { path: ['/gone'] } }));
  await node.engine.close();
  node = await start();
  await node.call('createNfsExport', entry('other'));
  expect(await clients().nfs.names('/other')).toEqual([]);
  await expect(clients().nfs.names('/gone')).rejects.toThrow(/NOENT/);
});
