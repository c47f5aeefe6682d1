import { expect, test } from 'vitest';
import { notSet } from '../../../src/service/rules/settings.ts';

test('a setting that has its default value cannot be reset', () => {
  expect(notSet('osd_max_backfills')).toEqual({
    status: 404,
    message: 'osd_max_backfills is not set: it has its default value',
  });
});
