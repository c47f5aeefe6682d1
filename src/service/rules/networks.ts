import type { ServerNic } from '../../api/contract/extensions/servers.ts';
import { contains, formatSubnet, type Subnet } from '../values/ip.ts';
import type { AddressInUse } from './haGroups.ts';
import { conflict, notFound, type Refused } from './refused.ts';

/** Refuses to delete a network interface: an existing one belongs to its server, and another one is not known. */
export function refuseNicDeletion(server: string, nicId: number, nics: readonly ServerNic[]): Refused {
  const nic = nics.find(({ id }) => id === nicId);
  const known = nics.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (nic === undefined) return notFound(`${server} has no network interface ${nicId}: it has ${known}`);
  const { name, addresses = [] } = nic;
  const has = addresses.length > 0 ? ` and has the address ${addresses.join(', ')}` : '';
  return conflict(`${name} of ${server} is present${has}: only a missing interface can be deleted`);
}

/** Maximum number of address holders in a message. */
const MAX_NAMED = 3;

/**
 * Refuses to change or delete a network that is in use: each address of `used` that is in `old` must be in `next`,
 * too. `text` is the address as it is written.
 */
export function refuseStranded(
  old: Subnet,
  used: readonly (AddressInUse & { readonly text: string })[],
  next?: Subnet,
): Refused | undefined {
  const stranded = used.filter(({ ip }) => contains(old, ip) && !(next !== undefined && contains(next, ip)));
  if (stranded.length === 0) return undefined;
  const named = stranded.slice(0, MAX_NAMED);
  const more = stranded.length > named.length ? ` and ${stranded.length - named.length} more` : '';
  const users = named.map(({ holder, text }) => `${holder} (${text})`).join(', ');
  return conflict(`${formatSubnet(old)} is in use by ${users}${more}: move them first`);
}
