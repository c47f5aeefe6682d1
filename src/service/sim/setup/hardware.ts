import { buildInventory, type Device } from '../model/inventory.ts';
import type { Dice } from '../model/random.ts';
import type { Topology } from '../model/topology.ts';

/**
 * The disks of servers without a cluster: all but the system disks are unassigned, and each server has one that suits
 * a monitor. Removes the OSDs from the topology.
 */
export function bareInventory(topology: Topology, dice: Dice): Device[] {
  const { hosts, osds } = topology;
  const disks = buildInventory(
    topology,
    hosts.map((host) => ({ kind: 'mon', host })),
    dice,
  );
  for (const disk of disks) {
    if (disk.role === 'osd' || disk.role === 'mon') disk.role = 'unassigned';
    disk.osd = undefined;
  }
  osds.length = 0;
  for (const host of hosts) host.osds.length = 0;
  return disks;
}
