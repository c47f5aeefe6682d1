import { Scopes } from '../crush/scopes.ts';
import { buildTree, plansOf, type CrushBucketPlan, type CrushTree } from '../crush/tree.ts';
import type { Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import { newOsd, type Osd } from '../model/topology.ts';
import { addMonitor, monitorOn, removeMonitor } from '../monitors/monitors.ts';
import { addOsd, putOn } from '../osds/lifecycle.ts';
import { setUsed } from '../osds/usage.ts';
import { addPool, removePool } from '../pools/write.ts';
import type { Persistence } from './persistence.ts';

const [DISKS, OSDS, CRUSH] = ['disks', 'osds', 'crush'] as const;
const TREE = 'tree';

type SavedOsd = Pick<Osd, 'deviceClass' | 'capacity' | 'reweight' | 'in' | 'destroyed'> & {
  readonly server: number;
};

/** A disk as it is saved; null for one that was removed. */
type SavedDisk =
  | (Pick<Device, 'role' | 'partitions' | 'encrypted' | 'backend'> & {
      readonly osd?: number;
      readonly journal?: { readonly disk: number; readonly partition: number };
    })
  | null;

export function saveOsd(persistence: Persistence, osd: Osd): void {
  const { id, host, deviceClass, capacity, reweight, destroyed } = osd;
  // An OSD that the monitors marked out, and would mark in when it boots, is in after a restart.
  const saved = { deviceClass, capacity, reweight, in: osd.in || osd.autoOut, destroyed, server: host.id };
  persistence.save(OSDS, String(id), saved satisfies SavedOsd);
}

export function saveDisk(
  persistence: Persistence,
  { id, role, partitions, encrypted, backend, osd, journal }: Device,
): void {
  const saved: SavedDisk = {
    role,
    partitions,
    encrypted,
    backend,
    ...(osd !== undefined && { osd: osd.id }),
    ...(journal !== undefined && { journal: { disk: journal.disk.id, partition: journal.partition } }),
  };
  persistence.save(DISKS, String(id), saved);
}

/** Saves a removal; a disk of the initial inventory would otherwise be back after a restart. */
export const saveDiskRemoval = (persistence: Persistence, { id }: Device): void =>
  persistence.save(DISKS, String(id), null);

export const saveTree = (persistence: Persistence, tree: CrushTree): void =>
  persistence.save(CRUSH, TREE, plansOf(tree));

/**
 * Restores disks, OSDs and the CRUSH hierarchy. If they differ from the initial ones, all pools are placed again,
 * with their data.
 */
export function restoreHardware(model: Model, persistence: Persistence): void {
  const osds = [...persistence.load(OSDS)].map(([id, saved]) => [Number(id), saved as SavedOsd] as const);
  for (const [id, saved] of osds.toSorted(([a], [b]) => a - b)) restoreOsd(model, id, saved);
  for (const [id, saved] of persistence.load(DISKS)) restoreDisk(model, Number(id), saved as SavedDisk);
  const tree = persistence.load(CRUSH).get(TREE) as CrushBucketPlan[] | undefined;
  if (tree === undefined && osds.length === 0) return;
  model.crush = buildTree(tree ?? plansOf(model.crush), model.osds);
  model.scopes = new Scopes(model.crush, model.osds);
  for (const pool of model.pools.slice()) {
    removePool(model, pool);
    addPool(model, pool, true);
  }
}

function restoreOsd(model: Model, id: number, { server, ...saved }: SavedOsd): void {
  const host = model.hosts[server - 1]!;
  const osd =
    model.osds[id] ?? addOsd(model, newOsd(id, host, saved.deviceClass, saved.capacity, model.dice.changes));
  putOn(host, osd);
  Object.assign(osd, saved);
  if (!osd.destroyed) return;
  Object.assign(osd, { up: false, process: 'stopped' } satisfies Partial<Osd>);
  setUsed(model, osd, 0);
}

function restoreDisk(model: Model, id: number, saved: SavedDisk): void {
  const index = model.disks.findIndex((disk) => disk.id === id);
  const disk = model.disks[index];
  if (disk === undefined) return;
  const previousRole = disk.role;
  if (saved === null) model.disks.splice(index, 1);
  else {
    const { osd, journal, ...fields } = saved;
    const journalDisk = model.disks.find((other) => other.id === journal?.disk);
    Object.assign(disk, fields, {
      osd: osd === undefined ? undefined : model.osds[osd],
      journal: journalDisk && { disk: journalDisk, partition: journal!.partition },
    });
  }
  const mon = monitorOn(model, disk.host);
  if (previousRole === 'mon' && saved?.role !== 'mon' && mon !== undefined) removeMonitor(model, mon);
  if (previousRole !== 'mon' && saved?.role === 'mon' && mon === undefined) addMonitor(model, disk.host);
}
