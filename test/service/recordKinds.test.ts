import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { recordCheck } from '../../src/service/recordKinds.ts';

const check = recordCheck({
  pool: Type.Object({ size: Type.Integer(), rule: Type.Object({ name: Type.String() }) }),
  count: Type.Integer(),
});

test.each([
  ['a record of its kind', 'pool', { size: 3, rule: { name: 'a' } }, undefined],
  ['a value alone of its kind', 'count', 3, undefined],
  ['a record of no kind that is checked', 'other', 'anything', undefined],
  ['a record whose kind has a name that every object has', 'toString', 1, undefined],
  ['a field of another type', 'pool', { size: 'x', rule: { name: 'a' } }, /^size must be integer/],
  ['a field of a part', 'pool', { size: 3, rule: { name: 1 } }, /^rule\.name must be string/],
  ['a value alone of another type', 'count', 'x', /^must be integer/],
])('a stored record is validated by its kind: %s', (_, kind, value, wrong) => {
  for (const told of [check(kind, value), check(kind, value)])
    if (wrong === undefined) expect(told).toBeUndefined();
    else expect(told).toMatch(wrong);
});
