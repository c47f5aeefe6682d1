import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/service/engine.ts';
import { enforce, refusal } from '../../../src/service/rules/refused.ts';

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
