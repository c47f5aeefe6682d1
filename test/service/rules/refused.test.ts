import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/service/engine.ts';
import { enforce, refusal } from '../../../src/service/rules/refused.ts';

describe('a rule that refuses', () => {
  const refused = { status: 409, message: 'there is a pool rbd already' } as const;

  test('a rule that refuses declines the call with its status and sentence', () => {
    expect(() => enforce(refused)).toThrow(Refusal);
    expect(refusal(refused)).toMatchObject({ status: 409, message: 'there is a pool rbd already' });
  });

  test('a rule that refuses lets the call through where it finds nothing', () => {
    expect(() => enforce(undefined)).not.toThrow();
  });
});
