import { expect, test } from 'vitest';
import { memoizeLast } from '../../../../src/service/ceph/client/memoizeLast.ts';

test('a result is computed again only for different inputs', () => {
  let works = 0;
  const pair = memoizeLast((a: object, b: object) => [a, b, ++works]);
  const [tree, usage] = [{}, {}];
  expect([pair(tree, usage), pair(tree, usage)]).toEqual([
    [tree, usage, 1],
    [tree, usage, 1],
  ]);
  expect(pair(tree, {})).toEqual([tree, {}, 2]);
});

test('a result, which all callers share, is frozen', () => {
  const list = memoizeLast((first: string) => [first]);
  expect(() => list('a').push('b')).toThrow(TypeError);
});
