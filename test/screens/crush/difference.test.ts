import { expect, test } from 'vitest';
import type { CrushMap, CrushNode } from '../../../src/api/contract/crush.ts';
import { difference } from '../../../src/screens/crush/difference.ts';

const osd = (id: number, more: CrushNode = {}): CrushNode => ({
  id,
  type: 'OSD',
  name: `osd.${id}`,
  ...more,
});
const host = (id: number, name: string, children: number[], more: CrushNode = {}): CrushNode => ({
  id,
  type: 'HOST',
  name,
  children,
  ...more,
});
const BEFORE: CrushMap = {
  nodes: [host(-1, 'a', [0]), host(-2, 'b', []), osd(0)],
  stray: [osd(9, { size: 1.5 * 2 ** 40 })],
};

const lines = (after: CrushMap, before = BEFORE) =>
  difference(before, after).map(({ id, kind, words, mark, cli }) => [id, kind, words, mark, cli]);

test('maps that are the same have no differences', () => {
  expect(lines(BEFORE)).toEqual([]);
});

test.each<[string, CrushMap, readonly (readonly unknown[])[]]>([
  [
    'a new bucket at the top',
    { ...BEFORE, nodes: [...(BEFORE.nodes ?? []), host(-3, 'c', [])] },
    [[-3, 'add', 'add the host c to the top', 'new', 'ceph osd crush add-bucket c host']],
  ],
  [
    'a new bucket without a type and a name, in another',
    { ...BEFORE, nodes: [host(-1, 'a', [0, -4]), host(-2, 'b', []), osd(0), { id: -4 }] },
    [[-4, 'add', 'add the bucket node -4 to a', 'new', "ceph osd crush add-bucket 'node -4' bucket host=a"]],
  ],
  [
    'a bucket that is gone',
    { ...BEFORE, nodes: [host(-1, 'a', [0]), osd(0)] },
    [[-2, 'remove', 'remove b from the top', 'removed', 'ceph osd crush rm b']],
  ],
  [
    'another name',
    { ...BEFORE, nodes: [host(-1, 'z', [0]), host(-2, 'b', []), osd(0)] },
    [[-1, 'rename', 'rename a to z', 'was a', 'ceph osd crush rename-bucket a z']],
  ],
  [
    'another parent',
    { ...BEFORE, nodes: [host(-1, 'a', []), host(-2, 'b', [0]), osd(0)] },
    [[0, 'move', 'move osd.0 from a to b', 'from a', 'ceph osd crush move osd.0 host=b']],
  ],
  [
    'a bucket moved into another without a name',
    { ...BEFORE, nodes: [{ id: -1, type: 'ROOT', children: [0, -2] }, host(-2, 'b', []), osd(0)] },
    [
      [-1, 'rename', 'rename a to node -1', 'was a', "ceph osd crush rename-bucket a 'node -1'"],
      [-2, 'move', 'move b from the top to node -1', 'from the top', "ceph osd crush move b 'root=node -1'"],
    ],
  ],
  [
    'an OSD taken out, and one put in',
    { nodes: [host(-1, 'a', []), host(-2, 'b', [9]), osd(9, { size: 1.5 * 2 ** 40 })], stray: [osd(0)] },
    [
      [
        9,
        'move',
        'move osd.9 from outside the hierarchy to b',
        'from outside the hierarchy',
        'ceph osd crush add osd.9 1.5 host=b',
      ],
      [0, 'move', 'move osd.0 from a to outside the hierarchy', 'from a', 'ceph osd crush rm osd.0'],
    ],
  ],
  [
    'an OSD whose size is not known, put in',
    { nodes: [host(-1, 'a', [0]), host(-2, 'b', [9]), osd(0), osd(9, { size: 0 })], stray: [] },
    [
      [
        9,
        'move',
        'move osd.9 from outside the hierarchy to b',
        'from outside the hierarchy',
        'ceph osd crush add osd.9 WEIGHT host=b',
      ],
    ],
  ],
  [
    'an OSD from outside to the top',
    { nodes: [...(BEFORE.nodes ?? []), osd(9)], stray: [] },
    [
      [
        9,
        'move',
        'move osd.9 from outside the hierarchy to the top',
        'from outside the hierarchy',
        'ceph osd crush unlink osd.9',
      ],
    ],
  ],
  [
    'another reweight and class',
    {
      ...BEFORE,
      nodes: [host(-1, 'a', [0]), host(-2, 'b', []), osd(0, { reweight: 0.5, deviceClass: 'ssd' })],
    },
    [
      [
        0,
        'reweight',
        'change the reweight of osd.0 from 1 to 0.5',
        'reweight 1 > 0.5',
        'ceph osd reweight 0 0.5',
      ],
      [
        0,
        'class',
        'change the device class of osd.0 from none to ssd',
        'class none > ssd',
        'ceph osd crush rm-device-class osd.0; ceph osd crush set-device-class ssd osd.0',
      ],
    ],
  ],
])('the difference of two maps is told in words, in short and as commands: %s', (_, after, wanted) => {
  expect(lines(after)).toEqual(wanted);
});

test('the reweight of an OSD differs only by steps that Ceph can keep, and that of a bucket is not looked at', () => {
  const of = (reweight: number): CrushMap => ({ nodes: [osd(0, { reweight })] });
  expect(lines(of(0.5 + 1 / 65_536), of(0.5)).map(([, kind]) => kind)).toEqual(['reweight']);
  expect(lines(of(0.5 + 1 / 70_000), of(0.5))).toEqual([]);
  expect(lines({ nodes: [osd(0)] }, of(0)).map(([, , words]) => words)).toEqual([
    'change the reweight of osd.0 from 0 to 1',
  ]);
  const bucket = (reweight: number): CrushMap => ({ nodes: [host(-1, 'a', [], { reweight })] });
  expect(lines(bucket(0), bucket(1))).toEqual([]);
});

test('a node without an id is left out, and of two with the same id the first counts', () => {
  const doubled: CrushMap = { nodes: [host(-1, 'a', []), host(-1, 'other', []), { name: 'none' }] };
  expect(lines(doubled, { nodes: [host(-1, 'a', [])] })).toEqual([]);
});

test('new nodes come first and removed ones last, so that others can be moved between them', () => {
  const after: CrushMap = { nodes: [host(-1, 'a', []), osd(0), host(-3, 'c', [0])] };
  expect(
    difference({ nodes: [host(-1, 'a', []), host(-2, 'b', [0]), osd(0)] }, after).map(({ kind }) => kind),
  ).toEqual(['add', 'move', 'remove']);
});
