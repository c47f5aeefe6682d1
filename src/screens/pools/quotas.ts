import type { Pool } from '../../api/contract/pools.ts';
import { share } from '../../lib/untyped.ts';

/** The used share of a pool's quota, in bytes or objects, whichever is higher; undefined without a known quota. */
export function quotaShare({ quotaMaxBytes, quotaMaxObjects, stats }: Pool): number | undefined {
  const shares = [share(stats?.bytes, quotaMaxBytes), share(stats?.objects, quotaMaxObjects)].filter(
    (value) => value !== undefined,
  );
  return shares.length === 0 ? undefined : Math.max(...shares);
}

/** True if a pool is known to have no quota. */
export const isUnlimited = ({ quotaMaxBytes, quotaMaxObjects }: Pool): boolean =>
  quotaMaxBytes === 0 && quotaMaxObjects === 0;

/** A quota in words; 0 means none. */
export const quotaText = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? 'not known' : value === 0 ? 'no quota' : format(value);
