import type { Rule } from './rule.ts';
import { clientHung, hotClient } from './rules/clients.ts';
import { clockSkew } from './rules/clockSkew.ts';
import { configuration, reported } from './rules/configuration.ts';
import { controller } from './rules/controller.ts';
import { daemonCrash, moduleFailed } from './rules/daemonCrash.ts';
import { largeOmap, mdsBehind, objectCorrupt } from './rules/data.ts';
import { dataMoved } from './rules/dataMoved.ts';
import { diskError } from './rules/diskError.ts';
import { diskMissing } from './rules/diskMissing.ts';
import { diskSlow } from './rules/diskSlow.ts';
import { maintenance, recoveryHeld, scrubBacklog } from './rules/flags.ts';
import { osdFull } from './rules/fullness.ts';
import { gatewayDown } from './rules/gateways.ts';
import { mgrDown } from './rules/managers.ts';
import { mdsDown } from './rules/metadata.ts';
import { monDisk } from './rules/monDisk.ts';
import { monDown } from './rules/monDown.ts';
import { netLoss, netSlow } from './rules/network.ts';
import { osdDown } from './rules/osdDown.ts';
import { osdFlap } from './rules/osdFlap.ts';
import { osdHang } from './rules/osdHang.ts';
import { outOfMemory } from './rules/outOfMemory.ts';
import { hostDown, rackDown } from './rules/placeDown.ts';
import { poolQuota } from './rules/poolQuota.ts';
import { ruleUnsatisfied } from './rules/ruleUnsatisfied.ts';
import { configChange, recoveryCapped } from './rules/settings.ts';
import { pgUnfound } from './rules/unfound.ts';
import { linkFlap, netMtu } from './rules/unstableLink.ts';

/** All rules. A new one needs a file in `rules/`, a line here and in `kinds.ts`, and faults for it in the bench. */
export const RULES: readonly Rule[] = [
  osdDown,
  outOfMemory,
  osdHang,
  osdFlap,
  diskSlow,
  diskError,
  diskMissing,
  controller,
  hostDown,
  rackDown,
  netLoss,
  netSlow,
  netMtu,
  linkFlap,
  monDown,
  monDisk,
  mgrDown,
  mdsDown,
  gatewayDown,
  clockSkew,
  osdFull,
  poolQuota,
  objectCorrupt,
  pgUnfound,
  ruleUnsatisfied,
  recoveryHeld,
  recoveryCapped,
  maintenance,
  configChange,
  dataMoved,
  scrubBacklog,
  hotClient,
  clientHung,
  largeOmap,
  mdsBehind,
  daemonCrash,
  moduleFailed,
  configuration,
  reported,
];
