import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { inputProblems } from '../../../src/api/check.ts';
import { id, name } from '../../../src/api/contract/shapes.ts';
import { operation } from '../../../src/api/operation.ts';

const looked = operation({
  method: 'GET',
  path: '/racks/{rack}/{slot}',
  summary: 'A slot of a rack',
  tier: 'read',
  params: Type.Object({ rack: name('name of the rack'), slot: id('number of the slot') }),
});
const problems = (rack: unknown, slot: unknown) => inputProblems(looked, { params: { rack, slot } });

test('an id is a whole number from zero', () => {
  expect(problems('r1', 0)).toEqual([]);
  expect(problems('r1', -1)).toEqual([expect.stringMatching(/^params\.slot: must not be negative/)]);
  expect(problems('r1', 1.5)).toHaveLength(1);
});

test('a name in a path has at least one character', () => {
  expect(problems('r', 1)).toEqual([]);
  expect(problems('', 1)).toEqual([expect.stringMatching(/^params\.rack: /)]);
});

test('a parameter that names an object of the cluster has the kind of the object in its schema', () => {
  expect(id('number of the server', 'server')).toMatchObject({ 'x-names': 'server' });
  expect(name('name of the pool', 'pool')).toMatchObject({ 'x-names': 'pool' });
  expect(name('name of the rack')).not.toHaveProperty('x-names');
});
