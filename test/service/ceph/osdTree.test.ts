import { expect, test } from 'vitest';
import { hostsOfNodes, type OsdTree } from '../../../src/service/ceph/osdTree.ts';
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
