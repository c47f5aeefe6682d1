import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { selectOsds } from '../../../src/store/answers/osds.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { selectWhere } from '../../../src/store/answers/where.ts';
import { cluster, osd } from './shapes.ts';

const where = (crush: CrushMap, disks: readonly Disk[] = []) =>
  selectWhere({ tree: buildTree(crush), osds: selectOsds({ crush, disks }) });
const size = { racks: 3, hosts: 3, osds: 4 };
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('where the trouble is', () => {
  test('a cluster without down OSDs has no trouble anywhere', () => {
    expect(where(cluster(size))).toMatchObject({ kind: 'none', text: 'all 36 OSDs up', next: '', down: 0 });
    expect(where({})).toMatchObject({ kind: 'none', text: 'no OSDs known' });
  });

  test('an OSD that was made and has never run is no trouble', () => {
    const stray = [{ id: 90, name: 'osd.90', type: 'OSD' as const, status: 'DOWN' as const, reweight: 1 }];
    const made = { ...cluster(size), stray };
    expect(where(made)).toMatchObject({ kind: 'none', text: 'all 36 OSDs up, 1 never started', down: 0 });
    const known: Disk = { id: 1, osdId: 90, role: 'osd', hostname: 'stor-2', name: 'sdc' };
    expect(where(made, [known])).toMatchObject({ kind: 'one', down: 1 });
  });

  test('the trouble is one OSD', () => {
    expect(where(cluster({ ...size, down: [5] }))).toMatchObject({
      kind: 'one',
      text: 'osd.5 down on host stor-2 (rack r1)',
      next: 'log of osd.5, then its disk',
      nodeId: 5,
    });
  });

  test.each([
    [{ missing: true }, 'disk sdc: missing'],
    [{ smart: { status: 'FAILED!' } }, 'disk sdc: SMART says FAILED!'],
    [{ serverLastSeen: 300 }, 'host stor-2: not heard from for 300 s'],
    [{}, 'log of osd.5, then disk sdc'],
  ])('the trouble is one OSD, and its disk says %o', (part, next) => {
    const disk: Disk = { id: 1, osdId: 5, role: 'osd', hostname: 'stor-2', name: 'sdc', ...part };
    expect(where(cluster({ ...size, down: [5] }), [disk]).next).toBe(next);
  });

  test('the trouble is a part of one host', () => {
    expect(where(cluster({ ...size, down: [0, 1] }))).toMatchObject({
      kind: 'host',
      text: '2/2 down OSDs on host stor-1 (rack r1)',
      next: 'disk controller or backplane of stor-1',
      nodeId: -100,
    });
  });

  test('the trouble is one whole host', () => {
    expect(where(cluster({ ...size, down: range(0, 4) }))).toMatchObject({
      kind: 'host',
      next: 'host, power or network of stor-1',
    });
  });

  test('the trouble is one host, and an unrelated OSD elsewhere', () => {
    expect(where(cluster({ ...size, down: [...range(0, 4), 30] }))).toMatchObject({
      kind: 'host',
      text: '4/5 down OSDs on host stor-1 (rack r1)',
    });
  });

  test('the trouble is one whole rack', () => {
    expect(where(cluster({ ...size, down: range(0, 12) }))).toMatchObject({
      kind: 'bucket',
      text: '12/12 down OSDs on rack r1, over 3 hosts',
      next: 'power or switch of rack r1',
      nodeId: -2,
    });
  });

  test('the hosts of down OSDs elsewhere are not counted among those of the rack', () => {
    expect(where(cluster({ ...size, down: [0, 1, 4, 5, 30] }))).toMatchObject({
      kind: 'bucket',
      text: '4/5 down OSDs on rack r1, over 2 hosts',
    });
  });

  test('the trouble is a host rather than a rack that contains only this host', () => {
    expect(where(cluster({ racks: 3, hosts: 1, osds: 4, down: range(0, 4) }))).toMatchObject({
      kind: 'host',
      text: '4/4 down OSDs on host stor-1 (rack r1)',
    });
  });

  test('the trouble is some hosts of a rack', () => {
    expect(where(cluster({ ...size, down: [0, 5, 9] }))).toMatchObject({
      kind: 'bucket',
      next: 'switch and cabling of rack r1',
    });
  });

  test('the trouble is a device class', () => {
    const deviceClass = (id: number) => (id % 4 === 0 ? 'nvme' : 'hdd');
    expect(where(cluster({ ...size, deviceClass, down: [0, 12, 24] }))).toMatchObject({
      kind: 'class',
      text: '3 down OSDs of class nvme, over 3 hosts in 3 racks',
      next: 'what only nvme has: driver, firmware, load',
    });
  });

  test('the trouble is a disk model that all down OSDs have in common', () => {
    const down = [0, 12, 24];
    const disks = range(0, 36).map((id) => ({
      id,
      osdId: id,
      role: 'osd',
      info: down.includes(id) ? 'ACME 4000' : 'other',
    }));
    expect(where(cluster({ ...size, down }), disks)).toMatchObject({
      kind: 'model',
      text: expect.stringContaining('on disks ACME 4000') as string,
    });
  });

  test.each([
    [17, 'model'],
    [18, 'scattered'],
  ])('a model of %i of 36 disks makes the trouble one of kind %s', (count, kind) => {
    const disks = range(0, 36).map((id) => ({
      id,
      osdId: id,
      role: 'osd',
      info: id % 12 === 0 || (id < count - 2 && id > 0) || id === 23 ? 'ACME' : 'other',
    }));
    const having = disks.filter(({ info }) => info === 'ACME').map(({ id }) => id);
    expect(having.length).toBe(count);
    expect(where(cluster({ ...size, down: [0, 12, 24] }), disks).kind).toBe(kind);
  });

  test('a down OSD of another class is not counted among those of the class', () => {
    const deviceClass = (id: number) => (id % 4 === 0 ? 'nvme' : 'hdd');
    for (const down of [
      [0, 4, 12, 24, 33],
      [1, 4, 12, 24, 32],
    ])
      expect(where(cluster({ ...size, deviceClass, down }))).toMatchObject({
        kind: 'class',
        text: '4/5 down OSDs of class nvme, over 4 hosts in 3 racks',
      });
  });

  test('the trouble is one OSD whose host is not known', () => {
    expect(where({ nodes: [osd(0), osd(1, { status: 'DOWN' })] }).text).toBe('osd.1 down');
  });

  test('scattered trouble is no reason to mark anything out', () => {
    expect(where(cluster({ ...size, down: [0, 13, 26, 35] }))).toMatchObject({
      kind: 'scattered',
      text: '4 down OSDs scattered over 4 hosts in 3 racks',
      next: 'network or configuration; do not mark them out',
      nodeId: undefined,
    });
  });

  test('racks are named only where there are some', () => {
    const nodes = [
      { id: -1, name: 'default', type: 'ROOT', children: [-2, -3] },
      { id: -2, name: 'a', type: 'HOST', children: [0, 1] },
      { id: -3, name: 'b', type: 'HOST', children: [2, 3] },
      ...range(0, 4).map((id) => osd(id, { status: id % 2 === 0 ? 'DOWN' : 'UP' })),
    ];
    expect(where({ nodes }).text).toBe('2 down OSDs scattered over 2 hosts');
  });

  test('a cluster whose OSDs are all down has trouble everywhere', () => {
    expect(where(cluster({ racks: 1, hosts: 2, osds: 2, down: range(0, 4) }))).toMatchObject({
      kind: 'all',
      text: 'all 4 OSDs down',
      next: 'network, power, then the monitors',
      down: 4,
    });
  });

  test('the trouble is not named after a bucket that holds nearly everything', () => {
    expect(where(cluster({ racks: 1, hosts: 4, osds: 3, down: [0, 3, 6, 9] })).kind).toBe('scattered');
  });

  test('destroyed OSDs are not down, and counted beside those that are up', () => {
    const { text, down } = where({ nodes: [osd(0), osd(1, { status: 'DESTROYED' })] });
    expect({ text, down }).toEqual({ text: 'the only OSD is up, 1 destroyed', down: 0 });
  });
});
