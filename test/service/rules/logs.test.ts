import { expect, test } from 'vitest';
import { refuseRange, unknownCursor } from '../../../src/service/rules/logs.ts';

test('a time range of the log has both ends in the right order', () => {
  expect([{}, { after: 5 }, { after: 5, before: 5 }].map(refuseRange)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(refuseRange({ before: 5 })).toMatchObject({
    status: 400,
    message: expect.stringContaining('needs both ends') as string,
  });
  expect(refuseRange({ after: 5, before: 4 })).toMatchObject({
    status: 400,
    message: expect.stringContaining('ends before it starts') as string,
  });
});

test('an unknown cursor is refused with what to do about it', () => {
  expect(unknownCursor()).toEqual({
    status: 400,
    message: 'the cursor does not belong to this log: read again without it',
  });
});
