import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generatedBytes } from '../../../../src/service/sim/content/generated.ts';
import {
  dayOf,
  seedBytes,
  seedContents,
  seedDice,
  seedText,
} from '../../../../src/service/sim/content/seeding.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import type { SimPool } from '../../../../src/service/sim/pools/pool.ts';

const LINE = 64;
const chance = (fsid: string, name: string) => seedDice({ fsid } as Model, name).next();
const pool = (seededBytes: number) => ({ seededBytes }) as SimPool;

test('the random numbers for content differ by cluster and purpose, and are reproducible', () => {
  const digit = fc.constantFrom(...'0123456789abcdef'.split(''));
  fc.assert(
    fc.property(fc.array(digit, { minLength: 8, maxLength: 8 }), fc.nat(7), digit, (digits, at, other) => {
      const fsid = (first: readonly string[]) => `${first.join('')}-1111-4111-8111-111111111111`;
      const [one, another] = [fsid(digits), fsid(digits.with(at, other))];
      expect(chance(one, 'files')).toBe(chance(one, 'files'));
      expect(chance(one, 'files')).not.toBe(chance(one, 's3'));
      expect(chance(one, 'files') === chance(another, 'files')).toBe(one === another);
    }),
  );
});

test('generated texts and bytes have lengths within their bounds', () => {
  const dice = new Dice(1);
  const lines = Array.from({ length: 200 }, () => seedText(dice, 'a.log', 4, 20).size / LINE);
  expect([Math.min(...lines), Math.max(...lines)]).toEqual([4, 19]);
  const sizes = Array.from({ length: 200 }, () => seedBytes(dice, 100, 200).size);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(100);
  expect(Math.min(...sizes)).toBeLessThan(105);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  expect(Math.max(...sizes)).toBeGreaterThan(195);
  expect(sizes.every(Number.isInteger)).toBe(true);
});

test('content that is generated twice differs', () => {
  const dice = new Dice(1);
  const etags = [
    seedBytes(dice, 100, 100),
    seedBytes(dice, 100, 100),
    seedText(dice, 'a.log', 4, 5),
    seedText(dice, 'a.log', 4, 5),
    ...seedContents([{ weight: 1 }, { weight: 1 }], pool(200), 100, dice),
  ].map(({ etag }) => etag);
  expect(new Set(etags).size).toBe(etags.length);
});

describe('large generated contents', () => {
  const sizes = (seeds: Parameters<typeof seedContents>[0], used: SimPool | undefined, largest: number) =>
    seedContents(seeds, used, largest, new Dice(1)).map(({ size }) => size);

  test('the large contents fill nearly all of the pool, each by its weight', () => {
    expect(sizes([{ weight: 1 }, { weight: 3 }, { weight: 6 }], pool(1000), 1e9)).toEqual([95, 285, 570]);
  });

  test('the large contents are placed among the small ones, which stay unchanged', () => {
    const small = generatedBytes(7, 12);
    const [first, second] = seedContents([small, { weight: 2 }], pool(1000), 1e9, new Dice(1));
    expect(first).toBe(small);
    expect(second!.size).toBe(950);
  });

  test('the large contents respect the maximum size', () => {
    expect(sizes([{ weight: 1 }, { weight: 3 }], pool(1000), 300)).toEqual([238, 300]);
  });

  test('there are no large contents if there is no pool for them', () => {
    expect(sizes([{ weight: 1 }], undefined, 300)).toEqual([0]);
  });
});

test('the day of a timestamp is that in UTC', () => {
  expect(dayOf(Date.UTC(2026, 10, 20, 23, 59, 59, 999))).toBe('2026-11-20');
  expect(dayOf(Date.UTC(2026, 0, 1))).toBe('2026-01-01');
});
