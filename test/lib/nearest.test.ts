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
])('for the unknown word %j the suggestion is %j', (word, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test('an unknown word that resembles no known word gets no suggestion', () => {
  expect(nearest('colour', known)).toBeUndefined();
  expect(nearest('', known)).toBeUndefined();
  expect(nearest('x'.repeat(1000), known)).toBeUndefined();
  expect(suggestion('colour', known)).toBe('');
});

test('words of up to 64 letters get a suggestion', () => {
  const word = 'x'.repeat(64);
  expect(nearest(word, [word])).toBe(word);
  expect(nearest(`${word}x`, [`${word}x`])).toBeUndefined();
});

test.each([
  ['ab', 'ax', 1],
  ['abcdef', 'abxxef', 2],
  ['abcdef', 'badcef', 2],
  ['abcdef', 'bcdefgh', 0],
  ['abcdefghi', 'abcxxxghi', 3],
  ['abcdefghi', 'abxxxxghi', 0],
])(
  'for the word %s, %s is suggested only if at most a third of the letters differ (%d edits, 0 for none)',
  (word, candidate, edits) => {
    expect(nearest(word, [candidate])).toBe(edits === 0 ? undefined : candidate);
  },
);

test('of two equally near words the first is suggested, and words with the same beginning come last', () => {
  expect(nearest('cat', ['category', 'cut', 'cot'])).toBe('cut');
  expect(nearest('cat', ['category', 'catalogue'])).toBe('category');
  expect(nearest('c', ['category'])).toBeUndefined();
});

test('the nearest word to a known word is the word itself', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }), (words) => {
      for (const word of words) expect(nearest(word, words)?.toLowerCase()).toBe(word.toLowerCase());
    }),
  );
});
