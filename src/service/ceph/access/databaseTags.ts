import { lastLine } from './daemons.ts';
import type { ServerHelper } from './serverAccess.ts';

const TIMEOUT_MS = 60_000;

/** A logical volume in the answer of `ceph-volume lvm list`. */
interface ListedVolume {
  readonly type?: string;
  readonly lv_path?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/**
 * Notes on the data volume of an OSD which partition holds its database, unless ceph-volume has done so. That of Ceph 20.2
 * forgets it for partitions, and then starts the OSD without its database.
 * @param listed the answer of `ceph-volume lvm list` about the disk
 */
export async function noteDatabase({ run }: ServerHelper, listed: string, database: string): Promise<void> {
  const volumes = Object.values(JSON.parse(listed) as Readonly<Record<string, readonly ListedVolume[]>>);
  const data = volumes.flat().find(({ type }) => type === 'block');
  if (data?.lv_path === undefined || data.tags?.['ceph.db_device'] !== undefined) return;
  const found = await run(
    ['blkid', '-c', '/dev/null', '-o', 'value', '-s', 'PARTUUID', database],
    TIMEOUT_MS,
  );
  const id = found.out.trim();
  if (id === '')
    throw new Error(`${database} has no partition id to note for its database: ${lastLine(found)}`);
  const tags = [`ceph.db_device=${database}`, `ceph.db_uuid=${id}`];
  const added = await run(
    ['lvchange', ...tags.flatMap((tag) => ['--addtag', tag]), data.lv_path],
    TIMEOUT_MS,
  );
  if (added.status !== 0) throw new Error(`its database could not be noted: ${lastLine(added)}`);
}
