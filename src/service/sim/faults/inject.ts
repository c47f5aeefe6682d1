import type { SimCluster } from '../cluster.ts';
import type { Dice } from '../model/random.ts';
import { clientHung, configChange, hotClient, mdsBehind } from './clients.ts';
import { clockSkew, gatewayDown, mdsDown, mgrDown, monDown } from './daemons.ts';
import {
  dataMoved,
  largeOmap,
  objectCorrupt,
  osdFull,
  poolQuota,
  recoveryCapped,
  recoveryHeld,
  scrubBacklog,
} from './data.ts';
import type { FaultKind, Incident } from './fault.ts';
import {
  controller,
  diskError,
  diskMissing,
  diskSlow,
  osdDown,
  osdFlap,
  osdHang,
  outOfMemory,
} from './osds.ts';
import type { InjectFault } from './pick.ts';
import { ruleUnsatisfied } from './rule.ts';
import {
  hostDown,
  hostFreeze,
  linkFlap,
  maintenance,
  netLoss,
  netMtu,
  netSlow,
  rackDown,
} from './servers.ts';
import { pgUnfound } from './unfound.ts';

const FAULTS: Readonly<Record<FaultKind, InjectFault>> = {
  'osd-down': osdDown,
  'out-of-memory': outOfMemory,
  'osd-hang': osdHang,
  'osd-flap': osdFlap,
  'disk-slow': diskSlow,
  controller,
  'disk-error': diskError,
  'disk-missing': diskMissing,
  'host-down': hostDown,
  'host-freeze': hostFreeze,
  'link-flap': linkFlap,
  'rack-down': rackDown,
  'net-loss': netLoss,
  'net-slow': netSlow,
  'net-mtu': netMtu,
  'mon-down': monDown,
  'mgr-down': mgrDown,
  'mds-down': mdsDown,
  'gateway-down': gatewayDown,
  'clock-skew': clockSkew,
  'recovery-held': recoveryHeld,
  'recovery-capped': recoveryCapped,
  maintenance,
  'object-corrupt': objectCorrupt,
  'pg-unfound': pgUnfound,
  'rule-unsatisfied': ruleUnsatisfied,
  'pool-quota': poolQuota,
  'scrub-backlog': scrubBacklog,
  'large-omap': largeOmap,
  'osd-full': osdFull,
  'hot-client': hotClient,
  'client-hung': clientHung,
  'mds-behind': mdsBehind,
  'config-change': configChange,
  'data-moved': dataMoved,
};

/** Injects a fault of this kind now, at a random place. */
export function inject(cluster: SimCluster, kind: FaultKind, dice: Dice): Incident {
  const { tick } = cluster.model;
  const incident = { kind, tick, ...FAULTS[kind](cluster, dice) };
  cluster.incidents.push(incident);
  return incident;
}
