import { expect, test } from 'vitest';
import { MOST_WAITING, refuseRun } from '../../../src/service/rules/hooks.ts';

test('a hook is not run while as many wait as may', () => {
  expect(refuseRun(MOST_WAITING - 1)).toBeUndefined();
  expect(refuseRun(MOST_WAITING)).toMatchObject({
    status: 503,
    message: expect.stringContaining('cancel some of their tasks') as string,
  });
});
