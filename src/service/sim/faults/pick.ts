import type { SimCluster } from '../cluster.ts';
import type { Dice } from '../model/random.ts';
import type { Host, Osd } from '../model/topology.ts';
import type { FaultEffect } from './fault.ts';

/** Injects a fault at a random place, at once. */
export type InjectFault = (cluster: SimCluster, dice: Dice) => FaultEffect;

/** A random healthy OSD with data that is up and in; on a hard disk, if there is any. */
export function anyOsd({ model: { osds } }: SimCluster, dice: Dice): Osd {
  const well = osds.filter((osd) => osd.up && osd.in && osd.lagMs === 0 && osd.shards.length > 0);
  const disks = well.filter(({ deviceClass }) => deviceClass === 'hdd');
  return dice.pick(disks.length > 0 ? disks : well);
}

/** A random server whose OSDs are all up. */
export const anyHost = ({ model: { hosts } }: SimCluster, dice: Dice): Host =>
  dice.pick(hosts.filter(({ osds }) => osds.length > 0 && osds.every(({ up }) => up)));
