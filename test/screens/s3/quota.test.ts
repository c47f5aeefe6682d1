import { expect, test } from 'vitest';
import { quotaFields, quotaShare, quotaText } from '../../../src/screens/s3/quota.ts';

test.each([
  [{ enabled: true, maxSizeKb: 10 * 1024 * 1024, maxObjects: 5000 }, '10.0 GiB, 5.0k objects'],
  [{ enabled: true, maxSizeKb: 1024, maxObjects: -1 }, '1.0 MiB'],
  [{ enabled: false, maxSizeKb: 1024, maxObjects: -1 }, 'off (1.0 MiB)'],
  [{ enabled: true, maxSizeKb: -1, maxObjects: -1 }, 'none'],
  [undefined, 'none'],
])('the quota %j allows %s', (quota, text) => {
  expect(quotaText(quota)).toBe(text);
});

test('the fuller of both limits of a quota counts, and none if the quota is off', () => {
  const used = { sizeKb: 50, objects: 9 };
  expect(quotaShare({ enabled: true, maxSizeKb: 100, maxObjects: 10 }, used)).toBe(0.9);
  expect(quotaShare({ enabled: true, maxSizeKb: 100, maxObjects: -1 }, used)).toBe(0.5);
  expect(quotaShare({ enabled: false, maxSizeKb: 1, maxObjects: 1 }, used)).toBeUndefined();
  expect(quotaShare({ enabled: true, maxSizeKb: 0 }, used)).toBe(1);
});

test('the size of a quota is typed in bytes and sent in KiB', () => {
  const read = quotaFields()['body.maxSizeKb']?.read;
  expect(read?.('10G')).toEqual({ value: 10 * 1024 * 1024 });
  expect(read?.('1')).toEqual({ value: 1 });
  expect(read?.('unlimited')).toEqual({ value: -1 });
  expect(read?.('much')).toHaveProperty('problem');
});
