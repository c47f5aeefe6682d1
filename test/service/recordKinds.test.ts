import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { recordCheck } from '../../src/service/recordKinds.ts';

const check = recordCheck({
  pool: Type.Object({ size: Type.Integer(), rule: Type.Object({ name: Type.String() }) }),
  count: Type.Integer(),
});

test.each([
  ['a valid record of its kind', 'pool', { size: 3, rule: { name: 'a' } }, undefined],
  ['a single value of its kind', 'count', 3, undefined],
  ['a record of a kind that is not checked', 'other', 'anything', undefined],
  ['a record whose kind is named like an object property', 'toString', 1, undefined],
  ['a field of another type', 'pool', { size: 'x', rule: { name: 'a' } }, /^size must be integer/],
  ['a field of a nested record', 'pool', { size: 3, rule: { name: 1 } }, /^rule\.name must be string/],
  ['a single value of another type', 'count', 'x', /^must be integer/],
])('a stored record is validated by its kind: %s', (_, kind, value, wrong) => {
  for (const problem of [check(kind, value), check(kind, value)])
    if (wrong === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(wrong);
});
