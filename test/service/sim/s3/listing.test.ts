import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listPage, type ObjectListing } from '../../../../src/service/sim/s3/listing.ts';
import { SortedMap } from '../../../../src/service/sim/s3/sortedMap.ts';
import { refusal, storageBench } from '../storage.ts';

const mapOf = (keys: Iterable<string>) => {
  const map = new SortedMap<true>();
  for (const key of keys) map.set(key, true);
  return map;
};

/** Keys that share prefixes, end in delimiters, and have characters with a different order in UTF-8 and UTF-16. */
const aKey = fc
  .array(fc.constantFrom('a', 'b', '/', '0', '.', '\uFFFD', '😀', 'é'), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''));
const keySet = fc.uniqueArray(aKey, { maxLength: 40 });
const prefix = fc.constantFrom('', 'a', 'a/', '/', 'a/b', '😀', 'nothing');
const delimiter = fc.constantFrom<'/' | undefined>('/', undefined);

const inOrder = (keys: readonly string[]) =>
  keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** All pages of a listing. `meanwhile` runs between them. */
function pages(map: SortedMap<true>, query: object, max: number, meanwhile: () => void = () => undefined) {
  const all: ObjectListing[] = [];
  let token: string | undefined;
  do {
    const page = listPage(map, {
      prefix: '',
      max,
      ...query,
      ...(token !== undefined && { continuationToken: token }),
    });
    all.push(page);
    token = page.continuationToken;
    meanwhile();
  } while (token !== undefined);
  return all;
}

describe('pages of a listing', () => {
  test('a listing by pages has each key and each common prefix once, in order, for every prefix and page size', () => {
    fc.assert(
      fc.property(keySet, prefix, delimiter, fc.integer({ min: 1, max: 5 }), (keys, start, gathers, max) => {
        const query = { prefix: start, ...(gathers && { delimiter: gathers }) };
        const listed = pages(mapOf(keys), query, max);
        const matching = inOrder(keys.filter((key) => key.startsWith(start)));
        const gathered = (key: string) => gathers !== undefined && key.slice(start.length).includes('/');
        expect(listed.flatMap((page) => page.keys)).toEqual(matching.filter((key) => !gathered(key)));
        const prefixes = matching
          .filter(gathered)
          .map((key) => key.slice(0, key.indexOf('/', start.length) + 1));
        expect(listed.flatMap((page) => page.prefixes)).toEqual([...new Set(prefixes)]);
        for (const page of listed) expect(page.keys.length + page.prefixes.length).toBeLessThanOrEqual(max);
      }),
    );
  });

  test('a listing by pages is not disturbed by keys that are added or deleted meanwhile', () => {
    fc.assert(
      fc.property(keySet, keySet, keySet, (stay, come, go) => {
        const kept = stay.filter((key) => !go.includes(key));
        const map = mapOf([...stay, ...go]);
        const [coming, going] = [come.values(), go.values()];
        const listed = pages(map, {}, 2, () => {
          const [added, removed] = [coming.next().value, going.next().value];
          if (added !== undefined) map.set(added, true);
          if (removed !== undefined && !kept.includes(removed)) map.delete(removed);
        }).flatMap((page) => page.keys);
        expect(new Set(listed).size).toBe(listed.length);
        expect(listed.filter((key) => kept.includes(key))).toEqual(inOrder(kept));
      }),
    );
  });
});

describe('listing objects', () => {
  const bucket = { params: { bucketName: 'telemetry' } };

  test('a listing shows one level of prefixes, or all keys', async () => {
    const { api } = storageBench();
    const folders = await api.listS3Objects(bucket);
    expect(folders.objects).toEqual([]);
    expect(folders.prefixes).toHaveLength(1);
    const flat = await api.listS3Objects({ ...bucket, query: { flatView: true, max: 3 } });
    expect(flat.prefixes).toEqual([]);
    expect(flat.objects).toHaveLength(3);
  });

  test('a listing has at most a thousand objects on a page, and a token only if more follow', async () => {
    const { api } = storageBench();
    const count = (await api.listS3Buckets()).find((one) => one.bucket === 'telemetry')?.usageSum?.numObjects;
    const sizes: number[] = [];
    const seen = new Set<string>();
    for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
      const query = { flatView: true, max: 5000, ...(token !== undefined && { continuationToken: token }) };
      const page = await api.listS3Objects({ ...bucket, query });
      sizes.push(page.objects?.length ?? 0);
      for (const { key = '' } of page.objects ?? []) seen.add(key);
      token = page.continuationToken;
    }
    expect(seen.size).toBe(count);
    expect(sizes.slice(0, -1).every((size) => size === 1000)).toBe(true);
    expect(sizes.at(-1)).toBeGreaterThan(0);
  });

  test.each(['x', '', 'WyJrZXkiXQ', Buffer.from('["prefix","a"]').toString('base64url')])(
    'a listing refuses the invalid token %j',
    async (continuationToken) => {
      const { api } = storageBench();
      const call = api.listS3Objects({ ...bucket, query: { continuationToken } });
      expect(await refusal(call)).toMatchObject({ status: 400 });
    },
  );

  test('a listing of an unknown bucket is refused', async () => {
    const { api } = storageBench();
    const call = api.listS3Objects({ params: { bucketName: 'nothing' } });
    expect(await refusal(call)).toMatchObject({ status: 404 });
  });
});
