import { expect, test } from 'vitest';
import {
  findOsd,
  firstRunning,
  hostsOfNodes,
  osdsOf,
  racksOfHosts,
  type OsdTree,
} from '../../../../src/service/ceph/map/osdTree.ts';
import { sample } from '../samples.ts';

const tree = sample('osdTreeRacks') as OsdTree;

test('the hosts of a tree are found once, and anew for another tree', () => {
  const hosts = hostsOfNodes(tree);
  expect(hosts.get(3)?.name).toBe('node4');
  expect(hostsOfNodes(tree)).toBe(hosts);
  const moved = {
    ...tree,
    nodes: tree.nodes.map((node) => (node.name === 'node4' ? { ...node, name: 'node9' } : node)),
  };
  expect(hostsOfNodes(moved).get(3)?.name).toBe('node9');
});

test('the rack of a host is the bucket that contains it', () => {
  const bucket = (id: number, type: string, name: string, ...children: readonly number[]) => ({
    id,
    type,
    name,
    children,
  });
  const nodes = [
    bucket(-1, 'root', 'default', -2, -3),
    bucket(-2, 'rack', 'r1', -4),
    bucket(-3, 'host', 'a', 0),
    bucket(-4, 'host', 'b', 1),
  ];
  expect([...racksOfHosts({ nodes, stray: [] })]).toEqual([
    ['a', 'default'],
    ['b', 'r1'],
  ]);
});

test('settings that all OSDs share are asked of the one with the lowest id that runs', () => {
  const osd = (id: number, status: string) => ({ id, name: `osd.${id}`, type: 'osd', status });
  const nodes = [osd(0, 'down'), osd(2, 'up'), osd(1, 'up')] as OsdTree['nodes'];
  expect(firstRunning({ nodes, stray: [] })?.id).toBe(1);
  expect(firstRunning({ nodes: nodes.slice(0, 1), stray: [] })).toBeUndefined();
});

test('OSDs have ids from zero on, whether they are in the CRUSH map or not, and buckets are none', () => {
  const nodes = [-2, -1, 0, 1].map((id) => ({ id, name: `n${id}`, type: 'x' }));
  const map = { nodes, stray: [{ id: 7, name: 'osd.7', type: 'osd' }] };
  expect(osdsOf(map).map(({ id }) => id)).toEqual([0, 1, 7]);
  expect(findOsd(map, 7).name).toBe('osd.7');
  expect(() => findOsd(map, -1)).toThrow();
});
