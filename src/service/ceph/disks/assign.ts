import type { Input } from '../../../api/contract/index.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { notPossible } from '../../engine.ts';
import { notDestroyed } from '../../rules/disks.ts';
import { refuseName } from '../../rules/names.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { findDisk } from '../access/disks.ts';
import { requireUnused } from '../access/osdHost.ts';
import { createOsd, requireEmpty, wipeDisk } from '../access/osds.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { Inventory } from '../inventory.ts';
import { orderOsd, orderWipe, requireNextId } from '../orchestrator/osds.ts';
import { findOsd } from '../osdTree.ts';
import type { Say, TaskTable } from '../tasks/board.ts';

export interface DiskAssignment extends ClusterParts {
  readonly tasks: TaskTable;
  /** Wraps a change of the CRUSH map in the hooks that run before and after it. */
  readonly around: (change: string, apply: () => Promise<void>) => Promise<void>;
}

/** A disk that no OSD uses. */
export interface PlacedDisk {
  readonly hostname: string;
  readonly name: string;
}

type DiskChange = Input<'updateServerDisk'>['body'];

/** Creates an OSD on a disk, or wipes the data that a former OSD left on it. */
export async function assignDisk(
  parts: DiskAssignment,
  { hostname: host, name }: PlacedDisk,
  change: DiskChange,
  by: string,
): Promise<Task> {
  const { ceph, access, tasks } = parts;
  const { role, osdStoreBackend, partitions, journalDisk } = change;
  const isPlain = osdStoreBackend !== 'Filestore' && partitions === undefined && journalDisk === undefined;
  if ((role !== 'osd' && role !== 'unassigned') || !isPlain)
    throw notPossible(
      'a disk can become a BlueStore OSD with its database on the same disk (role osd), or be wiped of a previous OSD (unassigned); for anything else use `ceph-volume` on its server',
    );
  await requireUnused(ceph, host, name);
  if (role === 'osd') return startOsd(parts, { host, name }, change, by);
  await findDisk(access, host, name);
  const orchestrated = await access.orchestrated(host);
  const run = (say: Say) =>
    orchestrated ? orderWipe({ ceph, access }, { host, name }, say) : wipeDisk(access, host, name, say);
  return tasks.start({ name: 'Wipe disk', object: `${host}:${name}`, by, run });
}

async function startOsd(
  parts: DiskAssignment,
  { host, name }: { readonly host: string; readonly name: string },
  { crushDeviceClass: deviceClass, encrypted = false, reuseOsdId: osdId }: DiskChange,
  by: string,
): Promise<Task> {
  const { inventory, access, tasks, around } = parts;
  const orchestrated = await access.orchestrated(host);
  if (deviceClass !== undefined && deviceClass !== '') enforce(refuseName('a device class', deviceClass));
  if (osdId !== undefined) await requireDestroyed(inventory, osdId);
  if (osdId !== undefined && orchestrated) await requireNextId(inventory, host, osdId);
  await requireEmpty(access, host, name);
  const order = { host, name, deviceClass, osdId, encrypted };
  return tasks.start({
    name: 'Create OSD',
    object: `${host}:${name}`,
    by,
    run: (say, cancelled) =>
      around(`OSD on ${name} of ${host}`, async () => {
        const create = orchestrated ? orderOsd : createOsd;
        say(`osd.${await create(parts, order, say, cancelled)} is up`);
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
