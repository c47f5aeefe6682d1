import type { CephCommand } from '../client/ceph.ts';
import { asciiJson } from '../state/ascii.ts';

/** The prefix of the keys of pool descriptions in the monitors' key-value store: Ceph itself has no descriptions. */
export const DESCRIPTIONS = 'storedeck/pool-description/';

function decode(stored: string): string {
  try {
    const text: unknown = JSON.parse(stored);
    return typeof text === 'string' ? text : stored;
  } catch {
    return stored;
  }
}

/** Descriptions by pool id, from the entries under {@link DESCRIPTIONS}. */
export const poolDescriptions = (stored: Readonly<Record<string, string>>): ReadonlyMap<number, string> =>
  new Map(
    Object.entries(stored).map(([key, value]) => [Number(key.slice(DESCRIPTIONS.length)), decode(value)]),
  );

/** The command that stores a description; an empty one is removed. */
export function describePool(poolId: number, text: string | undefined): CephCommand[] {
  if (text === undefined) return [];
  const key = `${DESCRIPTIONS}${poolId}`;
  return [
    text === '' ? { prefix: 'config-key rm', key } : { prefix: 'config-key set', key, val: asciiJson(text) },
  ];
}
