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
