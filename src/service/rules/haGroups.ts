import type { Input } from '../../api/contract/index.ts';
import { isGateway, networkOf } from '../networks/plan.ts';
import { sameIp, type Ip } from '../values/ip.ts';
import { badRequest, conflict, type Refused } from './refused.ts';

export type HaGroupBody = Input<'createHaGroup'>['body'];

/** An address and its holder, such as `server stor-01`. */
export interface AddressInUse {
  readonly ip: Ip;
  readonly holder: string;
}

/** Maximum time for moving an address, in seconds. */
const LONGEST_MOVE = 3600;

/** Refuses times that are out of bounds, and options that the group's service does not have. */
export function refuseSettings({
  failoverTime = 0,
  failbackTime = 0,
  evictNfsClientsOnFailback,
  service,
}: Pick<HaGroupBody, 'failoverTime' | 'failbackTime' | 'evictNfsClientsOnFailback' | 'service'>):
  | Refused
  | undefined {
  for (const [field, seconds] of Object.entries({ failoverTime, failbackTime })) {
    if (seconds < 0 || seconds > LONGEST_MOVE)
      return badRequest(`${field} must be 0 to ${LONGEST_MOVE} seconds, not ${seconds}`);
  }
  return evictNfsClientsOnFailback === true && service !== 'nfs'
    ? badRequest('evictNfsClientsOnFailback is for the service nfs: leave it out')
    : undefined;
}

/** Refuses a floating address that is in use, or that is in no network. */
export function refuseVirtualIp(
  ip: Ip,
  text: string,
  taken: readonly AddressInUse[],
  networks: Parameters<typeof isGateway>[0],
): Refused | undefined {
  const user = taken.find((address) => sameIp(address.ip, ip));
  if (user !== undefined) return conflict(`${text} is the address of ${user.holder}: choose a free one`);
  if (isGateway(networks, ip)) return conflict(`${text} is the gateway of a network: choose a free one`);
  return networkOf(networks, ip) === undefined
    ? conflict(`no network has room for ${text}: create the network first`)
    : undefined;
}
