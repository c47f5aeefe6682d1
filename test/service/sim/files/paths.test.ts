import { describe, expect, test } from 'vitest';
import { generatedBytes } from '../../../../src/service/sim/content/generated.ts';
import { dataPools, poolForFiles, poolOf, setLayout } from '../../../../src/service/sim/files/layout.ts';
import {
  directoryOrRefuse,
  find,
  findOrRefuse,
  freeLocationOrRefuse,
} from '../../../../src/service/sim/files/read.ts';
import { newDirectory, newFile, newSymlink, type Directory } from '../../../../src/service/sim/files/tree.ts';
import { addNode } from '../../../../src/service/sim/files/write.ts';
import { parsePath } from '../../../../src/service/values/path.ts';
import { initialTree } from './support.ts';

const at = (path: string) => parsePath(path);

/** A tree with `/box/file`, an empty `/box/empty`, `/box/inner/`, and links in `/box`. */
function bench(links: Readonly<Record<string, string>> = {}) {
  const tree = initialTree();
  const box = newDirectory({ name: 'box', modifiedAt: 0 });
  const inner = newDirectory({ name: 'inner', modifiedAt: 0 });
  const file = newFile({ name: 'file', modifiedAt: 0 }, generatedBytes(1, 10), 'storefs-data');
  const empty = newFile({ name: 'empty', modifiedAt: 0 }, generatedBytes(1, 0), 'storefs-data');
  addNode(tree, tree.root, box);
  for (const node of [inner, file, empty]) addNode(tree, box, node);
  for (const [name, target] of Object.entries(links))
    addNode(tree, box, newSymlink({ name, modifiedAt: 0 }, target));
  return { tree, box, inner, file, empty };
}

describe('symbolic links', () => {
  test.each([
    ['inner', '/box/inner'],
    ['./inner/../file', '/box/file'],
    ['/box//inner', '/box/inner'],
    ['../../../box/file', '/box/file'],
    ['/', '/'],
  ])('a link to %s leads to %s', (target, path) => {
    const { tree } = bench({ link: target });
    const node = find(tree, at('/box/link'), 'follow');
    expect(node).toBeDefined();
    expect(node).toBe(find(tree, at(path), 'keep'));
    expect(find(tree, at('/box/link'), 'keep')?.type).toBe('SYMLINK');
  });

  test('40 links are followed on one path, and not one more', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [`l${index}`, index === 0 ? 'file' : `l${index - 1}`]),
      );
    const { tree, file } = bench(chain(41));
    expect(find(tree, at('/box/l39'), 'follow')).toBe(file);
    expect(() => find(tree, at('/box/l40'), 'follow')).toThrow('/box/l40');
  });

  test('a link without a target is told from a missing entry', () => {
    const { tree } = bench({ link: 'nowhere' });
    expect(() => findOrRefuse(tree, at('/box/link'))).toThrow('"/box/link" is a broken symbolic link');
    expect(findOrRefuse(tree, at('/box/link'), 'keep').name).toBe('link');
    expect(() => findOrRefuse(tree, at('/box/none'))).not.toThrow('broken');
    expect(() => findOrRefuse(tree, at('/box/none'))).toThrow('/box/none');
  });
});

test.each([
  ['/box/file/x', '/box/file', 409],
  ['/box/file/x/y', '/box/file', 409],
  ['/box/none/x', '/box/none', 404],
  ['/box/file', '/box/file', 409],
])('nothing new is put at %s', (path, named, status) => {
  const { tree } = bench();
  const put = () => freeLocationOrRefuse(tree, at(path));
  expect(put).toThrow(expect.objectContaining({ status, message: expect.stringContaining(named) }));
});

test('only a directory is taken for a directory', () => {
  const { tree, inner } = bench({ link: 'inner' });
  expect(directoryOrRefuse(tree, at('/box/link'))).toBe(inner);
  expect(() => directoryOrRefuse(tree, at('/box/file'))).toThrow(
    expect.objectContaining({ status: 409, message: expect.stringContaining('"/box/file"') }),
  );
  expect(freeLocationOrRefuse(tree, at('/box/link/new'))).toEqual({ directory: inner, name: 'new' });
});

describe('layouts', () => {
  test('content goes to the pool of the nearest directory that has one', () => {
    const { tree, box, inner, file } = bench({ link: 'file' });
    tree.model.pools.push({ ...dataPools(tree.model)[0]!, name: 'archive' });
    setLayout(tree, box, 'archive');
    const link = find(tree, at('/box/link'), 'keep')!;
    expect([inner, box, link, tree.root, file].map(poolOf)).toEqual([
      'archive',
      'archive',
      'archive',
      'storefs-data',
      'storefs-data',
    ]);
    expect(poolForFiles(tree, inner).name).toBe('archive');
    expect(dataPools(tree.model).map(({ name }) => name)).not.toContain('storefs-metadata');
  });

  test('a layout is refused for an unknown pool and for a file with content, and a link ignores it', () => {
    const { tree, box, file, empty } = bench({ link: 'file' });
    tree.model.pools.push({ ...dataPools(tree.model)[0]!, name: 'archive' });
    expect(() => setLayout(tree, box, 'volumes')).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => setLayout(tree, box, 'storefs-metadata')).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => setLayout(tree, file, 'archive')).toThrow('/box/file');
    setLayout(tree, empty, 'archive');
    const link = find(tree, at('/box/link'), 'keep')!;
    setLayout(tree, link, 'archive');
    expect([file.pool, empty.pool, 'pool' in link]).toEqual(['storefs-data', 'archive', false]);
  });

  test('new content is refused when its pool no longer exists, with the path and the pool', () => {
    const { tree, box, inner } = bench();
    box.pool = 'gone';
    const put = () => poolForFiles(tree, inner);
    expect(put).toThrow(
      expect.objectContaining({
        status: 409,
        message:
          '"/box/inner" stores its files in the pool "gone", which no longer exists: set another layout',
      }),
    );
    const { root }: { root: Directory } = tree;
    expect(poolForFiles(tree, root).name).toBe('storefs-data');
  });
});
