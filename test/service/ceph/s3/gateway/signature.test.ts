import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeName,
  encodePath,
  encodeQuery,
  sha256,
  signed,
} from '../../../../../src/service/ceph/s3/gateway/signature.ts';

/** The examples of the S3 API Reference, "Signature Calculations for the Authorization Header". */
const KEY = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const AT = Date.UTC(2013, 4, 24);
const host = 'examplebucket.s3.amazonaws.com';
const bare = { method: 'GET', path: '/', query: {}, headers: { host }, payload: sha256('') };

const signatureOf = (request: Parameters<typeof signed>[0]) =>
  signed(request, KEY, AT)['authorization']?.split('Signature=')[1];

describe('signature of a request', () => {
  test('a part of an object is signed by the rules of S3', () => {
    const request = { ...bare, path: '/test.txt', headers: { host, range: 'bytes=0-9' } };
    expect(signatureOf(request)).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  test('an object that is stored is signed by the rules of S3', () => {
    const request = {
      method: 'PUT',
      path: encodePath('test$file.text'),
      query: {},
      headers: { host, date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payload: sha256('Welcome to Amazon S3.'),
    };
    expect(signatureOf(request)).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
  });

  test('a query without a value is signed by the rules of S3', () => {
    const request = { ...bare, query: { lifecycle: '' } };
    expect(signatureOf(request)).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
  });

  test('a query with several values is signed by the rules of S3', () => {
    const request = { ...bare, query: { prefix: 'J', 'max-keys': '2' } };
    expect(signatureOf(request)).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
  });

  test('the signature does not depend on the number of spaces in a header', () => {
    const withSpaces = (value: string) => signatureOf({ ...bare, headers: { host, 'x-amz-meta-a': value } });
    expect(withSpaces('  a   b ')).toBe(withSpaces('a b'));
  });

  test.each(['\u00a0a', 'a\u2003', 'a\u00a0b', 'a\tb'])(
    'the signature keeps every space of a header except ASCII blanks at its ends: %j',
    (value) => {
      const withValue = (text: string) => signatureOf({ ...bare, headers: { host, 'x-amz-meta-a': text } });
      expect(withValue(value)).not.toBe(withValue(value.replaceAll(/\s/g, ' ').trim()));
    },
  );
});

test('a query is sorted by its names, whatever their values are', () => {
  expect(encodeQuery({ 'quota-type': 'user', quota: '', uid: 'a b' })).toBe(
    'quota=&quota-type=user&uid=a%20b',
  );
});

test('encoding leaves no character that a gateway could misread, and loses nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(encodeName(text)).toMatch(/^(?:[\w.~-]|%[0-9A-F]{2})*$/);
      expect(decodeURIComponent(encodeName(text))).toBe(text);
    }),
  );
});

test('the slashes of a key are kept', () => {
  expect(encodePath('bucket', '/a//b%/ü')).toBe('/bucket//a//b%25/%C3%BC');
});
