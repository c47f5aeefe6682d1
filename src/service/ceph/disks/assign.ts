import type { Disk } from '../../../api/contract/disks.ts';
import type { Input } from '../../../api/contract/index.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { notPossible } from '../../engine.ts';
import { notDestroyed, refuseJournalInUse, refuseMisplacedOptions } from '../../rules/disks.ts';
import { refuseName } from '../../rules/names.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { findDisk } from '../access/disks.ts';
import { type ClaimedPartitions, releaseJournal, withFreePartition } from '../access/journals.ts';
import { databaseUsers, requireUnused } from '../access/osdHost.ts';
import { createOsd, requireEmpty } from '../access/osds.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { Inventory } from '../map/inventory.ts';
import { findOsd } from '../map/osdTree.ts';
import { orderOsd, orderWipe, requireListed, requireNextId, requireRemains } from '../orchestrator/osds.ts';
import { requireOrders } from '../orchestrator/rook.ts';
import type { Say, TaskTable } from '../tasks/board.ts';
import { chosenJournal, type Formatting, makeJournal, refuseDivided } from './journals.ts';

export interface DiskAssignment extends ClusterParts {
  readonly tasks: TaskTable;
  /** Wraps a change of the CRUSH map in the hooks that run before and after it. */
  readonly around: (change: string, apply: () => Promise<void>) => Promise<void>;
  readonly formatting: Formatting;
  readonly list: () => Promise<readonly Disk[]>;
  readonly claimed: ClaimedPartitions;
}

/** A disk that holds no data of an OSD. */
export interface PlacedDisk {
  readonly hostname: string;
  readonly name: string;
}

type DiskUpdate = Input<'updateServerDisk'>['body'];

/** Creates an OSD on a disk, divides it for the databases of OSDs, or wipes what either left on it. */
export async function assignDisk(
  parts: DiskAssignment,
  { hostname: host, name }: PlacedDisk,
  change: DiskUpdate,
  by: string,
): Promise<Task> {
  const { role, partitions } = change;
  if (role === undefined && partitions !== undefined) await refuseDivided(parts.access, host, name);
  if (
    (role !== 'osd' && role !== 'journal' && role !== 'unassigned') ||
    change.osdStoreBackend === 'Filestore'
  )
    throw notPossible(
      'a disk can become a BlueStore OSD (role osd) or a disk for the databases of OSDs (journal), or be wiped of either (unassigned); for anything else use `ceph-volume` on its server',
    );
  enforce(refuseMisplacedOptions(change, role));
  const managed = await parts.access.orchestrated(host, { certain: true });
  requireOrders(managed, host);
  if (managed) requireListed(managed, host, name);
  if (role === 'journal') return makeJournal(parts, { host, name }, partitions, by);
  if (role === 'unassigned') return wipe(parts, { host, name }, by);
  await requireUnused(parts.ceph, host, name);
  return startOsd(parts, { host, name }, change, by);
}

/** Wipes a disk that no OSD uses. */
async function wipe(
  { ceph, access, tasks }: DiskAssignment,
  { host, name }: { readonly host: string; readonly name: string },
  by: string,
): Promise<Task> {
  const requireFree = async () => {
    enforce(refuseJournalInUse(`${name} of ${host}`, await databaseUsers(ceph, host, name)));
    await requireUnused(ceph, host, name);
  };
  await requireFree();
  const disk = await findDisk(access, host, name);
  const { databases } = disk;
  const orchestrated = await access.orchestrated(host);
  if (orchestrated) requireRemains(disk, host);
  const run = async (say: Say, cancelled: AbortSignal) => {
    // An OSD may have been created since the task was requested.
    await requireFree();
    if (orchestrated) await orderWipe({ ceph, access }, { host, name }, say, cancelled);
    else await releaseJournal(access, host, name, say);
  };
  return tasks.start({
    name: databases?.length ? 'Release disk' : 'Wipe disk',
    object: `${host}:${name}`,
    by,
    run,
  });
}

async function startOsd(
  parts: DiskAssignment,
  { host, name }: { readonly host: string; readonly name: string },
  { crushDeviceClass: deviceClass, encrypted = false, reuseOsdId: osdId, journalDisk }: DiskUpdate,
  by: string,
): Promise<Task> {
  const { inventory, access, tasks, around, formatting } = parts;
  const orchestrated = await access.orchestrated(host);
  if (deviceClass !== undefined && deviceClass !== '') enforce(refuseName('a device class', deviceClass));
  if (osdId !== undefined) await requireDestroyed(inventory, osdId);
  if (osdId !== undefined && orchestrated) await requireNextId(inventory, host, osdId);
  await requireEmpty(access, host, name);
  const journal =
    journalDisk === undefined ? undefined : await chosenJournal(parts, { host, name }, journalDisk);
  const order = { host, name, deviceClass, osdId, encrypted };
  const create = (say: Say, cancelled: AbortSignal) => {
    if (orchestrated) return orderOsd(parts, { ...order, database: journal?.path }, say, cancelled);
    const made = (database?: string) => createOsd(parts, { ...order, database }, say, cancelled);
    return journal
      ? withFreePartition(parts, { host, name: journal.name }, ({ path }) => made(path))
      : made();
  };
  return tasks.start({
    name: 'Create OSD',
    object: `${host}:${name}`,
    by,
    run: (say, cancelled) =>
      around(`OSD on ${name} of ${host}`, async () => {
        say(`osd.${await formatting({ host, name }, () => create(say, cancelled))} is up`);
      }),
  });
}

/** @throws Refusal 404, 409 */
async function requireDestroyed(inventory: Inventory, osdId: number): Promise<void> {
  const tree = await inventory.tree();
  if (findOsd(tree, osdId).status === 'destroyed') return;
  const destroyed = tree.nodes.filter(({ status }) => status === 'destroyed');
  throw refusal(
    notDestroyed(
      osdId,
      destroyed.map(({ id }) => id),
    ),
  );
}
