import { expect, test } from 'vitest';
import type { CrushNode } from '../../../src/api/contract/crush.ts';
import { osdIdOf, readOsds } from '../../../src/diagnosis/evidence/osds.ts';

const bucket = (id: number, name: string, type: string, children: number[]): CrushNode => ({
  id,
  name,
  type,
  children,
});
const osd = (id: number, more: CrushNode = {}): CrushNode => ({
  id,
  name: `osd.${id}`,
  type: 'OSD',
  status: 'UP',
  ...more,
});

test.each([
  ['osd.7', 7],
  ['osd.12', 12],
  ['osd.', undefined],
  ['osd.7b', undefined],
  ['mon.7', undefined],
  ['rack7', undefined],
  ['mgr', undefined],
])('the name %s means the OSD %s', (name, id) => {
  expect(osdIdOf(name)).toBe(id);
});

test('an OSD is known with its CRUSH buckets, the nearest first, without the root', () => {
  const { osds, places, notUp } = readOsds({
    crush: {
      nodes: [
        bucket(-1, 'default', 'ROOT', [-2]),
        bucket(-2, 'r1', 'RACK', [-3]),
        bucket(-3, 'a', 'HOST', [0, 1, 2, 4]),
        osd(0, { reweight: 0, deviceClass: 'ssd' }),
        osd(1, { status: 'DOWN' }),
        osd(2, { status: 'DESTROYED', reweight: 0 }),
        osd(4, { status: 'DESTROYED', reweight: 1 }),
      ],
      stray: [osd(3)],
    },
    disks: [
      { osdId: 1, hostname: 'a', deviceClass: 'hdd' },
      { osdId: 3, hostname: 'elsewhere' },
      { hostname: 'a' },
    ],
  });
  // A destroyed OSD counts until it is out.
  expect([...osds.keys()]).toEqual([0, 1, 4, 3]);
  expect(osds.get(0)).toMatchObject({
    name: 'osd.0',
    up: true,
    in: false,
    host: 'a',
    deviceClass: 'ssd',
    disk: undefined,
  });
  expect(osds.get(0)!.places.map(({ name }) => name)).toEqual(['a', 'r1']);
  expect(osds.get(1)).toMatchObject({ up: false, in: true, deviceClass: 'hdd', disk: { osdId: 1 } });
  expect(osds.get(3)).toMatchObject({ host: 'elsewhere', deviceClass: '', places: [] });
  expect(notUp.map(({ id }) => id)).toEqual([1, 4]);
  expect(places.map(({ name, osds: own, hosts }) => [name, own.length, ...hosts])).toEqual([
    ['a', 3, 'a'],
    ['r1', 3, 'a'],
  ]);
});

test('a CRUSH map with cycles, or deeper than any real one, is read to the end', () => {
  const circle = readOsds({
    crush: { nodes: [bucket(-1, 'a', 'HOST', [-2, 0]), bucket(-2, 'b', 'RACK', [-1]), osd(0)] },
  });
  expect(circle.osds.get(0)!.places).toHaveLength(32);
  expect(readOsds({}).osds.size).toBe(0);
});

test('the disk of an OSD is the one that it is on now, not the replaced one that still has its number', () => {
  const { osds } = readOsds({
    crush: { nodes: [osd(7)] },
    disks: [
      { id: 2, osdId: 7, role: 'osd', name: 'sdb' },
      { id: 1, osdId: 7, role: 'old_osd', name: 'sda', missing: true },
    ],
  });
  expect(osds.get(7)?.disk?.name).toBe('sdb');
});

test('OSDs directly in a rack belong to the servers of their disks', () => {
  const { osds, places, roots } = readOsds({
    crush: {
      nodes: [
        bucket(-1, 'default', 'ROOT', [-2]),
        bucket(-2, 'r1', 'RACK', [0, 1]),
        { id: -3, children: [1, 2] },
        osd(0),
        osd(1),
        osd(2),
        { name: 'no number' },
      ],
    },
    disks: [
      { osdId: 0, hostname: 'a', role: 'osd' },
      { osdId: 1, hostname: 'b' },
      { osdId: 1, hostname: 'c', role: 'wal' },
    ],
  });
  const shown = (list: typeof places) =>
    list.map(({ name, type, osds: own, hosts }) => [name, type, own.map(({ id }) => id), [...hosts]]);
  expect(shown(roots)).toEqual([['default', 'ROOT', [0, 1], ['a', 'b']]]);
  // An OSD that two buckets claim belongs to the first.
  expect(shown(places)).toEqual([
    ['r1', 'RACK', [0, 1], ['a', 'b']],
    ['', 'UNKNOWN', [2], ['']],
  ]);
  expect(osds.get(1)).toMatchObject({ host: 'b', in: true });
  expect(osds.size).toBe(3);
});

test('an OSD outside the hierarchy counts if it is up or a server knows it', () => {
  const { osds } = readOsds({
    crush: {
      nodes: [osd(0, { status: 'DOWN' })],
      stray: [1, 2, 3].map((id) => osd(id, { status: id === 1 ? 'UP' : 'DOWN' })),
    },
    disks: [{ osdId: 3, hostname: 'a' }],
  });
  expect([...osds.keys()]).toEqual([0, 1, 3]);
});

test.each([
  [{ used: 5, size: 20 }, 0.25],
  [{ used: 0, size: 20 }, 0],
  [{ used: 5, size: 0 }, undefined],
  [{ used: 5 }, undefined],
  [{ size: 20 }, undefined],
])('of an OSD with %j the used share is %s', (space, share) => {
  expect(readOsds({ crush: { nodes: [osd(0, space)] } }).osds.get(0)?.usedShare).toBe(share);
});
