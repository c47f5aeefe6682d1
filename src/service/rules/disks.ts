import type { Input } from '../../api/contract/index.ts';
import { badRequest, conflict, notFound, type Refused } from './refused.ts';

/** Refusal: no disk has this id. */
export const noDisk = (id: number): Refused =>
  notFound(`there is no disk ${id}: list the disks to see which exist`);

/** Refuses a disk that is not in the given server. `servers` are the ids of the servers that report it. */
export const refuseElsewhere = (
  id: number,
  server: number,
  servers: readonly (number | undefined)[],
): Refused | undefined =>
  servers.includes(server)
    ? undefined
    : notFound(`disk ${id} is not in server ${server}: list the disks to see where it is`);

/** Refusal: a new OSD cannot take over the id of an OSD that is not destroyed. `destroyed` are the ids of those that are. */
export const notDestroyed = (id: number, destroyed: readonly number[]): Refused =>
  conflict(
    `osd.${id} is not destroyed: its id is in use (${destroyed.length === 0 ? 'none is' : `these are: ${destroyed.join(', ')}`})`,
  );

/** The number of partitions of a journal disk, unless another one is requested. */
export const DEFAULT_PARTITIONS = 4;
const MAX_PARTITIONS = 128;

/** Refuses a number of partitions that a journal disk cannot have. */
export const refusePartitions = (count: number): Refused | undefined =>
  count >= 1 && count <= MAX_PARTITIONS
    ? undefined
    : badRequest(`partitions must be 1 to ${MAX_PARTITIONS}, not ${count}`);

/** Refuses, rather than ignores, options that the role does not have. */
export function refuseMisplacedOptions(
  wanted: Input<'updateServerDisk'>['body'],
  role: string,
): Refused | undefined {
  const misplaced = (
    ['journalDisk', 'osdStoreBackend', 'encrypted', 'reuseOsdId', 'crushDeviceClass'] as const
  ).find((name) => wanted[name] !== undefined && role !== 'osd');
  if (misplaced !== undefined)
    return badRequest(`${misplaced} is for the role osd, not for ${role}: leave it out`);
  return wanted.partitions !== undefined && role !== 'journal'
    ? badRequest(`partitions is for the role journal, not for ${role}: leave it out`)
    : undefined;
}

/** Refusal: the disk with this id cannot hold the database or journal of an OSD of this server. */
export const notJournal = (id: number, server: string): Refused =>
  conflict(`disk ${id} is not a journal disk of ${server}: give it the role journal first`);

/** Refusal: OSDs use all partitions of a journal disk. `remedy` is what to do. */
export const noFreePartition = (disk: string, partitions: number, remedy: string): Refused =>
  conflict(`all ${partitions} partitions of ${disk} are in use: ${remedy}`);

/** Refuses to release a journal disk while OSDs use it. */
export const refuseJournalInUse = (disk: string, osds: readonly number[]): Refused | undefined =>
  osds.length === 0
    ? undefined
    : conflict(
        `${disk} holds the journals of ${osds.map((id) => `osd.${id}`).join(', ')}: release their disks first`,
      );
