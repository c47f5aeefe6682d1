import { expect, test } from 'vitest';
import {
  attach,
  detach,
  isInTree,
  newDirectory,
  newSymlink,
  nodesBelow,
  ownWeight,
  weightOf,
  type Directory,
  type Sums,
} from '../../../../src/service/sim/files/tree.ts';
import { initialTree } from './support.ts';

/** The number and size of everything below a directory, counted entry by entry. */
function counted(directory: Directory): Sums {
  const sums = { bytes: 0, files: 0, subdirs: 0 };
  for (const node of nodesBelow(directory)) {
    if (node === directory) continue;
    if (node.type === 'DIR') sums.subdirs++;
    else sums.files++;
    if (node.type === 'FILE') sums.bytes += node.content.size;
  }
  return sums;
}

test('the totals of every directory match the files, links and directories in it', () => {
  const { root } = initialTree();
  const nodes = [...nodesBelow(root)];
  expect(new Set(nodes.map(({ type }) => type))).toEqual(new Set(['DIR', 'FILE', 'SYMLINK']));
  for (const node of nodes) if (node.type === 'DIR') expect(node.sums).toEqual(counted(node));
});

test('what is put into a directory counts in all of its parents until it is removed', () => {
  const tree = initialTree();
  const [outer, inner] = ['outer', 'inner'].map((name) => newDirectory({ name, modifiedAt: 0 })) as [
    Directory,
    Directory,
  ];
  const link = newSymlink({ name: 'link', modifiedAt: 0 }, '/home');
  const before = tree.root.sums;
  attach(inner, link);
  attach(outer, inner);
  attach(tree.root, outer);
  expect(tree.root.sums).toEqual({
    bytes: before.bytes,
    files: before.files + 1,
    subdirs: before.subdirs + 2,
  });
  expect([link.parent, inner.parent, outer.parent]).toEqual([inner, outer, tree.root]);
  expect([isInTree(tree, link), weightOf(outer), ownWeight(outer), weightOf(link), ownWeight(link)]).toEqual([
    true,
    { bytes: 0, files: 1, subdirs: 2 },
    { bytes: 0, files: 0, subdirs: 1 },
    { bytes: 0, files: 1, subdirs: 0 },
    { bytes: 0, files: 1, subdirs: 0 },
  ]);
  detach(outer);
  expect([tree.root.sums, isInTree(tree, link), tree.root.children.has('outer')]).toEqual([
    before,
    false,
    false,
  ]);
  expect(outer.sums).toEqual({ bytes: 0, files: 1, subdirs: 1 });
  detach(outer);
  expect(tree.root.sums).toEqual(before);
});

test('new nodes belong to root, with the usual modes', () => {
  expect(newDirectory({ name: 'a', modifiedAt: 1 })).toMatchObject({
    uid: 0,
    gid: 0,
    mode: 0o755,
    parent: undefined,
  });
  expect(newSymlink({ name: 'a', modifiedAt: 1 }, '/b')).toMatchObject({
    uid: 0,
    gid: 0,
    mode: 0o777,
    target: '/b',
  });
  expect(newDirectory({ name: 'a', modifiedAt: 1, uid: 7, gid: 8, mode: 0o700 })).toMatchObject({
    uid: 7,
    gid: 8,
    mode: 0o700,
  });
});

test('a tree is walked from the top, each directory before its entries and in their order', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => newDirectory({ name, modifiedAt: 0 })) as [
    Directory,
    Directory,
    Directory,
  ];
  attach(a, b);
  attach(a, c);
  attach(b, newSymlink({ name: 'in b', modifiedAt: 0 }, '/'));
  expect(Array.from(nodesBelow(a), ({ name }) => name)).toEqual(['a', 'b', 'in b', 'c']);
});
