import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ancestors,
  buildInChunks,
  buildTree,
  type Tree,
  type TreeNode,
} from '../../../src/store/facts/tree.ts';
import { type TreeView, visibleRows } from '../../../src/store/facts/treeRows.ts';
import { bucket, cluster, osd } from './shapes.ts';

const all = (tree: Tree) => new Set(tree.byId.keys());
const NONE: ReadonlySet<number> = new Set();
const names = (tree: Tree, view: Partial<TreeView> = {}) =>
  visibleRows(tree, { expanded: NONE, ...view }).map((row) => `${' '.repeat(row.depth)}${row.node.name}`);

describe('the tree', () => {
  test('rolls OSDs, use and problems up to the root', () => {
    const tree = buildTree(cluster({ racks: 2, hosts: 2, osds: 3, down: [4] }));
    const [root] = tree.roots;
    expect(tree.roots).toHaveLength(1);
    expect(root).toMatchObject({ name: 'default', level: 'error', size: 1200, used: 480, usedShare: 0.4 });
    expect(root?.osds).toEqual({ total: 12, up: 11, down: 1, downIn: 1, out: 0, destroyed: 0 });
    expect(root?.children.map((rack) => rack.level)).toEqual(['error', 'ok']);
  });

  test('of a large map is built in turns to the same', async () => {
    const map = cluster({ racks: 10, hosts: 10, osds: 60, down: [4] });
    const atOnce = buildTree({ ...map });
    const building = buildInChunks(map);
    const first = await Promise.race([building.then(() => 'built'), Promise.resolve('under way')]);
    expect(first).toBe('under way');
    await building;
    expect(buildTree(map)).toEqual(atOnce);
    expect(buildTree(map)).toBe(buildTree(map));
  });

  test("takes a bucket's own figures where it has some", () => {
    const tree = buildTree({
      nodes: [bucket(-1, 'ROOT', 'r', [0, 1], { size: 1000, used: 500 }), osd(0), osd(1, { status: 'DOWN' })],
    });
    expect(tree.roots[0]).toMatchObject({ size: 1000, room: { size: 100, used: 40 }, usedShare: 0.4 });
  });

  test('shows OSDs outside the hierarchy as roots of their own', () => {
    const tree = buildTree({ nodes: [bucket(-1, 'ROOT', 'default', [])], stray: [osd(5)] });
    expect(tree.roots.map((node) => [node.name, node.stray])).toEqual([
      ['default', false],
      ['osd.5', true],
    ]);
  });

  test('survives a cycle: each node is there once', () => {
    const tree = buildTree({
      nodes: [bucket(-1, 'ROOT', 'a', [-2]), bucket(-2, 'HOST', 'b', [-1, 0]), osd(0)],
    });
    expect(tree.roots.map((node) => node.name)).toEqual(['a']);
    expect(tree.byId.get(-2)?.lost).toEqual([-1]);
  });

  test('survives a node that is its own child', () => {
    expect(buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [-1])] }).roots[0]?.lost).toEqual([-1]);
  });

  test('lists children that the map does not describe', () => {
    expect(buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [0, 99]), osd(0)] }).roots[0]?.lost).toEqual([99]);
  });

  test('hangs a node that two buckets claim below the first, and counts it once', () => {
    const tree = buildTree({ nodes: [bucket(-1, 'ROOT', 'a', [0]), bucket(-2, 'ROOT', 'b', [0]), osd(0)] });
    expect(tree.roots.map((root) => root.osds.total)).toEqual([1, 0]);
    expect(tree.roots[1]?.lost).toEqual([0]);
  });

  test('does not fall over a chain without end', () => {
    const nodes = Array.from({ length: 50_000 }, (_, index) => bucket(-1 - index, 'ROOT', 'x', [-2 - index]));
    expect(() => buildTree({ nodes })).not.toThrow();
  });

  test('has every node once, whatever is sent', () => {
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

  test('knows the way from the root to a node', () => {
    const tree = buildTree(cluster({ racks: 1, hosts: 2, osds: 1 }));
    expect(ancestors(tree, 1).map((node) => node.name)).toEqual(['default', 'r1', 'stor-2']);
    expect(ancestors(tree, 999)).toEqual([]);
  });
});

describe('the rows to be seen', () => {
  const tree = buildTree(cluster({ racks: 2, hosts: 1, osds: 2, down: [2] }));

  test('are the roots, and what is expanded below them', () => {
    expect(names(tree)).toEqual(['default']);
    expect(names(tree, { expanded: new Set([-1]) })).toEqual(['default', ' r1', ' r2']);
    expect(names(tree, { expanded: new Set([-2]) })).toEqual(['default']);
  });

  test('with only problems are the ways down to them, opened', () => {
    expect(names(tree, { problemsOnly: true })).toEqual(['default', ' r2', '  stor-2', '   osd.2']);
  });

  test('with a filter are what matches and the way to it, opened', () => {
    expect(names(tree, { matches: (node) => node.name === 'stor-1' })).toEqual([
      'default',
      ' r1',
      '  stor-1',
    ]);
  });

  test('below a match open as they are expanded', () => {
    expect(names(tree, { matches: (node) => node.name === 'stor-1', expanded: new Set([-100]) })).toEqual([
      'default',
      ' r1',
      '  stor-1',
      '   osd.0',
      '   osd.1',
    ]);
  });

  test('with both are the problems that match', () => {
    const matches = (node: TreeNode) => node.type === 'OSD';
    expect(names(tree, { matches, problemsOnly: true })).toEqual(['default', ' r2', '  stor-2', '   osd.2']);
    expect(names(tree, { matches: (node) => node.name === 'osd.0', problemsOnly: true })).toEqual([]);
  });

  test('are none where nothing matches', () => {
    expect(names(tree, { matches: () => false })).toEqual([]);
  });

  test('know how their branches go on', () => {
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

  test('say what can be expanded and what is', () => {
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
