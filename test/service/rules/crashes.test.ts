import { expect, test } from 'vitest';
import { noCrash } from '../../../src/service/rules/crashes.ts';

test('a crash report that there is not is named, with the way to those that there are', () => {
  expect(noCrash('x')).toEqual({
    status: 404,
    message: 'there is no crash report x: GET /extensions/crashes lists them',
  });
});
