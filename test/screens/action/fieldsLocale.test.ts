import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../src/api/contract/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { setLocale } from '../../../src/lib/decimal.ts';
import { fieldsOf, inputOf } from '../../../src/screens/fields/fields.ts';

beforeEach(() => setLocale({ LC_ALL: 'de_DE.UTF-8' }));
afterEach(() => setLocale({}));

const operations: readonly Operation[] = Object.values(contract);
const numeric = operations.flatMap((operation) =>
  fieldsOf(operation)
    .filter(({ hint }) => /^(?:integer|number)\b/.test(hint))
    .map((field) => ({ operation, field })),
);

// No text is read as -0.
const numbers = fc.oneof(fc.nat(9), fc.maxSafeNat(), fc.double({ noNaN: true })).map((number) => number + 0);

test('in a locale with a decimal comma every form sends the number that its field shows, with a point', () => {
  expect(numeric.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.constantFrom(...numeric), numbers, ({ operation, field }, number) => {
      const shown = String(number);
      const read = field.read(shown);
      if ('problem' in read) return;
      expect(read.value).toBe(number);
      const sent = JSON.stringify(inputOf(operation, { [field.name]: read.value }));
      expect(sent).not.toMatch(/\d,\d/);
    }),
    { numRuns: 1000 },
  );
});

test('a whole number with a comma is refused by every form', () => {
  const whole = numeric.filter(({ field }) => field.hint.startsWith('integer'));
  for (const { field } of whole) expect(field.read('1,000')).toEqual({ problem: 'Type a whole number.' });
});
