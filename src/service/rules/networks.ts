import { contains, formatSubnet, type Subnet } from '../values/ip.ts';
import type { AddressInUse } from './haGroups.ts';
import type { Refused } from './refused.ts';

/** Holders of addresses that a message names. */
const NAMED = 3;

/** Refuses to take addresses from what has them: each of `used` in `old` must be in `next`, too. `text` is the address as it is written. */
export function refuseStranded(
  old: Subnet,
  used: readonly (AddressInUse & { readonly text: string })[],
  next?: Subnet,
): Refused | undefined {
  const stranded = used.filter(({ ip }) => contains(old, ip) && !(next !== undefined && contains(next, ip)));
  if (stranded.length === 0) return undefined;
  const named = stranded.slice(0, NAMED);
  const more = stranded.length > named.length ? ` and ${stranded.length - named.length} more` : '';
  const users = named.map(({ holder, text }) => `${holder} (${text})`).join(', ');
  return { status: 409, message: `${formatSubnet(old)} is in use by ${users}${more}: move them first` };
}
