import type { Model } from '../model/model.ts';
import { Dice } from '../model/random.ts';
import type { SimPool } from '../pools/pool.ts';
import type { Content } from './content.ts';
import { generatedBytes, generatedText } from './generated.ts';

/** Milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A content of a new cluster. A large content has no size yet, but a weight relative to other large ones. */
export type Seed = Content | { readonly weight: number };

/** The share of a pool's used space that its visible contents account for, so that deleting them frees it. */
const FILLED = 0.95;

/** The random numbers for the contents of a new cluster. They depend only on the first part of its fsid. */
export const seedDice = ({ fsid }: Model, name: string): Dice =>
  new Dice(Number.parseInt(fsid, 16)).fork(name);

/** Generated text in the format of the file name extension. */
export const seedText = (dice: Dice, fileName: string, fewestLines: number, mostLines: number): Content =>
  generatedText(dice.below(2 ** 32), fileName, fewestLines + dice.below(mostLines - fewestLines));

/** Generated random bytes. */
export const seedBytes = (dice: Dice, fewest: number, most: number): Content =>
  generatedBytes(dice.below(2 ** 32), Math.round(dice.between(fewest, most)));

/**
 * Gives the large contents sizes with which they fill a pool as it is in a new cluster.
 * @param largest maximum size of a content in bytes
 * @returns the contents, in the order of the seeds
 */
export function seedContents(
  seeds: readonly Seed[],
  pool: SimPool | undefined,
  largest: number,
  dice: Dice,
): Content[] {
  const total = seeds.reduce((sum, seed) => sum + ('weight' in seed ? seed.weight : 0), 0);
  const available = FILLED * (pool?.seededBytes ?? 0);
  return seeds.map((seed) => {
    if (!('weight' in seed)) return seed;
    const size = Math.round(Math.min(largest, (seed.weight / total) * available));
    return generatedBytes(dice.below(2 ** 32), size);
  });
}

/** The number with leading zeros. */
export const padded = (value: number, width: number): string => String(value).padStart(width, '0');

/** The UTC date of a time in milliseconds since the epoch, such as `2026-11-20`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
