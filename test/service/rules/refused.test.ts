import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/service/engine.ts';
import { enforce, noItem, refusal } from '../../../src/service/rules/refused.ts';

describe('refusal by a rule', () => {
  const refused = { status: 409, message: 'there is a pool rbd already' } as const;

  test('a refusal by a rule has its status and message', () => {
    expect(() => enforce(refused)).toThrow(Refusal);
    expect(refusal(refused)).toMatchObject({ status: 409, message: 'there is a pool rbd already' });
  });

  test('a rule that finds nothing wrong lets the call through', () => {
    expect(() => enforce(undefined)).not.toThrow();
  });
});

test('the refusal of an unknown id names at most 20 of the existing ones', () => {
  expect(noItem('network', 7, [])).toEqual({ status: 404, message: 'there is no network 7: none exists' });
  expect(noItem('network', 7, [1, 3]).message).toBe('there is no network 7: the existing ones are 1, 3');
  expect(noItem('hook', 99, [...Array(40).keys()]).message).toMatch(/ 0, 1, .*, 19$/);
});
