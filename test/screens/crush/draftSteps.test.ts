import { expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import { applyEdits, canHold, type CrushEdit } from '../../../src/screens/crush/draft.ts';
import { bucket, osd } from '../../store/answers/shapes.ts';

const MAP: CrushMap = {
  nodes: [
    bucket(-1, 'ROOT', 'default', [-2, -3]),
    bucket(-2, 'RACK', 'rack1', [-4, -5], { size: 10, used: 5 }),
    bucket(-3, 'RACK', 'rack2', [-6]),
    bucket(-4, 'HOST', 'a', [0, 1]),
    bucket(-5, 'HOST', 'b', [2, 3]),
    bucket(-6, 'HOST', 'c', [4]),
    ...[0, 1, 2, 3, 4].map((id) => osd(id)),
  ],
  stray: [osd(5)],
};

test('steps follow each other: a name or a place that one of them frees is free for the next', () => {
  const edits: readonly CrushEdit[] = [
    { kind: 'rename', id: -2, name: 'rack1' },
    { kind: 'rename', id: -2, name: 'old' },
    { kind: 'add', id: -9, name: 'rack1', type: 'HOST', under: -3 },
    { kind: 'move', id: 4, to: undefined },
    { kind: 'move', id: 5, to: -9 },
    { kind: 'remove', id: -6 },
    { kind: 'rename', id: -4, name: 'c' },
    { kind: 'reweight', id: 0, reweight: 0 },
    { kind: 'class', id: 0, deviceClass: 'nvme' },
    { kind: 'reweight', id: 1, reweight: 1 },
  ];
  const { map, failed } = applyEdits(MAP, edits);
  expect(failed).toEqual([]);
  const shown = (map.nodes ?? []).map(({ id, name, children }) => [id, name, children]);
  expect(shown.slice(0, 5)).toEqual([
    [-1, 'default', [-2, -3]],
    [-2, 'old', [-4, -5]],
    [-3, 'rack2', [-9]],
    [-4, 'c', [0, 1]],
    [-5, 'b', [2, 3]],
  ]);
  expect(shown.slice(-2)).toEqual([
    [5, 'osd.5', undefined],
    [-9, 'rack1', [5]],
  ]);
  expect(map.stray?.map(({ id }) => id)).toEqual([4]);
  expect(map.nodes?.find(({ id }) => id === 0)).toMatchObject({ reweight: 0, deviceClass: 'nvme' });
});

test.each([
  ['OSD', 'OSD', false],
  ['OSD', 'HOST', false],
  ['HOST', 'OSD', true],
  ['HOST', 'HOST', false],
  ['RACK', 'HOST', true],
  ['HOST', 'RACK', false],
  ['NEW', 'RACK', true],
  ['HOST', 'NEW', true],
  ['HOST', undefined, true],
])('a bucket of the type %s may contain a node of the type %s: %s', (outer, inner, may) => {
  expect(canHold(outer, inner)).toBe(may);
});

test('the totals of buckets are left out, because their contents may change, and those of OSDs stay', () => {
  const { nodes = [] } = applyEdits(MAP, []).map;
  expect(nodes.find(({ id }) => id === -2)).toEqual(bucket(-2, 'RACK', 'rack1', [-4, -5]));
  expect(nodes.find(({ id }) => id === 0)).toEqual(osd(0));
});

test('a node without an id is left out, and one without a name is called by its id', () => {
  const map: CrushMap = { nodes: [{ id: -1, type: 'ROOT' }, { id: -1, name: 'again' }, { name: 'none' }] };
  expect(applyEdits(map, []).map).toEqual({ nodes: [{ id: -1, type: 'ROOT' }], stray: [] });
  const edit: CrushEdit = { kind: 'move', id: -1, to: undefined };
  expect(applyEdits(map, [edit]).failed).toEqual([
    { edit, why: 'node -1 is a bucket: only OSDs can leave the hierarchy' },
  ]);
});
