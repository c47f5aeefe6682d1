import { describe, expect, test } from 'vitest';
import { generatedBytes } from '../../../../src/service/sim/content/generated.ts';
import { copyJob } from '../../../../src/service/sim/files/copy.ts';
import { deletionJob } from '../../../../src/service/sim/files/deletion.ts';
import { find } from '../../../../src/service/sim/files/read.ts';
import {
  newDirectory,
  newFile,
  weightOf,
  type Directory,
  type FileTree,
} from '../../../../src/service/sim/files/tree.ts';
import { addNode, move, requireCapacity } from '../../../../src/service/sim/files/write.ts';
import { parsePath } from '../../../../src/service/values/path.ts';
import { outputBySecond } from '../support.ts';
import { initialTree } from './support.ts';

const at = (path: string) => parsePath(path);
const weight = (tree: FileTree, path: string) => weightOf(find(tree, at(path), 'keep')!);

/** Makes a tree report a number of files and directories. */
function fill(tree: FileTree, entries: number): void {
  const { files, subdirs } = tree.root.sums;
  tree.root.sums = { ...tree.root.sums, files: files + entries - (files + subdirs) };
}

describe('limit of half a million files and directories', () => {
  test('half a million files and directories can be stored, and not one more', () => {
    const tree = initialTree();
    fill(tree, 499_990);
    expect(() => requireCapacity(tree, 10)).not.toThrow();
    expect(() => requireCapacity(tree, 11)).toThrow(
      'keeps 500000 files and directories at most: delete some first',
    );
  });

  test('a copy does not exceed the limit of half a million, neither when it is requested nor when it begins', () => {
    const tree = initialTree();
    const { files, subdirs } = weight(tree, '/home/anna');
    fill(tree, 500_000 - files - subdirs);
    const job = copyJob(tree, at('/home/anna'), at('/copy'), 'operator');
    fill(tree, 500_000 - files - subdirs + 1);
    expect(() => copyJob(tree, at('/home/anna'), at('/copy'), 'operator')).toThrow('at most');
    expect(() => outputBySecond(job)).toThrow('at most');
  });
});

describe('a copy', () => {
  test('a copy takes a second per 400 MB, with each file counted as two more MB, and reports its progress every five seconds', () => {
    const tree = initialTree();
    const { bytes, files, subdirs } = weight(tree, '/projects/render-farm');
    const lines = outputBySecond(copyJob(tree, at('/projects/render-farm'), at('/copy'), 'operator'));
    expect(lines).toHaveLength(Math.floor((bytes + 2e6 * (files + subdirs)) / 400e6) + 1);
    expect(lines.length).toBeGreaterThan(10);
    for (const [index, line] of lines.slice(0, -1).entries()) expect(line === '').toBe((index + 1) % 5 !== 0);
    expect(lines.at(-1)).toMatch(new RegExp(`^done: ${files} of ${files} files copied, (.+) of \\1$`));
    expect(weight(tree, '/copy')).toEqual(weight(tree, '/projects/render-farm'));
  });

  test('a small copy is reported to the byte in its first second', () => {
    const tree = initialTree();
    const mine = find(tree, at('/home/anna'), 'keep') as Directory;
    const small = newDirectory({ name: 'small', modifiedAt: 0 });
    addNode(tree, mine, small);
    addNode(tree, small, newFile({ name: 'a', modifiedAt: 0 }, generatedBytes(1, 10), 'storefs-data'));
    addNode(tree, small, newFile({ name: 'b', modifiedAt: 0 }, generatedBytes(1, 7), 'storefs-data'));
    const lines = outputBySecond(copyJob(tree, at('/home/anna/small'), at('/copy'), 'operator'));
    expect(lines).toEqual(['done: 2 of 2 files copied, 17 B of 17 B']);
  });

  test('a copy leaves out what is removed before its turn', () => {
    const tree = initialTree();
    const run = copyJob(tree, at('/projects'), at('/copy'), 'operator').run();
    run.next();
    outputBySecond(deletionJob(tree, [at('/projects/render-farm')], 'operator'));
    while (run.next().done !== true);
    expect(weight(tree, '/copy')).toEqual(weight(tree, '/projects'));
  });

  test('a copy fails if its destination was taken meanwhile', () => {
    const tree = initialTree();
    const run = copyJob(tree, at('/projects'), at('/copy'), 'operator').run();
    for (let second = 0; second < 8; second++) run.next();
    const farm = find(tree, at('/projects/render-farm'), 'keep')!;
    const copy = find(tree, at('/copy'), 'keep')!;
    if (copy.type !== 'DIR') throw new Error('the copy has not begun');
    copy.children.set('render-farm', farm);
    expect(() => {
      while (run.next().done !== true);
    }).toThrow('a "render-farm" was put there meanwhile');
  });
});

describe('a deletion', () => {
  test('a deletion removes a thousand entries per second and reports how many there were', () => {
    const tree = initialTree();
    const { files, subdirs } = weight(tree, '/projects');
    const lines = outputBySecond(deletionJob(tree, [at('/projects')], 'operator'));
    const messages = Array.from(
      { length: Math.floor((files + subdirs) / 1000) },
      (_, index) => `${(index + 1) * 1000}`,
    );
    expect(messages.length).toBeGreaterThan(0);
    expect(lines).toEqual(
      [...messages, `done: ${files + subdirs}`].map((count) => `${count} files and directories deleted`),
    );
    expect(find(tree, at('/projects'), 'keep')).toBeUndefined();
  });

  test.each([
    [['/home/anna'], '/home/anna'],
    [['/home/anna', '/scratch'], '/home/anna and 1 more'],
    [['/scratch', '/home/anna', '/home/ben'], '/scratch and 2 more'],
  ])('a deletion of %j is called %s', (paths, object) => {
    const job = deletionJob(initialTree(), paths.map(at), 'operator');
    expect(job).toMatchObject({ name: 'Delete files', object, startedBy: 'operator' });
  });

  test('a deletion ends when what it deletes is moved away meanwhile', () => {
    const tree = initialTree();
    const { files, subdirs } = weight(tree, '/projects');
    const run = deletionJob(tree, [at('/projects')], 'operator').run();
    expect(run.next().value).toBe('1000 files and directories deleted');
    move(tree, at('/projects'), at('/home/projects'));
    expect([...run]).toEqual(['done: 1000 files and directories deleted']);
    const left = weight(tree, '/home/projects');
    expect(left.files + left.subdirs).toBe(files + subdirs - 1000);
  });

  test('a deletion spares what is moved out meanwhile, and includes what is put in', () => {
    const tree = initialTree();
    const { files, subdirs } = weight(tree, '/projects');
    const run = deletionJob(tree, [at('/projects')], 'operator').run();
    run.next();
    const top = find(tree, at('/projects'), 'keep') as Directory;
    const [first, second] = [...top.children.values()].filter((node) => node.type === 'DIR');
    const spared = weightOf(first!);
    move(tree, at(`/projects/${first!.name}`), at('/spared'));
    const added = newDirectory({ name: 'added', modifiedAt: 0 });
    addNode(tree, second ?? top, added);
    addNode(tree, added, newFile({ name: 'late', modifiedAt: 0 }, generatedBytes(1, 10), 'storefs-data'));
    const deleted = files + subdirs + 2 - spared.files - spared.subdirs;
    expect([...run].at(-1)).toBe(`done: ${deleted} files and directories deleted`);
    expect(find(tree, at('/projects'), 'keep')).toBeUndefined();
    expect(weight(tree, '/spared')).toEqual(spared);
  });

  test('a deletion of a link leaves its target', () => {
    const tree = initialTree();
    const before = tree.root.sums.files;
    outputBySecond(deletionJob(tree, [at('/scratch/latest')], 'operator'));
    expect(find(tree, at('/scratch/latest'), 'keep')).toBeUndefined();
    expect(tree.root.sums.files).toBe(before - 1);
    expect(find(tree, at('/scratch/run-0412'), 'keep')).toBeDefined();
  });
});
