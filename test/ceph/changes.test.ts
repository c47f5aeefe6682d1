import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input } from '../../src/api/contract/index.ts';
import { refusal } from '../support/refusal.ts';
import { TestCluster } from './cluster.ts';
import { eventually, finished, startNode, type Node } from './engines.ts';

type Body = Input<'changeCrushMap'>['body'];
type Wire = Body['nodes'][number];
type CrushNode = { -readonly [Field in keyof Wire]: Wire[Field] };
type CrushMap = { nodes: CrushNode[]; stray: CrushNode[] };

let cluster: TestCluster;
let node: Node;

beforeAll(async () => {
  cluster = await TestCluster.create();
  node = await startNode(cluster, 'alpha');
}, 300_000);

afterAll(async () => {
  await node?.close();
  await cluster?.destroy();
}, 60_000);

const json = async <T>(...args: string[]): Promise<T> =>
  JSON.parse(await cluster.ceph(...args, '-f', 'json')) as T;
const tree = () =>
  json<{
    nodes: {
      id: number;
      name: string;
      children?: number[];
      device_class?: string;
      crush_weight?: number;
      reweight?: number;
    }[];
    stray: { name: string }[];
  }>('osd', 'tree');
const parentOf = async (name: string) => {
  const { nodes } = await tree();
  const { id = NaN } = nodes.find((item) => item.name === name) ?? {};
  return nodes.find(({ children = [] }) => children.includes(id))?.name;
};
/** The present CRUSH map as a request that can be modified. */
const crushMap = async () => structuredClone(await node.call('getCrushMap', {})) as CrushMap;
const find = ({ nodes }: CrushMap, name: string) => nodes.find((item) => item.name === name)!;
const take = (map: CrushMap, id: number) => {
  for (const item of map.nodes) item.children = item.children?.filter((child) => child !== id) ?? [];
};
const put = (map: CrushMap, name: string, bucket: string) => {
  take(map, find(map, name).id);
  find(map, bucket).children!.push(find(map, name).id);
};
const propose = (body: CrushMap) => node.call('changeCrushMap', { body });
async function approve(id = NaN): Promise<string> {
  return finished(node.call, await node.engine.changeRequests.approve(id, 'test'));
}

describe('a change of the CRUSH map', () => {
  test('a change of the CRUSH map waits for approval, and changes nothing until then', async () => {
    const map = await crushMap();
    map.nodes.push({ id: -90, name: 'rack3', type: 'RACK', children: [] });
    find(map, 'default').children!.push(-90);
    put(map, 'node4', 'rack3');
    find(map, 'osd.1').reweight = 0.5;
    expect(await propose(map)).toMatchObject({
      state: 'PENDING',
      createdBy: { name: 'test' },
      affectedObject: 'CRUSH map',
      description:
        'add the rack rack3 to default; move node4 from rack2 to rack3; change the reweight of osd.1 from 1 to 0.5',
      changes: [{ type: 'ADD_BUCKET' }, { type: 'MOVE', node: 'node4', from: 'rack2' }, { type: 'REWEIGHT' }],
    });
    expect(await parentOf('node4')).toBe('rack2');
    expect(await cluster.ceph('config-key', 'get', 'storedeck/change-request/1')).toContain('PENDING');
  });

  test('a change of the CRUSH map is applied step by step once it is approved, and keeps the weights', async () => {
    const weights = async () =>
      (await tree()).nodes.filter(({ id }) => id >= 0).map(({ crush_weight }) => crush_weight);
    const before = await weights();
    const output = await approve(1);
    expect(output).toBe(
      'add the rack rack3 to default\nmove node4 from rack2 to rack3\nchange the reweight of osd.1 from 1 to 0.5\n',
    );
    expect(await parentOf('node4')).toBe('rack3');
    expect((await tree()).nodes.find(({ name }) => name === 'osd.1')?.reweight).toBeCloseTo(0.5, 4);
    expect(await weights()).toEqual(before);
    const again = node.engine.changeRequests.approve(1, 'test');
    await expect(again).rejects.toMatchObject(refusal(409, 'already approved'));
  });

  test('a change of the CRUSH map moves OSDs, puts strays back, changes classes and names, and removes buckets', async () => {
    const map = await crushMap();
    put(map, 'osd.3', 'node1');
    put(map, 'node4', 'rack2');
    const rack3 = find(map, 'rack3').id;
    take(map, rack3);
    map.nodes = map.nodes.filter(({ id }) => id !== rack3);
    find(map, 'rack1').name = 'row-a';
    find(map, 'osd.2').deviceClass = 'ssd';
    find(map, 'osd.1').reweight = 1;
    const request = await propose(map);
    await approve(request.id);
    expect(await parentOf('osd.3')).toBe('node1');
    expect(await parentOf('node1')).toBe('row-a');
    const { nodes } = await tree();
    expect(nodes.map(({ name }) => name)).not.toContain('rack3');
    expect(nodes.find(({ name }) => name === 'osd.2')?.device_class).toBe('ssd');

    const stray = await crushMap();
    const osd = find(stray, 'osd.3');
    take(stray, 3);
    stray.nodes = stray.nodes.filter(({ id }) => id !== 3);
    stray.stray.push(osd);
    await approve((await propose(stray)).id);
    expect((await tree()).stray.map(({ name }) => name)).toEqual(['osd.3']);
    const back = await crushMap();
    const [first] = back.stray.splice(0);
    back.nodes.push(first!);
    find(back, 'node4').children!.push(3);
    await eventually(async () => (await node.call('getCrushMap', {})).stray).toHaveLength(1);
    await approve((await propose(back)).id);
    expect(await parentOf('osd.3')).toBe('node4');
  });

  test('a change of the CRUSH map is not applied if the map has changed since, nor after it is rejected', async () => {
    const map = await crushMap();
    put(map, 'osd.0', 'node2');
    const { id = NaN } = await propose(map);
    await cluster.ceph('osd', 'crush', 'move', 'osd.0', 'host=node3');
    const late = node.engine.changeRequests.approve(id, 'test');
    await expect(late).rejects.toMatchObject(refusal(409, 'osd.0 is now in node3'));
    await node.engine.changeRequests.reject(id);
    expect((await node.engine.changeRequests.list())[0]).toMatchObject({ id, state: 'REJECTED' });
    const rejected = node.engine.changeRequests.reject(id);
    await expect(rejected).rejects.toMatchObject(refusal(409));
    await cluster.ceph('osd', 'crush', 'move', 'osd.0', 'host=node1');
    // What the engine read a moment ago is shared, also after a change on the command line.
    await eventually(async () => find(await crushMap(), 'node1').children).toContain(0);
  });

  test('a change of the CRUSH map is refused if the result is not a valid map, or if it changes nothing', async () => {
    await expect(propose(await crushMap())).rejects.toMatchObject(refusal(409, 'nothing to change'));
    const map = await crushMap();
    map.nodes = map.nodes.filter(({ name }) => name !== 'osd.0');
    take(map, 0);
    await expect(propose(map)).rejects.toMatchObject(refusal(400, 'osd.0 is missing'));
    await expect(node.engine.changeRequests.approve(99, 'test')).rejects.toMatchObject(refusal(404));
  });
});

describe('a rule with the first copies on SSD', () => {
  const body = {
    name: 'fast',
    ssdStartBucket: 'default',
    ssdIndependent: 'host',
    ssdDeviceClass: 'ssd',
    hddStartBucket: 'default',
    hddIndependent: 'host',
    hddDeviceClass: 'hdd',
  };

  test('a rule with the first copies on SSD is created without touching the rest of the map, and places copies as it says', async () => {
    const dump = () => json<{ buckets: unknown; devices: unknown }>('osd', 'crush', 'dump');
    const before = await dump();
    await node.call('createSsdPrimaryCrushRule', { body });
    const after = await dump();
    expect(after).toEqual({ ...after, buckets: before.buckets, devices: before.devices });
    const rules = await node.call('listCrushRules', {});
    expect(
      rules.find(({ name }) => name === 'fast')?.steps?.map(({ crushMapTextFormat }) => crushMapTextFormat),
    ).toEqual([
      'step take default class ssd',
      'step chooseleaf firstn 1 type host',
      'step emit',
      'step take default class hdd',
      'step chooseleaf firstn -1 type host',
      'step emit',
    ]);
    await node.call('createPool', {
      body: { name: 'fast', pgNum: 8, size: 3, crushRule: rules.find(({ name }) => name === 'fast')!.id! },
    });
    const primaries = async () => {
      const { pg_stats } = await json<{ pg_stats: { acting_primary: number; acting: number[] }[] }>(
        'pg',
        'ls-by-pool',
        'fast',
      );
      return pg_stats.map(({ acting_primary, acting }) => [acting_primary, acting.length]);
    };
    // osd.2 is the only OSD of the class ssd.
    await eventually(primaries).toEqual(Array.from({ length: 8 }, () => [2, 3]));
  });

  test.each([
    [{ name: 'fast' }, 409, 'already'],
    [{ name: 'a b' }, 400, 'cannot be named'],
    [{ name: 'x', ssdDeviceClass: 'nvme' }, 400, 'device class "nvme"'],
    [{ name: 'x', hddStartBucket: 'nix' }, 400, 'no bucket "nix"'],
    [{ name: 'x', hddIndependent: 'shelf' }, 400, 'no bucket type "shelf"'],
  ])('a rule with the first copies on SSD is refused with %o', async (change, status, message) => {
    const made = node.call('createSsdPrimaryCrushRule', { body: { ...body, ...change } });
    await expect(made).rejects.toMatchObject(refusal(status, message));
  });
});

describe('a disk', () => {
  const server = async (name: string) =>
    (await node.call('listServerNames', {})).find(({ hostname }) => hostname === name)!.id!;

  test('the device class of a disk is changed', async () => {
    const params = { id: await server('node3'), diskId: 2 };
    await finished(
      node.call,
      await node.call('updateServerDisk', { params, body: { crushDeviceClass: 'nvme' } }),
    );
    expect((await tree()).nodes.find(({ name }) => name === 'osd.2')?.device_class).toBe('nvme');
  });

  test.each([
    [{ role: 'mon' as const }, 501, 'only its device class can be changed'],
    [{ reuseOsdId: 1 }, 501, 'only its device class can be changed'],
    [{ crushDeviceClass: 'a b/c' }, 400, 'cannot be named'],
  ])('a disk cannot be created %o from here', async (body, status, message) => {
    const params = { id: await server('node3'), diskId: 2 };
    await expect(node.call('updateServerDisk', { params, body })).rejects.toMatchObject(
      refusal(status, message),
    );
  });

  test('a disk of another server is not found', async () => {
    const params = { id: await server('node1'), diskId: 2 };
    await expect(node.call('deleteServerDisk', { params })).rejects.toMatchObject(refusal(404));
    await expect(node.call('deleteDisk', { params: { diskId: 77 } })).rejects.toMatchObject(refusal(404));
  });

  test('a disk that is deleted is emptied first, and its daemon is left for the operator to stop', async () => {
    // The pools with three copies need three hosts of the class hdd, and the rule that prefers nvme would keep the OSD full.
    await cluster.ceph('osd', 'pool', 'delete', 'fast', 'fast', '--yes-i-really-really-mean-it');
    await node.call('deleteDisk', { params: { diskId: 3 } });
    const task = async () => (await node.call('listTasks', { query: { limit: 1 } })).data?.[0];
    await eventually(async () => (await task())?.output, 120_000).toMatch(
      /osd.3 is out[^]*holds no data that is still needed\n[^]*systemctl stop ceph-osd@3/,
    );
    // Cancelled while it waits for the operator, the OSD is as before.
    await node.call('cancelTask', { params: { id: (await task())?.id ?? 0 } });
    await eventually(async () => (await task())?.output).toContain('osd.3 is in again');
    expect(await cluster.ceph('osd', 'tree')).toMatch(/osd\.3 +up +1\.00000/);

    await cluster.stop('osd.3');
    await eventually(
      async () =>
        (await json<{ osds: { osd: number; up: number }[] }>('osd', 'dump')).osds.find(({ osd }) => osd === 3)
          ?.up,
    ).toBe(0);
    const params = { id: await server('node4'), diskId: 3 };
    const released = await node.call('updateServerDisk', { params, body: { role: 'unassigned' } });
    expect(await finished(node.call, released)).toContain('another disk can take its id');
    expect(await node.call('listDestroyedOsds', {})).toEqual({ destroyedOsds: [{ id: 3, host: 'node4' }] });
    await node.call('deleteDisk', { params: { diskId: 3 } });
    await eventually(async () => (await task())?.state).toBe('FINISHED');
    expect(await cluster.ceph('osd', 'tree')).not.toContain('osd.3');
  });

  test('a disk is not emptied if a pool would then lack room for all of its copies', async () => {
    const deleted = node.call('deleteDisk', { params: { diskId: 2 } });
    await expect(deleted).rejects.toMatchObject(refusal(409, 'failure domains (host)'));
    expect((await tree()).nodes.find(({ name }) => name === 'osd.2')?.reweight).toBe(1);
  });
});
