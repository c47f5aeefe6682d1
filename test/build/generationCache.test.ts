import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GenerationCache } from '../../scripts/build/patches/generationCache.mjs';

test('a cache returns the stored value or nothing, and never the value of another text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 8 }), { maxLength: 200 }), (texts) => {
      const cache = new GenerationCache(50);
      for (const text of texts) {
        const known = cache.get(text);
        if (known === undefined) cache.set(text, `value of ${text}`);
        else expect(known).toBe(`value of ${text}`);
        expect(cache.get(text)).toBe(`value of ${text}`);
      }
    }),
  );
});

test('a cache keeps an entry that is used again among any number of others', () => {
  const cache = new GenerationCache(100);
  cache.set('kept', 1);
  for (let index = 0; index < 1000; index++) {
    cache.set(`passing ${index}`, index);
    expect(cache.get('kept')).toBe(1);
  }
});

test('a cache drops an entry that is not used for two generations', () => {
  const cache = new GenerationCache(100);
  cache.set('passing', 1);
  for (let index = 0; index < 100; index++) cache.set(`text ${index}`, index);
  expect(cache.get('passing')).toBeUndefined();
});

test('a cache computes a missing value only once', () => {
  const cache = new GenerationCache<number>(100);
  let made = 0;
  const lengthOf = (text: string) => {
    made++;
    return text.length;
  };
  expect([cache.getOrMake('osd.1', lengthOf), cache.getOrMake('osd.1', lengthOf), made]).toEqual([5, 5, 1]);
});
