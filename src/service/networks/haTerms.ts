import type { HA_SERVICES } from '../../api/contract/haGroups.ts';
import type { Input } from '../../api/contract/index.ts';
import { Refusal } from '../engine.ts';

/** A floating address, and when it moves from one server to another. */
export interface HaTerms {
  readonly description: string;
  readonly virtualIp: string;
  readonly service: (typeof HA_SERVICES)[number];
  readonly failback: boolean;
  /** Seconds. */
  readonly failoverTime: number;
  readonly failbackTime: number;
  readonly evictNfsClientsOnFailback: boolean;
}

/** Seconds, where a request does not say. */
const FAILOVER = 10;
const FAILBACK = 60;
const LONGEST = 3600;

/** What a request says of a group apart from its servers, checked in itself. @throws Refusal 400 */
export function readTerms(body: Input<'createHaGroup'>['body']): HaTerms {
  const { failoverTime = FAILOVER, failbackTime = FAILBACK, failback = true } = body;
  for (const [field, seconds] of Object.entries({ failoverTime, failbackTime })) {
    if (seconds < 0 || seconds > LONGEST)
      throw new Refusal(400, `${field} must be 0 to ${LONGEST} seconds, not ${seconds}`);
  }
  if (body.evictNfsClientsOnFailback === true && body.service !== 'nfs')
    throw new Refusal(400, 'evictNfsClientsOnFailback is for the service nfs: leave it out');
  return {
    description: body.description ?? '',
    virtualIp: body.virtualIp,
    service: body.service,
    failback,
    failoverTime,
    failbackTime,
    evictNfsClientsOnFailback: body.evictNfsClientsOnFailback ?? false,
  };
}
