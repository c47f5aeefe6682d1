import type { HA_SERVICES } from '../../api/contract/haGroups.ts';
import type { Input } from '../../api/contract/index.ts';
import { refuseSettings } from '../rules/haGroups.ts';
import { enforce } from '../rules/refused.ts';

/** A floating address, and the conditions under which it moves from one server to another. */
export interface HaSettings {
  readonly description: string;
  readonly virtualIp: string;
  readonly service: (typeof HA_SERVICES)[number];
  readonly failback: boolean;
  /** Seconds. */
  readonly failoverTime: number;
  readonly failbackTime: number;
  readonly evictNfsClientsOnFailback: boolean;
}

/** Defaults, in seconds. */
const FAILOVER = 10;
const FAILBACK = 60;

/** The settings in a request, with defaults for missing ones. @throws Refusal 400 */
export function readSettings(body: Input<'createHaGroup'>['body']): HaSettings {
  enforce(refuseSettings(body));
  const { failoverTime = FAILOVER, failbackTime = FAILBACK, failback = true } = body;
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
