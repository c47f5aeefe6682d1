import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ring } from '../../src/lib/ring.ts';

test('a ring buffer keeps only the newest items', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat()), (capacity, items) => {
      const ring = new Ring<number>(capacity);
      for (const item of items) ring.push(item);
      const kept = items.slice(-capacity);
      expect([...ring]).toEqual(kept);
      expect(ring.length).toBe(kept.length);
      expect(ring.dropped).toBe(items.length - kept.length);
      for (let index = -capacity - 1; index <= capacity; index++) expect(ring.at(index)).toBe(kept.at(index));
    }),
  );
});

test('a ring buffer without capacity is refused', () => {
  expect(() => new Ring(0)).toThrow('at least one item');
});
