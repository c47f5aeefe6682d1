import fc from 'fast-check';
import { expect, test } from 'vitest';
import { done, storageBench, upload, type StorageBench } from '../storage.ts';

/** The expected content of a bucket. */
type Bucket = Map<string, string>;
type Model = ReadonlyMap<string, Bucket>;

interface Real extends StorageBench {
  readonly model: Model;
}

const bucketName = fc.constantFrom('scratch', 'second');
const key = fc.constantFrom('a', 'a/b', 'a/c', 'a//', '/', 'b', '😀', '\uFFFD');
const content = fc.string({ unit: 'grapheme', maxLength: 40 });

type Step = (real: Real) => Promise<void>;

const put = fc.tuple(bucketName, key, content).map(([name, at, text]): Step => async ({ api, model }) => {
  await api.uploadS3Object({ params: { bucketName: name }, form: { key: at, file: upload(text) } });
  model.get(name)!.set(at, text.toWellFormed());
});

const remove = fc.tuple(bucketName, key).map(([name, at]): Step => async ({ api, model }) => {
  const call = api.deleteS3Object({ params: { bucketName: name }, query: { key: at } });
  expect(await done(call)).toBe(model.get(name)!.delete(at));
});

const transfer = fc
  .tuple(fc.constantFrom('copy', 'move'), bucketName, key, bucketName, key)
  .map(([kind, from, at, to, target]): Step => async ({ api, model }) => {
    const input = { params: { bucketName: from }, query: { key: at, dstBucketName: to, dstKey: target } };
    const text = model.get(from)!.get(at);
    const possible = text !== undefined && (from !== to || at !== target);
    expect(await done(kind === 'copy' ? api.copyS3Object(input) : api.moveS3Object(input))).toBe(possible);
    if (!possible) return;
    model.get(to)!.set(target, text);
    if (kind === 'move') model.get(from)!.delete(at);
  });

async function check({ api, model }: Real): Promise<void> {
  const buckets = await api.listS3Buckets();
  for (const [name, expected] of model) {
    const params = { bucketName: name };
    const { objects = [] } = await api.listS3Objects({ params, query: { flatView: true } });
    const found = new Map<string, string>();
    for (const { key: at = '' } of objects) {
      const { fileContents, url } = await api.downloadS3Object({ params, query: { key: at } });
      // Text with a NUL is downloaded by URL, which other tests cover.
      found.set(at, url === undefined ? (fileContents ?? '') : expected.get(at)!);
    }
    expect(found).toEqual(expected);
    expect(buckets.find(({ bucket }) => bucket === name)?.usageSum?.numObjects).toBe(expected.size);
    const bytes = [...expected.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(buckets.find(({ bucket }) => bucket === name)?.usageSum?.sizeKb).toBe(Math.ceil(bytes / 1024));
  }
}

test(
  'after any sequence of changes the buckets have the same content as two maps',
  { timeout: 120_000 },
  async () => {
    const bench = storageBench();
    const pool = bench.engine.cluster.model.pools.find(({ name }) => name === 'rgw-data')!;
    await bench.finish(bench.api.putS3Bucket({ params: { bucketName: 'second' }, body: {} }));
    const empty = pool.bytes;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(put, remove, transfer), { maxLength: 25 }), async (steps) => {
        const model = new Map([
          ['scratch', new Map<string, string>()],
          ['second', new Map<string, string>()],
        ]);
        const real = { ...bench, model };
        for (const step of steps) await step(real);
        await check(real);
        for (const [name, objects] of model) {
          for (const at of objects.keys())
            await bench.api.deleteS3Object({ params: { bucketName: name }, query: { key: at } });
        }
        expect(pool.bytes).toBe(empty);
      }),
    );
  },
);
