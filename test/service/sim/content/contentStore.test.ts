import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../src/service/engine.ts';
import type { Content } from '../../../../src/service/sim/content/content.ts';
import { ContentStore } from '../../../../src/service/sim/content/contentStore.ts';
import { generatedBytes } from '../../../../src/service/sim/content/generated.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';

const MIB = 1024 * 1024;

async function* pieces(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size, 7);
}

async function store(contents: ContentStore, ...sizes: number[]): Promise<Content> {
  const kept: Content[] = [];
  await contents.receive(
    pieces(...sizes),
    () => undefined,
    (content) => {
      contents.hold(content);
      kept.push(content);
    },
  );
  return kept[0]!;
}

describe('size limit of uploads', () => {
  test('the size limit counts a content once, however many objects share it, until none does', async () => {
    const contents = new ContentStore(memoryPersistence(), MIB);
    const content = await store(contents, 1000, 24);
    expect(contents.used).toBe(1024);
    contents.hold(content);
    contents.drop(content);
    expect(contents.used).toBe(1024);
    contents.drop(content);
    expect(contents.used).toBe(0);
  });

  test('an upload beyond the size limit is refused, with running uploads counted', async () => {
    const contents = new ContentStore(memoryPersistence(), MIB);
    await store(contents, MIB - 10);
    const call = store(contents, 5, 6);
    await expect(call).rejects.toThrow(Refusal);
    await expect(call).rejects.toMatchObject({ status: 413, message: expect.stringContaining('1 MiB') });
    await store(contents, 10);
    expect(contents.used).toBe(MIB);
  });

  test.each(['accept', 'commit', 'source'])('nothing of an upload is kept if its %s fails', async (who) => {
    const contents = new ContentStore(memoryPersistence(), MIB);
    const fail = () => {
      throw new Refusal(409, 'no');
    };
    async function* source() {
      yield Buffer.alloc(100);
      if (who === 'source') fail();
    }
    const call = contents.receive(
      source(),
      who === 'accept' ? fail : () => undefined,
      who === 'commit' ? fail : () => undefined,
    );
    await expect(call).rejects.toThrow('no');
    expect(contents.used).toBe(0);
  });

  test('generated content does not count towards the size limit', () => {
    const contents = new ContentStore(memoryPersistence(), MIB);
    contents.hold(generatedBytes(1, 1e12));
    expect(contents.used).toBe(0);
  });
});

test('a content returns its bytes in order, whatever the pieces they came in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), async (chunks) => {
      const contents = new ContentStore();
      await contents.receive(
        (async function* () {
          yield* chunks;
        })(),
        () => undefined,
        (content) => expect(Buffer.concat([...content.read()])).toEqual(Buffer.concat(chunks)),
      );
    }),
  );
});

test('a content does not change when the buffers that it came in are reused', async () => {
  const contents = new ContentStore();
  const buffer = Buffer.alloc(512 * 1024, 'a');
  let content: Content | undefined;
  await contents.receive(
    (async function* () {
      yield buffer;
      buffer.fill('b');
    })(),
    () => undefined,
    (received) => (content = received),
  );
  expect([...content!.read()][0]?.[0]).toBe('a'.codePointAt(0));
});
