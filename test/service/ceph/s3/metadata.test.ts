import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHttp, toMetadata } from '../../../../src/service/ceph/s3/metadata.ts';
import { asHttp, initialHeaders, newHeaders } from '../../../../src/service/s3/objectHeaders.ts';
import { refusal } from '../../../support/refusal.ts';

test('the metadata of an object is read back as it was written', () => {
  const value = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
  const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
  const headers = fc.record(
    {
      contentType: value,
      contentDisposition: value,
      cacheControl: value,
      contentEncoding: value,
      contentLanguage: value,
      httpExpiresDate: fc.integer({ min: 0, max: 4e9 }),
      userMetadata: fc.dictionary(name, value, { noNullPrototype: true }),
    },
    { requiredKeys: ['contentType', 'userMetadata'], noNullPrototype: true },
  );
  fc.assert(
    fc.property(headers, (said) => {
      expect(fromHttp(asHttp(said))).toEqual(said);
    }),
  );
});

test.each([
  ['contentType', 'content-type'],
  ['contentDisposition', 'content-disposition'],
  ['cacheControl', 'cache-control'],
  ['contentEncoding', 'content-encoding'],
  ['contentLanguage', 'content-language'],
] as const)('the field %s of an object is the HTTP header %s', (field, header) => {
  const http = asHttp({ contentType: 'text/plain', userMetadata: {}, [field]: 'value' });
  expect(http).toEqual({ 'content-type': 'text/plain', [header]: 'value' });
  expect(newHeaders({ [field]: 'value' })).toMatchObject({ [field]: 'value' });
});

test('the expiry date and the metadata of users are HTTP headers in the formats of S3', () => {
  const headers = { contentType: 'a/b', httpExpiresDate: 2_000_000_000, userMetadata: { colour: 'red' } };
  expect(asHttp(headers)).toEqual({
    'content-type': 'a/b',
    expires: 'Wed, 18 May 2033 03:33:20 GMT',
    'x-amz-meta-colour': 'red',
  });
});

test('the headers of a HEAD response become metadata, except those about the response itself', () => {
  const http = {
    'content-length': '8',
    'rgwx-mtime': '1795227951.257860854',
    'accept-ranges': 'bytes',
    'last-modified': 'Sat, 21 Nov 2026 02:25:51 GMT',
    'x-rgw-object-type': 'Normal',
    etag: '"d33dae5b48882f473e232129fb1f0724"',
    'x-amz-meta-colour': 'grün €',
    'x-amz-version-id': 'XpfD',
    'x-amz-expiration': 'expiry-date="Mon, 23 Nov 2026 00:00:00 GMT", rule-id="old logs"',
    'cache-control': 'no-cache',
    expires: 'Wed, 18 May 2033 03:33:20 GMT',
    'x-amz-request-id': 'tx0',
    'content-type': 'text/plain',
    date: 'Sat, 21 Nov 2026 02:25:51 GMT',
    connection: 'Keep-Alive',
  };
  expect(toMetadata(http)).toEqual({
    contentType: 'text/plain',
    cacheControl: 'no-cache',
    httpExpiresDate: 2_000_000_000,
    userMetadata: { colour: 'grün €' },
    size: 8,
    etag: 'd33dae5b48882f473e232129fb1f0724',
    contentMD5: '0z2uW0iIL0c+IyEp+x8HJA==',
    lastModified: 1795227951,
    versionId: 'XpfD',
    expirationTime: 1795392000,
    expirationTimeRuleId: 'old logs',
    raw: expect.not.objectContaining({ date: expect.anything(), 'rgwx-mtime': expect.anything() }),
  });
  expect(toMetadata(http).raw).toMatchObject({ 'x-amz-meta-colour': 'grün €', 'content-length': '8' });
});

test('an object uploaded in parts has no MD5', () => {
  expect(toMetadata({ etag: '"e3e677bd23a10d954bee3e30e298b9ed-3"' }).contentMD5).toBeUndefined();
});

describe('new metadata', () => {
  test('new metadata may repeat headers that describe the content, so that what was read can be written back', () => {
    const read = toMetadata({ etag: '"x"', 'content-type': 'a/b', 'x-amz-meta-k': 'v' });
    expect(newHeaders(read)).toEqual({ contentType: 'a/b', userMetadata: { k: 'v' } });
  });

  test('new metadata is refused if a header cannot carry it', () => {
    expect(() => newHeaders({ contentType: 'a\r\nb' })).toThrow(refusal(400, 'control characters'));
    expect(() => newHeaders({ userMetadata: { 'a b': '1' } })).toThrow(refusal(400, '"a b"'));
    expect(() => newHeaders({ userMetadata: { a_b: '1' } })).toThrow(refusal(400, '"a_b"'));
    expect(() => newHeaders({ userMetadata: { a: {} } })).toThrow(refusal(400, 'must be text'));
    expect(() => newHeaders({ userMetadata: { a: 'x'.repeat(3000) } })).toThrow(refusal(400, '2048'));
    expect(() => newHeaders({ httpExpiresDate: 1e15 })).toThrow(refusal(400, 'not a date'));
  });
});

test.each([
  ['csv', 'text/csv'],
  ['gz', 'application/gzip'],
  ['html', 'text/html'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['jsonl', 'application/x-ndjson'],
  ['log', 'text/plain'],
  ['md', 'text/markdown'],
  ['mov', 'video/quicktime'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['txt', 'text/plain'],
  ['zst', 'application/zstd'],
])('an upload whose name ends in .%s has the content type %s', (extension, type) => {
  expect(initialHeaders(`a.b/c.${extension}`).contentType).toBe(type);
});

test('the content type of an upload follows from its name, and is unknown for other names', () => {
  expect(initialHeaders('a/b.JSON').contentType).toBe('application/json');
  expect(initialHeaders('constructor').contentType).toBe('binary/octet-stream');
  expect(initialHeaders('x.constructor').contentType).toBe('binary/octet-stream');
});
