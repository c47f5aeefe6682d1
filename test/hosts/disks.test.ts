import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '../../src/api/contract/shapes.ts';
import { eventually, finished, type Node } from '../ceph/engines.ts';
import { type HostName, Hosts } from './hosts.ts';

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

const disksOf = async (host: HostName) =>
  (await node.call('listDisks', {})).filter(({ hostname }) => hostname === host);
/** The disk of a host that is not part of the cluster at first. */
const spareOf = async (host: HostName) => {
  const [name] = (await hosts.on(host, 'cat', '/etc/ceph/disk')).split(' ');
  return (await disksOf(host)).find((disk) => disk.name === name) ?? {};
};
const change = async (host: HostName, body: object): Promise<Task> => {
  const { server = 0, id = 0 } = await spareOf(host);
  return node.call('updateServerDisk', { params: { id: server, diskId: id }, body });
};
const task = (id = 0) => node.call('getTask', { params: { id } });
const latest = async () => (await node.call('listTasks', { query: { limit: 1 } })).data?.[0] ?? {};
const groupsOf = async (osd: number): Promise<number> => {
  const { nodes } = JSON.parse(await hosts.ceph('osd', 'df', '-f', 'json')) as {
    nodes: { id: number; pgs: number }[];
  };
  return nodes.find(({ id }) => id === osd)?.pgs ?? 0;
};
/** Stores a key for the disk of an OSD, as ceph-volume does for one that it encrypts: these hosts have no device mapper. */
const keepKey = async (osd: number): Promise<void> => {
  const { osds } = JSON.parse(await hosts.ceph('osd', 'dump', '-f', 'json')) as {
    osds: { osd: number; uuid: string }[];
  };
  const uuid = osds.find((one) => one.osd === osd)?.uuid;
  await hosts.ceph('config-key', 'set', `dm-crypt/osd/${uuid}/luks`, 'a key');
  // ceph-volume stores it while it creates the OSD, which changes the map. So do flags.
  await hosts.ceph('osd', 'set', 'noscrub');
  await hosts.ceph('osd', 'unset', 'noscrub');
};
const hostOf = async (osd: number): Promise<string> =>
  (JSON.parse(await hosts.ceph('osd', 'find', String(osd), '-f', 'json')) as { host: string }).host;

test('an empty disk of another host becomes an OSD, gets data, and is empty again once it is released', async () => {
  await eventually(() => spareOf('host2')).toMatchObject({ role: 'unassigned' });
  expect(await finished(node.call, await change('host2', { role: 'osd' }))).toContain('osd.3 is up');
  expect(await hostOf(3)).toBe('host2');
  const stopWriting = hosts.startWriting('rbd');
  await eventually(() => groupsOf(3)).toBeGreaterThan(0);
  await stopWriting();
  await eventually(async () => (await spareOf('host2')).role).toBe('osd');
  await keepKey(3);
  await eventually(async () => (await spareOf('host2')).encrypted).toBe(true);
  const released = await finished(node.call, await change('host2', { role: 'unassigned' }));
  expect(released).toMatch(/osd\.3 on host2 has stopped[^]*osd\.3 is destroyed[^]*is empty/);
  expect(await hosts.on('host2', 'pgrep', '-af', 'ceph-osd')).not.toMatch(/-i 3\b/);
});

test('the disk of a released OSD becomes an OSD with the same number, which can be deleted', async () => {
  await eventually(async () => (await spareOf('host2')).role, 90_000).toBe('unassigned');
  await finished(node.call, await change('host2', { role: 'osd', reuseOsdId: 3 }));
  expect(await hostOf(3)).toBe('host2');
  await node.call('deleteDisk', { params: { diskId: 3 } });
  expect(await finished(node.call, await latest())).toContain('osd.3 is deleted');
  expect(await hosts.ceph('osd', 'tree')).not.toContain('osd.3');
});

test('a removal goes on when ssh to the server of the OSD was cut meanwhile and returns', async () => {
  await eventually(() => spareOf('host3')).toMatchObject({ role: 'unassigned' });
  await finished(node.call, await change('host3', { role: 'osd' }));
  await hosts.ssh('host3', 'off');
  await node.call('deleteDisk', { params: { diskId: 3 } });
  const { id } = await latest();
  await eventually(async () => (await task(id)).output).toContain('it is tried again');
  expect(await hosts.ceph('osd', 'tree')).toContain('osd.3');
  await hosts.ssh('host3', 'on');
  expect(await finished(node.call, { id: id ?? 0 })).toMatch(
    /osd\.3 on host3 has stopped[^]*osd\.3 is deleted/,
  );
});

test('an OSD is not reported as created when ssh is cut meanwhile, and the task says what to do', async () => {
  await eventually(() => spareOf('host1')).toMatchObject({ role: 'unassigned' });
  const { id } = await change('host1', { role: 'osd' });
  await expect
    .poll(() => hosts.on('host1', 'pgrep', '-f', 'ceph-volume').catch(() => ''), { interval: 50 })
    .not.toBe('');
  await hosts.ssh('host1', 'off');
  await eventually(async () => (await task(id)).done).toBe(true);
  await hosts.ssh('host1', 'on');
  await eventually(async () => (await task(id)).output).toContain(
    'not known how far ceph-volume got on host1',
  );
  expect(await task(id)).toMatchObject({ state: 'FAILED' });
});
