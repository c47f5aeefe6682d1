import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ancestors,
  buildTree,
  crushTree,
  type Tree,
  type TreeNode,
} from '../../../src/store/answers/tree.ts';
import { type TreeView, visibleRows } from '../../../src/store/answers/treeRows.ts';
import { bucket, cluster, osd } from './shapes.ts';

const all = (tree: Tree) => new Set(tree.byId.keys());
const NONE: ReadonlySet<number> = new Set();
const names = (tree: Tree, view: Partial<TreeView> = {}) =>
  visibleRows(tree, { expanded: NONE, ...view }).map((row) => `${' '.repeat(row.depth)}${row.node.name}`);

describe('CRUSH tree', () => {
  test('the CRUSH tree sums up OSDs, use and problems to the root', () => {
    const tree = buildTree(cluster({ racks: 2, hosts: 2, osds: 3, down: [4] }));
    const [root] = tree.roots;
    expect(tree.roots).toHaveLength(1);
    expect(root).toMatchObject({ name: 'default', level: 'error', size: 1200, used: 480, usedShare: 0.4 });
    expect(root?.osds).toEqual({ total: 12, up: 11, down: 1, downIn: 1, out: 0, destroyed: 0 });
    expect(root?.children.map((rack) => rack.level)).toEqual(['error', 'ok']);
  });

  test('the CRUSH tree of a large map is the same when it is built in chunks', async () => {
    const map = cluster({ racks: 10, hosts: 10, osds: 60, down: [4] });
    const atOnce = buildTree({ ...map });
    const building = crushTree.prepare({ crush: map });
    const first = await Promise.race([building.then(() => 'built'), Promise.resolve('under way')]);
    expect(first).toBe('under way');
    await building;
    expect(buildTree(map)).toEqual(atOnce);
    expect(buildTree(map)).toBe(buildTree(map));
  });

  test('a bucket of the CRUSH tree shows its own numbers if it has some', () => {
    const tree = buildTree({
      nodes: [bucket(-1, 'ROOT', 'r', [0, 1], { size: 1000, used: 500 }), osd(0), osd(1, { status: 'DOWN' })],
    });
    expect(tree.roots[0]).toMatchObject({ size: 1000, space: { size: 100, used: 40 }, usedShare: 0.4 });
  });

  test('OSDs outside the hierarchy are roots of the CRUSH tree', () => {
    const tree = buildTree({ nodes: [bucket(-1, 'ROOT', 'default', [])], stray: [osd(5)] });
    expect(tree.roots.map((node) => [node.name, node.stray])).toEqual([
      ['default', false],
      ['osd.5', true],
    ]);
  });

  test('the CRUSH tree survives a cycle, with each node once', () => {
    const tree = buildTree({
      nodes: [bucket(-1, 'ROOT', 'a', [-2]), bucket(-2, 'HOST', 'b', [-1, 0]), osd(0)],
    });
    expect(tree.roots.map((node) => node.name)).toEqual(['a']);
    expect(tree.byId.get(-2)?.lost).toEqual([-1]);
  });

  test('the CRUSH tree survives a node that is its own child', () => {
    expect(buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [-1])] }).roots[0]?.lost).toEqual([-1]);
  });

  test('the CRUSH tree lists children that the map does not describe', () => {
    expect(buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [0, 99]), osd(0)] }).roots[0]?.lost).toEqual([99]);
  });

  test('a node claimed by two buckets is below the first, and counted once', () => {
    const tree = buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [0]), bucket(-2, 'ROOT', 'b', [0]), osd(0)] });
    expect(tree.roots.map((root) => root.osds.total)).toEqual([1, 0]);
    expect(tree.roots[1]?.lost).toEqual([0]);
  });

  test('the CRUSH tree survives an endless chain', () => {
    const nodes = Array.from({ length: 50_000 }, (_, index) => bucket(-1 - index, 'ROOT', 'x', [-2 - index]));
    expect(() => buildTree({ nodes })).not.toThrow();
  });

  test('the CRUSH tree has every node once, whatever is sent', () => {
    const id = fc.integer({ min: -5, max: 4 });
    const node = fc.record({ id, type: fc.constantFrom('OSD', 'HOST', 'ROOT'), children: fc.array(id) });
    fc.assert(
      fc.property(fc.array(node), fc.array(node), (nodes, stray) => {
        const tree = buildTree({ nodes, stray });
        const seen: number[] = [];
        const visit = (part: TreeNode) => {
          seen.push(part.id);
          part.children.forEach(visit);
        };
        tree.roots.forEach(visit);
        expect(seen.sort()).toEqual([...new Set([...nodes, ...stray].map((part) => part.id))].sort());
        expect(visibleRows(tree, { expanded: all(tree) })).toHaveLength(seen.length);
      }),
    );
  });

  test('the CRUSH tree gives the path from the root to a node', () => {
    const tree = buildTree(cluster({ racks: 1, hosts: 2, osds: 1 }));
    expect(ancestors(tree, 1).map((node) => node.name)).toEqual(['default', 'r1', 'stor-2']);
    expect(ancestors(tree, 999)).toEqual([]);
  });
});

describe('visible rows of the CRUSH tree', () => {
  const tree = buildTree(cluster({ racks: 2, hosts: 1, osds: 2, down: [2] }));

  test('the rows of the CRUSH tree are the roots and the children of expanded nodes', () => {
    expect(names(tree)).toEqual(['default']);
    expect(names(tree, { expanded: new Set([-1]) })).toEqual(['default', ' r1', ' r2']);
    expect(names(tree, { expanded: new Set([-2]) })).toEqual(['default']);
  });

  test('the rows with problems only are shown with the path to them, expanded', () => {
    expect(names(tree, { problemsOnly: true })).toEqual(['default', ' r2', '  stor-2', '   osd.2']);
  });

  test('the rows that match a filter are shown with the path to them, expanded', () => {
    expect(names(tree, { matches: (node) => node.name === 'stor-1' })).toEqual([
      'default',
      ' r1',
      '  stor-1',
    ]);
  });

  test('rows below a match are expanded as before', () => {
    expect(names(tree, { matches: (node) => node.name === 'stor-1', expanded: new Set([-100]) })).toEqual([
      'default',
      ' r1',
      '  stor-1',
      '   osd.0',
      '   osd.1',
    ]);
  });

  test('a filter together with problems only shows the problems that match', () => {
    const matches = (node: TreeNode) => node.type === 'OSD';
    expect(names(tree, { matches, problemsOnly: true })).toEqual(['default', ' r2', '  stor-2', '   osd.2']);
    expect(names(tree, { matches: (node) => node.name === 'osd.0', problemsOnly: true })).toEqual([]);
  });

  test('a filter without matches leaves no rows', () => {
    expect(names(tree, { matches: () => false })).toEqual([]);
  });

  test('each row of the CRUSH tree knows the branches around it', () => {
    const rows = visibleRows(tree, { expanded: all(tree) });
    expect(rows.map((row) => [row.node.name, row.last, row.guides])).toEqual([
      ['default', true, []],
      ['r1', false, [false]],
      ['stor-1', true, [false, true]],
      ['osd.0', false, [false, true, false]],
      ['osd.1', true, [false, true, false]],
      ['r2', true, [false]],
      ['stor-2', true, [false, false]],
      ['osd.2', false, [false, false, false]],
      ['osd.3', true, [false, false, false]],
    ]);
    expect(rows.every((row) => row.guides.length === row.depth)).toBe(true);
  });

  test('each row of the CRUSH tree knows whether it can be expanded and is', () => {
    const [root, leaf] = visibleRows(buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [0]), osd(0)] }), {
      expanded: new Set([-1, 0]),
    });
    expect([root?.expandable, root?.expanded, leaf?.expandable, leaf?.expanded]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('OSDs are counted by their state, and only those that are up and in have space', () => {
  const [down, out, both] = [{ status: 'DOWN' }, { reweight: 0 }, { status: 'DOWN', reweight: 0 }] as const;
  const tree = buildTree({
    nodes: [
      bucket(-1, 'HOST', 'a', [0, 1, 2, 3, 4, 5, -9]),
      osd(0),
      osd(1, down),
      osd(2, out),
      osd(3, both),
      osd(4, { status: 'DESTROYED' }),
      osd(5, { status: 'DESTROYED', reweight: 0 }),
      bucket(-9, 'CHASSIS', 'empty', [], { size: 7, used: 3 }),
    ],
  });
  const [host] = tree.roots;
  expect(host?.osds).toEqual({ total: 6, up: 2, down: 2, downIn: 1, out: 2, destroyed: 2 });
  expect([host?.size, host?.used]).toEqual([607, 243]);
  expect(host?.space).toEqual({ size: 107, used: 43 });
  expect([1, 2, 3, 4].map((id) => tree.byId.get(id)?.space.size)).toEqual(Array(4).fill(undefined));
});

test('a node that says nothing of itself is named by its number, and an OSD by its kind', () => {
  const { byId } = buildTree({ nodes: [{ id: 3, type: 'OSD' }, { id: -3 }, { name: 'without a number' }] });
  expect(
    [...byId.values()].map(({ name, type, status, deviceClass }) => [name, type, status, deviceClass]),
  ).toEqual([
    ['osd.3', 'OSD', '', ''],
    ['-3', 'UNKNOWN', '', ''],
  ]);
});

test('a chain of buckets is followed to its thirty-third level', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index) =>
      bucket(-1 - index, 'RACK', `r${index}`, index + 1 < length ? [-2 - index] : []),
    );
  expect(buildTree({ nodes: chain(33) }).byId.get(-33)?.lost).toEqual([]);
  expect(buildTree({ nodes: chain(33) }).byId.get(-32)?.lost).toEqual([]);
  expect(buildTree({ nodes: chain(34) }).byId.get(-33)?.lost).toEqual([-34]);
});
