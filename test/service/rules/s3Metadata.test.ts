import { expect, test } from 'vitest';
import { refuseMetadata } from '../../../src/service/rules/s3Metadata.ts';

test('metadata that a header can carry is accepted', () => {
  expect(refuseMetadata({})).toBeUndefined();
  expect(
    refuseMetadata({
      contentType: 'text/plain',
      cacheControl: 'max-age=1,\tpublic',
      httpExpiresDate: 8.64e12,
      userMetadata: { 'a-b': 'ö', n: 1, yes: true },
    }),
  ).toBeUndefined();
});

test.each([
  'contentType',
  'contentDisposition',
  'cacheControl',
  'contentEncoding',
  'contentLanguage',
] as const)('control characters in %s are refused by the name of the field', (field) => {
  expect(refuseMetadata({ [field]: 'a\nb' })).toEqual({
    status: 400,
    message: `${field} contains control characters, which headers cannot contain: remove them`,
  });
});

test('an expiry date beyond the last valid date is refused', () => {
  expect(refuseMetadata({ httpExpiresDate: 8.64e12 + 1 })?.message).toContain(
    'httpExpiresDate is not a date',
  );
  expect(refuseMetadata({ httpExpiresDate: -8.64e12 - 1 })?.status).toBe(400);
});

test('user metadata has names and values that a header can carry', () => {
  expect(refuseMetadata({ userMetadata: { a_b: 'x' } })?.message).toContain(
    '"a_b" is not a valid metadata name',
  );
  expect(refuseMetadata({ userMetadata: { a: {} } })?.message).toBe('userMetadata.a: must be text');
  expect(refuseMetadata({ userMetadata: { a: '\0' } })?.message).toContain(
    'userMetadata.a contains control characters',
  );
});

test('user metadata has at most 2048 bytes of names and values', () => {
  expect(refuseMetadata({ userMetadata: { ab: 'x'.repeat(2046) } })).toBeUndefined();
  expect(refuseMetadata({ userMetadata: { ab: 'x'.repeat(2044), c: 'd' } })).toBeUndefined();
  expect(refuseMetadata({ userMetadata: { ab: 'ö'.repeat(1023), c: '' } })?.message).toContain('2049 bytes');
});
