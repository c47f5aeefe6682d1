import { messageOf } from '../../../lib/thrown.ts';
import { noFreePartition } from '../../rules/disks.ts';
import { refusal } from '../../rules/refused.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { Say } from '../tasks/board.ts';
import { missingProgram, type RanProgram } from '../via/programs.ts';
import { lastLine } from './daemons.ts';
import { findDisk } from './disks.ts';
import type { DatabasePartition, HostDisk } from './hostDisk.ts';
import { databaseUsers, type OsdHost } from './osdHost.ts';
import { requireEmpty, wipeDisk } from './osds.ts';
import type { ServerAccess } from './serverAccess.ts';

const DIVIDE_TIMEOUT_MS = 120_000;
const WIPE_TIMEOUT_MS = 60_000;
const ZAP_TIMEOUT_MS = 600_000;

/** The partitions for which OSDs are being created: they look free until ceph-volume has written to them. */
export type ClaimedPartitions = Set<string>;

const claimOf = (host: string, path: string) => `${host}:${path}`;

/** The remedy for a journal disk without a free partition: such a disk is divided completely. */
const CHOOSE_ANOTHER = 'choose another disk';

/** A free partition of a journal disk. @throws Refusal 409 if it has none */
export function freePartition(
  { path: disk, databases = [] }: HostDisk,
  host: string,
  claimed: ClaimedPartitions,
): DatabasePartition {
  const free = databases.find(({ used, path }) => !used && !claimed.has(claimOf(host, path)));
  if (free) return free;
  throw refusal(noFreePartition(`${disk} of ${host}`, databases.length, CHOOSE_ANOTHER));
}

/** Does something with a free partition of a journal disk, which nothing else gets meanwhile. @throws Refusal 404, 409 */
export async function withFreePartition<T>(
  { access, claimed }: { readonly access: ServerAccess; readonly claimed: ClaimedPartitions },
  { host, name }: { readonly host: string; readonly name: string },
  use: (partition: DatabasePartition) => Promise<T>,
): Promise<T> {
  const partition = freePartition(await findDisk(access, host, name), host, claimed);
  const claim = claimOf(host, partition.path);
  claimed.add(claim);
  try {
    return await use(partition);
  } finally {
    claimed.delete(claim);
  }
}

/** Divides an empty disk into partitions for databases of OSDs. @throws Refusal 409 for a disk that is not empty */
export async function divideDisk(
  access: ServerAccess,
  host: string,
  name: string,
  partitions: number,
  say: Say,
): Promise<void> {
  // The disk may have changed since the task was requested.
  const { path } = await requireEmpty(access, host, name, 'a journal disk');
  say(`${path} of ${host} is being divided into ${partitions} partitions (sfdisk)`);
  const divided = await access.on(host).call<RanProgram>(
    'host.divide_disk',
    { name, partitions },
    {
      timeoutMs: DIVIDE_TIMEOUT_MS,
      called: 'sfdisk',
      meanings: { ENOENT: missingProgram('sfdisk', `on ${host}`) },
    },
  );
  if (divided.status !== 0) throw new Error(`sfdisk on ${host}: ${lastLine(divided)}`);
  const { databases = [] } = await findDisk(access, host, name);
  if (databases.length !== partitions)
    throw new Error(
      `${path} of ${host} was divided, but ${databases.length} of its ${partitions} partitions are seen there: run \`partx --show ${path}\``,
    );
  say(`${path} of ${host} is a journal disk: each partition takes the database of one OSD`);
}

/**
 * Wipes the partition table of a journal disk, or what a former OSD left on another disk.
 * @throws Refusal 409 for a disk that carries anything else
 */
export async function releaseJournal(
  access: ServerAccess,
  host: string,
  name: string,
  say: Say,
): Promise<void> {
  const { path, databases = [] } = await findDisk(access, host, name);
  if (databases.length === 0) return wipeDisk(access, host, name, say);
  const paths = [...databases.map((partition) => partition.path), path];
  const wiped = await access.on(host).run(['wipefs', '--all', ...paths], WIPE_TIMEOUT_MS);
  if (wiped.status !== 0) throw new Error(`wipefs on ${host}: ${lastLine(wiped)}`);
  say(`${path} of ${host} is empty`);
}

/** Frees the partition with the database of a removed OSD for the next one, if there is access to its server. */
export async function wipeDatabase(
  { ceph, access }: Pick<ClusterParts, 'ceph' | 'access'>,
  osdId: number,
  host: OsdHost | undefined,
  say: Say,
): Promise<void> {
  const helper = host && access.find(host.hostname);
  if (!helper || host.database === undefined) return;
  const { hostname, database } = host;
  const { device, partition: number } = database;
  try {
    const { databases = [] } = await findDisk(access, hostname, device);
    // Databases elsewhere than on journal disks, as on logical volumes, are left to whoever created them.
    if (databases.length === 0) return;
    const partition = databases.find((one) => one.number === number);
    if (!partition) throw new Error('it is not known which partition it is on');
    const others = (await databaseUsers(ceph, hostname, device, number)).filter((id) => id !== osdId);
    if (others.length > 0)
      throw new Error(`${others.map((id) => `osd.${id}`).join(', ')} uses ${partition.path}`);
    const zapped = await helper.run(['ceph-volume', 'lvm', 'zap', partition.path], ZAP_TIMEOUT_MS);
    if (zapped.status !== 0) throw new Error(`ceph-volume: ${lastLine(zapped)}`);
    say(`${partition.path} of ${hostname} is free for the database of another OSD`);
  } catch (failure) {
    // The OSD is removed already, so a partition that cannot be wiped is not a failure.
    say(`the database of osd.${osdId} on ${device} of ${hostname} was not wiped: ${messageOf(failure)}`);
  }
}
