import { conflict, type Refused } from './refused.ts';

/** Flags that keep data from leaving an OSD. */
const HOLDING: ReadonlySet<string> = new Set(['norecover', 'nobackfill', 'norebalance']);

/** A flag that is set and keeps data where it is, if there is one. */
export const holdingFlag = (flags: Iterable<string>): string | undefined =>
  [...flags].find((flag) => HOLDING.has(flag));

/** Refuses to drain an OSD while a flag keeps data where it is. */
export function refuseHeld(id: number, flags: Iterable<string>): Refused | undefined {
  const flag = holdingFlag(flags);
  return flag === undefined
    ? undefined
    : conflict(`the flag ${flag} is set, so no data would move off osd.${id}: unset it first`);
}

/** A pool that would have too few failure domains for its data without an OSD. */
export interface Shortage {
  readonly pool: string;
  /** The number of copies or chunks, each of which needs a failure domain of its own. */
  readonly size: number;
  /** The number of failure domains that would be left. */
  readonly left: number;
  /** The type of the failure domains, such as `host`. */
  readonly domain: string;
}

/** Refusal: without the OSD, copies or chunks of a pool would have no place. */
export const noPlaceWithout = (id: number, { pool, size, left, domain }: Shortage): Refused =>
  conflict(
    `without osd.${id} the pool ${pool} would have ${left} of the ${size} failure domains (${domain}) that it needs: add an OSD in another ${domain} first`,
  );
