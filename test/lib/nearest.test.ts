import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest, suggestion } from '../../src/lib/nearest.ts';

const known = ['read-only', 'token-file', 'token-env', 'url', 'listPools', 'listFlags'];

test.each([
  ['read_only', 'read-only'],
  ['tokenfile', 'token-file'],
  ['ulr', 'url'],
  ['listpools', 'listPools'],
  ['listFalgs', 'listFlags'],
  ['listP', 'listPools'],
])('%j was meant to be %j', (word, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test('a word that resembles nothing known gets no suggestion', () => {
  expect(nearest('colour', known)).toBeUndefined();
  expect(nearest('', known)).toBeUndefined();
  expect(nearest('x'.repeat(1000), known)).toBeUndefined();
  expect(suggestion('colour', known)).toBe('');
});

test('a known word is nearest to itself', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }), (words) => {
      for (const word of words) expect(nearest(word, words)?.toLowerCase()).toBe(word.toLowerCase());
    }),
  );
});
