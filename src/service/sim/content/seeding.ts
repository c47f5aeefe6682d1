import type { Model } from '../model.ts';
import type { Pool } from '../pools.ts';
import { Dice } from '../random.ts';
import type { Content } from './content.ts';
import { generatedBytes, generatedText } from './generated.ts';

/** Milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The content of what is there from the beginning, or how large it is compared with the other large ones. */
export type Seed = Content | { readonly weight: number };

/** A pool is almost full of what can be seen in it, so that removing that frees its space. */
const FILLED = 0.95;

/** The chance behind what is there at the beginning: the same for the same cluster, whenever it is asked. */
export const seedDice = ({ fsid }: Model, name: string): Dice =>
  new Dice(Number.parseInt(fsid.slice(0, 8), 16)).fork(name);

/** Text that a file of that name would hold. */
export const seedText = (dice: Dice, fileName: string, fewestLines: number, mostLines: number): Content =>
  generatedText(dice.below(2 ** 32), fileName, fewestLines + dice.below(mostLines - fewestLines));

/** Bytes without meaning. */
export const seedBytes = (dice: Dice, fewest: number, most: number): Content =>
  generatedBytes(dice.below(2 ** 32), Math.round(dice.between(fewest, most)));

/**
 * Gives the large ones sizes with which they together fill a pool as it was when the cluster began.
 * @param largest bytes that one of them may have
 * @returns the contents, in the order of the seeds
 */
export function seedContents(
  seeds: readonly Seed[],
  pool: Pool | undefined,
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

/** Digits with zeros before them. */
export const padded = (value: number, width: number): string => String(value).padStart(width, '0');

/** The day of a moment in milliseconds since the epoch: `2026-11-20`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
