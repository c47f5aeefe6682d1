import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withExactSize, ChunkReader } from '../../../../src/service/ceph/s3/chunks.ts';

async function* arriving(...chunks: readonly (string | Uint8Array)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function all(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('chunks', () => {
  test('chunks have the requested size except for the last one, and lose nothing', async () => {
    const chunks = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 30 }), async (sent, size) => {
        const pieces = new ChunkReader(arriving(...sent));
        const got: string[] = [];
        for (let piece = await pieces.readAll(size); piece.length > 0; piece = await pieces.readAll(size))
          got.push(Buffer.from(piece).toString());
        expect(got.join('')).toBe(sent.join(''));
        expect(got.slice(0, -1).every(({ length }) => length === size)).toBe(true);
      }),
    );
  });

  test('the sender of the chunks is informed when no more are wanted', async () => {
    let told = false;
    const source = (async function* () {
      try {
        for (;;) yield Buffer.from('x');
      } finally {
        told = true;
      }
    })();
    {
      await using pieces = new ChunkReader(source);
      await pieces.readAll(3);
    }
    expect(told).toBe(true);
  });
});

describe('content of a known size', () => {
  test('content of a known size passes if it has that size', async () => {
    expect(await all(withExactSize(arriving('he', 'llo'), 5))).toBe('hello');
    expect(await all(withExactSize(arriving(), 0))).toBe('');
  });

  test.each([
    [4, 'more'],
    [6, 'fewer'],
  ])(
    'content of a known size of %i bytes is never completed if it differs: %s arrived',
    async (size, words) => {
      let got = 0;
      const reading = async () => {
        for await (const chunk of withExactSize(arriving('he', 'll', 'o'), size)) got += chunk.length;
      };
      await expect(reading()).rejects.toMatchObject({ status: 400, message: expect.stringContaining(words) });
      expect(got).toBeLessThan(size);
    },
  );
});
