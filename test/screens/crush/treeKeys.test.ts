import { expect, test } from 'vitest';
import { openNodes } from '../../../src/screens/crush/rows.ts';
import { treeBindings, type TreeState } from '../../../src/screens/crush/treeKeys.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { visibleRows } from '../../../src/store/answers/treeRows.ts';
import { cluster } from '../../store/answers/shapes.ts';

const KEYS = { open: ['right'], toggle: ['enter'], all: ['*'] };

/** A tree of two racks with two hosts each, whose keys act on the row under the cursor. */
function treeWithKeys() {
  const tree = buildTree(cluster({ racks: 2, hosts: 2, osds: 2 }));
  let toggled: ReadonlySet<number> = new Set();
  let cursor = tree.roots[0]!.id;
  const state: TreeState = {
    tree: () => tree,
    toggled: () => toggled,
    setToggled: (now) => (toggled = now),
    goTo: (id) => (cursor = id),
  };
  const rows = () => visibleRows(tree, { expanded: openNodes(tree, toggled) });
  const current = () => rows().find(({ node }) => node.id === cursor);
  return {
    shown: () => rows().map(({ node }) => node.type),
    current: () => current()?.node.name,
    goTo: (name: string) => (cursor = rows().find(({ node }) => node.name === name)!.node.id),
    press: (key: string) =>
      treeBindings(state, current(), KEYS)
        .find(({ keys }) => keys.includes(key))!
        .run(),
  };
}

test('one key opens all nodes of the CRUSH tree, and again returns to racks and hosts', () => {
  const { press, shown } = treeWithKeys();
  const usual = shown();
  expect(usual).not.toContain('OSD');
  press('*');
  expect(shown().filter((type) => type === 'OSD')).toHaveLength(8);
  press('*');
  expect(shown()).toEqual(usual);
});

test('all nodes of the CRUSH tree are opened even if some of them were closed or open before', () => {
  const { press, shown, goTo } = treeWithKeys();
  press('left');
  expect(shown()).toEqual(['ROOT']);
  press('enter');
  goTo('stor-1');
  press('enter');
  press('*');
  expect(shown().filter((type) => type === 'OSD')).toHaveLength(8);
});

test('closing a closed node of the CRUSH tree goes to its parent', () => {
  const { press, goTo, current } = treeWithKeys();
  goTo('stor-1');
  press('left');
  expect(current()).toBe('r1');
});
