import { expect, test } from 'vitest';
import { crushMap, destroyedOsds, type OsdUsage } from '../../../../src/service/ceph/crush/read.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import { sample } from '../samples.ts';

const tree = sample('osdTreeDown') as OsdTree;
const { nodes: usage } = sample('osdDf') as { nodes: OsdUsage[] };
const servers = new Map([
  ['host1', 2],
  ['host2', 5],
  ['host3', 7],
]);
const map = crushMap(tree, usage, servers);
const node = (name: string, from = map) => from.nodes?.find((candidate) => candidate.name === name);

test('an OSD has its status, class, weight, size, server and disk', () => {
  expect(node('osd.4')).toMatchObject({
    id: 4,
    type: 'OSD',
    status: 'DOWN',
    deviceClass: 'hdd',
    reweight: 0,
    size: 4 * 2 ** 30,
    serverId: 7,
    diskId: 4,
    children: [],
  });
});

test('a bucket has the total size of the OSDs in it', () => {
  expect(node('host1')).toMatchObject({ type: 'HOST', size: 8 * 2 ** 30, used: (1999112 + 1471112) * 1024 });
  expect(node('default')?.size).toBe(24 * 2 ** 30);
});

test('a bucket is up if one of its OSDs is, and unknown if it has none', () => {
  expect(node('host3')?.status).toBe('UP');
  const allDown = tree.nodes.map((each) => (each.id >= 0 ? { ...each, status: 'down' } : each));
  expect(node('host3', crushMap({ ...tree, nodes: allDown }, [], servers))?.status).toBe('DOWN');
  const empty = { id: -9, name: 'host9', type: 'host', children: [] };
  expect(node('host9', crushMap({ nodes: [empty], stray: [] }, [], servers))?.status).toBe('UNKNOWN');
});

test('sizes are absent, not zero, while they are unknown', () => {
  const silent = usage.map((row) => ({ ...row, kb: 0, kb_used: 0 }));
  expect(node('osd.0', crushMap(tree, silent, servers))).not.toHaveProperty('size');
  expect(node('default', crushMap(tree, [], servers))).not.toHaveProperty('used');
});

test('a type or status that the interface does not know is UNKNOWN', () => {
  const nodes = [
    { id: -1, name: 'z', type: 'zone', children: [0] },
    { id: 0, name: 'osd.0', type: 'osd', status: 'limbo' },
  ];
  expect(crushMap({ nodes, stray: [] }, [], servers).nodes).toMatchObject([
    { type: 'UNKNOWN' },
    { type: 'OSD', status: 'UNKNOWN' },
  ]);
});

test('an OSD outside of the map is a stray', () => {
  const stray = [{ id: 9, name: 'osd.9', type: 'osd', status: 'up', reweight: 1 }];
  expect(crushMap({ ...tree, stray }, usage, servers).stray).toMatchObject([{ id: 9, status: 'UP' }]);
});

test('a map that contains itself is still converted', () => {
  const nodes = [{ id: -1, name: 'a', type: 'root', children: [-1] }];
  expect(crushMap({ nodes, stray: [] }, [], servers).nodes).toHaveLength(1);
});

test('destroyed OSDs are listed with their hosts', () => {
  const nodes = tree.nodes.map((each) => (each.id === 5 ? { ...each, status: 'destroyed' } : each));
  expect(destroyedOsds({ ...tree, nodes })).toEqual({ destroyedOsds: [{ id: 5, host: 'host3' }] });
  expect(node('osd.5', crushMap({ ...tree, nodes }, usage, servers))?.status).toBe('DESTROYED');
});

test('every property of a small map is that of Ceph, with sizes in bytes and the status of a bucket', () => {
  const nodes = [
    { id: -1, name: 'default', type: 'root', children: [-2] },
    { id: -2, name: 'host1', type: 'host', children: [0, 1, 2] },
    { id: 0, name: 'osd.0', type: 'osd', status: 'up', device_class: 'ssd' },
    { id: 1, name: 'osd.1', type: 'osd', status: 'down', reweight: 0.5 },
    { id: 2, name: 'osd.2', type: 'osd' },
  ];
  const of = { 0: { kb: 100, kb_used: 10 }, 1: { kb: 1, kb_used: 0 }, 2: { kb: 0, kb_used: 5 } };
  const rows = Object.entries(of).map(([id, row]) => ({ id: Number(id), ...row }));
  const bucket = { status: 'UP', size: 101 * 1024, used: 10 * 1024 };
  const osd = { type: 'OSD', children: [], serverId: 2 };
  expect(crushMap({ nodes, stray: [] }, rows, servers)).toEqual({
    nodes: [
      { id: -1, name: 'default', type: 'ROOT', children: [-2], ...bucket },
      { id: -2, name: 'host1', type: 'HOST', children: [0, 1, 2], serverId: 2, ...bucket },
      {
        ...osd,
        id: 0,
        name: 'osd.0',
        status: 'UP',
        deviceClass: 'ssd',
        diskId: 0,
        reweight: 1,
        size: 102_400,
        used: 10_240,
      },
      { ...osd, id: 1, name: 'osd.1', status: 'DOWN', diskId: 1, reweight: 0.5, size: 1024, used: 0 },
      { ...osd, id: 2, name: 'osd.2', status: 'UNKNOWN', diskId: 2, reweight: 1 },
    ],
    stray: [],
  });
});
