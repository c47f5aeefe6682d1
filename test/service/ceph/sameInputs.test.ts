import { expect, test } from 'vitest';
import { sameInputs } from '../../../src/service/ceph/sameInputs.ts';

test('a result is computed again only for different inputs', () => {
  let works = 0;
  const pair = sameInputs((a: object, b: object) => [a, b, ++works]);
  const [tree, usage] = [{}, {}];
  expect([pair(tree, usage), pair(tree, usage)]).toEqual([
    [tree, usage, 1],
    [tree, usage, 1],
  ]);
  expect(pair(tree, {})).toEqual([tree, {}, 2]);
});
