import { expect, test } from 'vitest';
import { asText } from '../../src/service/inlineText.ts';

test('UTF-8 without a NUL is text, even with a byte order mark', () => {
  expect(asText(Buffer.from('größe 😀\n'))).toBe('größe 😀\n');
  expect(asText(Buffer.from('\uFEFFa'))).toBe('\uFEFFa');
  expect(asText(Buffer.from(''))).toBe('');
});

test.each([[[0x61, 0]], [[0xff]], [[0xc3]]])('%j is not text', (bytes) =>
  expect(asText(Uint8Array.from(bytes))).toBeUndefined(),
);
