import { expect, test } from 'vitest';
import { Dice, hash } from '../../../../src/service/sim/model/random.ts';

const draws = (dice: Dice, count = 2000): number[] => Array.from({ length: count }, () => dice.next());
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test('a seed gives the same numbers each time, evenly distributed over [0, 1)', () => {
  // The output of mulberry32 for this seed.
  expect(draws(new Dice(1), 3)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  const values = draws(new Dice(7));
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  for (const limit of [0.1, 0.25, 0.5, 0.9]) {
    expect(Math.abs(values.filter((value) => value < limit).length / values.length - limit)).toBeLessThan(
      0.05,
    );
  }
  expect(draws(new Dice(8))).not.toEqual(values);
});

test('a forked stream depends on its name and the position of the original, which does not change', () => {
  const dice = new Dice(1);
  const fork = draws(dice.fork('disks'));
  expect(draws(dice.fork('disks'))).toEqual(fork);
  expect(draws(dice.fork('skids'))).not.toEqual(fork);
  expect(draws(dice)).toEqual(draws(new Dice(1)));
  expect(draws(dice.fork('disks'))).not.toEqual(fork);
});

test('chances, ranges and choices stay within their bounds and reach all values', () => {
  const dice = new Dice(3);
  const many = <T>(draw: () => T): T[] => Array.from({ length: 3000 }, draw);
  expect(new Set(many(() => dice.below(4)))).toEqual(new Set([0, 1, 2, 3]));
  const between = many(() => dice.between(-2, 6));
  expect(between.every((value) => value >= -2 && value < 6)).toBe(true);
  expect(Math.abs(mean(between) - 2)).toBeLessThan(0.2);
  expect(Math.abs(mean(many(() => Number(dice.chance(0.2)))) - 0.2)).toBeLessThan(0.03);
  expect(dice.chance(0)).toBe(false);
  expect(dice.chance(1)).toBe(true);
  expect(new Set(many(() => dice.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']));
  expect(() => dice.pick([])).toThrow('cannot pick from an empty list');
  expect(dice.hex(2000)).toMatch(/^[0-9a-f]{2000}$/);
  expect(new Set(dice.hex(2000)).size).toBe(16);
});

test('hashes of neighbours are spread over all 32 bits, and depend on each of the four numbers', () => {
  const hashes = Array.from({ length: 4096 }, (_, index) => hash(index));
  expect(new Set(hashes).size).toBe(4096);
  expect(hashes.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32)).toBe(true);
  for (let bit = 0; bit < 32; bit++) {
    const ones = hashes.filter((value) => (value >>> bit) & 1).length;
    expect(Math.abs(ones / 4096 - 0.5)).toBeLessThan(0.05);
  }
  const orders = [hash(1, 2, 3, 4), hash(2, 1, 3, 4), hash(1, 2, 4, 3), hash(4, 2, 3, 1), hash(1, 2, 3)];
  expect(new Set(orders).size).toBe(orders.length);
  expect(hash(5)).toBe(hash(5, 0, 0, 0));
});
