import { expect, test } from 'vitest';
import type { Api } from '../../../src/api/client.ts';
import type { S3ObjectListing } from '../../../src/api/contract/s3Buckets.ts';
import { uploadKey } from '../../../src/screens/s3/objectActions.ts';
import { objectPage, parentPrefix } from '../../../src/screens/s3/objectList.ts';

type Query = { max?: number; prefix?: string; continuationToken?: string; flatView?: boolean };

/** A bucket that returns these pages, and keeps the requests. */
function bucket(answer: (query: Query) => S3ObjectListing) {
  const asked: Query[] = [];
  const api = {
    listS3Objects: ({ query = {} }: { query?: Query }) => {
      asked.push(query);
      return Promise.resolve(answer(query));
    },
  } as unknown as Api;
  return { api, asked };
}

const { signal } = new AbortController();

test('pages of objects are read until there are as many rows as requested', async () => {
  const { api, asked } = bucket(({ max = 0, continuationToken = '0' }) => {
    const start = Number(continuationToken);
    const objects = Array.from({ length: Math.min(max, 400) }, (_, index) => ({ key: `k${start + index}` }));
    return { objects, continuationToken: String(start + objects.length) };
  });
  const { rows, more } = await objectPage({ scope: { bucket: 'b' }, limit: 500 }).read(api, signal);
  expect(rows.map(({ key }) => key)).toEqual(Array.from({ length: 500 }, (_, index) => `k${index}`));
  expect(more).toBe(true);
  expect(asked.map(({ max, continuationToken }) => [max, continuationToken])).toEqual([
    [500, undefined],
    [100, '400'],
  ]);
});

test('a service that repeats the same page ends the reading', async () => {
  const { api, asked } = bucket(() => ({ objects: [{ key: 'a' }], continuationToken: 'same' }));
  const { more } = await objectPage({ scope: { bucket: 'b' }, limit: 500 }).read(api, signal);
  expect(more).toBe(false);
  expect(asked).toHaveLength(2);
});

test('objects are named by the part after the last slash of the prefix', async () => {
  const { api } = bucket(() => ({ prefixes: ['logs/2026/'], objects: [{ key: 'logs/2025.txt' }] }));
  const at = async (prefix: string) =>
    (await objectPage({ scope: { bucket: 'b', prefix }, limit: 500 }).read(api, signal)).rows.map(
      ({ name }) => name,
    );
  expect(await at('logs/')).toEqual(['2026/', '2025.txt']);
  expect(await at('logs/20')).toEqual(['2026/', '2025.txt']);
});

test.each([
  ['', undefined],
  ['logs/', ''],
  ['logs/2026/', 'logs/'],
  ['logs/20', 'logs/'],
])('the prefix above %j is %j', (prefix, parent) => {
  expect(parentPrefix(prefix)).toBe(parent);
});

test.each([
  ['', '/home/x/a.bin', 'a.bin'],
  ['sent/', 'a.bin', 'sent/a.bin'],
  ['sent/other', '/home/x/a.bin', 'sent/other'],
])('an upload to the key %j of the file %s gets the key %s', (key, file, wanted) => {
  expect(uploadKey(key, file)).toBe(wanted);
});
