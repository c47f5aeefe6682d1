import { expect, test } from 'vitest';
import { firstRunning, hostsOfNodes, type OsdTree } from '../../../src/service/ceph/osdTree.ts';
import { sample } from './samples.ts';

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

test('settings that all OSDs share are asked of the one with the lowest id that runs', () => {
  const osd = (id: number, status: string) => ({ id, name: `osd.${id}`, type: 'osd', status });
  const nodes = [osd(0, 'down'), osd(2, 'up'), osd(1, 'up')] as OsdTree['nodes'];
  expect(firstRunning({ nodes, stray: [] })?.id).toBe(1);
  expect(firstRunning({ nodes: nodes.slice(0, 1), stray: [] })).toBeUndefined();
});
