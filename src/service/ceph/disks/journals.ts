import type { Disk } from '../../../api/contract/disks.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { Refusal } from '../../engine.ts';
import { DEFAULT_PARTITIONS, noDisk, notJournal, refusePartitions } from '../../rules/disks.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { findDisk, whyUnusable } from '../access/disks.ts';
import { type ClaimedPartitions, divideDisk, freePartition } from '../access/journals.ts';
import { requireUnused } from '../access/osdHost.ts';
import { requireEmpty } from '../access/osds.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { Ceph } from '../client/ceph.ts';
import type { TaskTable } from '../tasks/board.ts';

/** A disk of a server. */
export interface DiskName {
  readonly host: string;
  readonly name: string;
}

/** Wraps the formatting of a disk in the hooks of its server that run before and after it. */
export type Formatting = <T>(disk: DiskName, format: () => Promise<T>) => Promise<T>;

interface JournalParts {
  readonly ceph: Ceph;
  readonly access: ServerAccess;
  readonly tasks: TaskTable;
  readonly formatting: Formatting;
}

/** Refuses to change the number of partitions of a journal disk. @throws Refusal 409, and those of findDisk */
export async function refuseDivided(access: ServerAccess, host: string, name: string): Promise<void> {
  const { databases = [] } = await findDisk(access, host, name);
  if (databases.length === 0) return;
  throw new Refusal(
    409,
    `${name} of ${host} is divided completely into ${databases.length} partitions: to have another number, release it (role unassigned) while no OSD uses it, and make it a journal disk again`,
  );
}

/** Makes a journal disk of an empty disk: one that is divided into partitions for databases of OSDs. */
export async function makeJournal(
  { ceph, access, tasks, formatting }: JournalParts,
  { host, name }: DiskName,
  partitions: number = DEFAULT_PARTITIONS,
  by: string,
): Promise<Task> {
  enforce(refusePartitions(partitions));
  if (await access.orchestrated(host))
    throw new Refusal(
      409,
      'the orchestrator divides a disk for databases itself: choose it as the journal disk of an OSD',
    );
  await refuseDivided(access, host, name);
  await requireUnused(ceph, host, name);
  await requireEmpty(access, host, name, 'a journal disk');
  return tasks.start({
    name: 'Prepare journal disk',
    object: `${host}:${name}`,
    by,
    run: (say) => formatting({ host, name }, () => divideDisk(access, host, name, partitions, say)),
  });
}

interface JournalChoice {
  readonly access: ServerAccess;
  readonly list: () => Promise<readonly Disk[]>;
  readonly claimed: ClaimedPartitions;
}

/**
 * The disk that a request names as the journal disk of a new OSD.
 * @throws Refusal 404, or 409 if it cannot hold the database of that OSD
 */
export async function chosenJournal(
  { access, list, claimed }: JournalChoice,
  osd: DiskName,
  diskId: number,
): Promise<{ readonly name: string; readonly path: string }> {
  const { host } = osd;
  const chosen = (await list()).find(({ id }) => id === diskId);
  if (chosen?.name === undefined) throw refusal(noDisk(diskId));
  const { name, role, hostname } = chosen;
  if (hostname !== host || name === osd.name) throw refusal(notJournal(diskId, host));
  // The list may be older than the last change of the disk.
  const disk = await findDisk(access, host, name);
  if (await access.orchestrated(host)) {
    const why = role === 'journal' ? undefined : whyUnusable(disk);
    if (why === undefined) return disk;
    throw new Refusal(409, `${disk.path} of ${host} cannot become a journal disk: ${why}`);
  }
  if (!disk.databases?.length) throw refusal(notJournal(diskId, host));
  freePartition(disk, host, claimed);
  return disk;
}
