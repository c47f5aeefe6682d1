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
