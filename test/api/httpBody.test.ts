import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOf } from '../../src/api/httpBody.ts';

/** The text of a body that arrives in these pieces. */
async function textIn(pieces: readonly Uint8Array[]): Promise<string> {
  async function* body() {
    yield* pieces;
  }
  return (await Array.fromAsync(textOf(body()))).join('');
}

test('the text of a body is the same wherever it is cut into pieces, also within a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(), async (text, at) => {
      const bytes = Buffer.from(text);
      const cut = bytes.length === 0 ? 0 : at % bytes.length;
      expect(await textIn([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(bytes.toString());
    }),
  );
});

test('a body that ends within a character ends with the sign for what cannot be read', async () => {
  expect(await textIn([Buffer.from('osd é').subarray(0, -1)])).toBe('osd �');
});
