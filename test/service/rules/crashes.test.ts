import { expect, test } from 'vitest';
import { noCrash } from '../../../src/service/rules/crashes.ts';

test('an unknown crash report is refused by its name, with how to list the known ones', () => {
  expect(noCrash('x')).toEqual({
    status: 404,
    message: 'there is no crash report x: GET /extensions/crashes lists them',
  });
});
