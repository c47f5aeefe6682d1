import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenLines } from '../../../src/store/log/seenLines.ts';

const REMEMBERED = 700;

/** Lines that are read: some again from further back, the rest new. */
const reads = fc.array(
  fc.record({ again: fc.integer({ min: 0, max: REMEMBERED }), fresh: fc.integer({ min: 0, max: 2000 }) }),
  { maxLength: 6 },
);

test('lines that are read again are recognized, and new ones are not taken for repeats', () => {
  fc.assert(
    fc.property(reads, (parts) => {
      const seen = new SeenLines(REMEMBERED);
      let next = 0;
      for (const { again, fresh } of parts) {
        seen.expectRepeats();
        for (let line = Math.max(0, next - again); line < next; line++) {
          expect(seen.has(`line ${line}`)).toBe(true);
          expect(seen.add(`line ${line}`)).toBe(false);
        }
        for (const end = next + fresh; next < end; next++) expect(seen.add(`line ${next}`)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('a line key that contains the separator is still one key', () => {
  const seen = new SeenLines(2);
  for (const key of ['a\x01b', 'c', 'd', 'e']) seen.add(key);
  seen.expectRepeats();
  expect(seen.has('a\x01b')).toBe(true);
  expect(seen.has('a')).toBe(false);
});

test('a page that repeats itself during a search gives each line once', () => {
  const seen = new SeenLines(10);
  expect(['x', 'y', 'x', 'z', 'y'].map((line) => seen.add(line))).toEqual([true, true, false, true, false]);
});
