import type { Disk } from '../../../api/contract/disks.ts';
import { Refusal } from '../../engine.ts';
import { idFor } from '../map/servers.ts';
import type { HostDisk } from './hostDisk.ts';
import type { AgedValue } from './latestAnswers.ts';
import type { ServerHelper, ServerAccess } from './serverAccess.ts';

const ALL_DISKS_TIMEOUT_MS = 30_000;
/** The timeout for a single disk: shorter than the ten seconds that a client waits for the service. */
const ONE_DISK_TIMEOUT_MS = 8000;

/** The id of a disk that has no OSD id, derived from its server and name. */
export const hostDiskId = (host: string, name: string): number => idFor(`${host}/${name}`);

/** The minimum size of a disk: ceph-volume refuses smaller ones. */
const MIN_BYTES = 5 * 1024 ** 3;

/** The reason why a disk cannot become an OSD in its present state; undefined if it can. */
export function whyUnusable({ holds, refused, readOnly, removable, size }: HostDisk): string | undefined {
  if (holds.length > 0) return `it contains ${holds.join(', ')}`;
  if (refused !== undefined) return refused;
  if (readOnly) return 'it is read-only';
  if (removable) return 'it is removable';
  return size < MIN_BYTES ? 'it is smaller than 5 GiB' : undefined;
}

const noAnswer = (host: string, ms: number) =>
  new Refusal(503, `${host} did not answer within ${ms / 1000} s: the state of its disks is unknown`);

/** Reads the disks of a server. */
export const readDisks = ({ call }: ServerHelper): Promise<readonly HostDisk[]> =>
  call<readonly HostDisk[]>('host.disks', {}, { timeoutMs: ALL_DISKS_TIMEOUT_MS });

async function readDisk(access: ServerAccess, host: string, name: string): Promise<HostDisk | undefined> {
  const managed = await access.orchestrated(host);
  const unknown = managed?.unavailable ?? managed?.disksFailure;
  if (unknown !== undefined) throw new Refusal(503, unknown);
  if (managed) return managed.disks.find((disk) => disk.name === name);
  const meanings = { ETIMEDOUT: noAnswer(host, ONE_DISK_TIMEOUT_MS) };
  const options = { timeoutMs: ONE_DISK_TIMEOUT_MS, meanings };
  const [disk] = await access.on(host).call<readonly HostDisk[]>('host.disks', { only: name }, options);
  return disk;
}

/** The present state of a disk, or the last one that the orchestrator saw. @throws Refusal 404, 501, 503 */
export async function findDisk(access: ServerAccess, host: string, name: string): Promise<HostDisk> {
  const disk = await readDisk(access, host, name);
  if (disk) return disk;
  throw new Refusal(404, `${host} has no disk ${name}: list the disks to see which exist`);
}

const classOf = ({ name, rotates }: HostDisk): string =>
  name.startsWith('nvme') ? 'nvme' : rotates ? 'hdd' : 'ssd';

/** Matches an encrypted device among the contents of a disk, as lsblk reports it. */
const ENCRYPTED = /\bcrypto_LUKS\b|\(crypt\b/;

/** The details that only the server itself reports. */
const hardwareOf = ({ model, serial, wwn, smart, holds }: HostDisk): Disk => ({
  ...(holds.some((what) => ENCRYPTED.test(what)) && { encrypted: true }),
  ...(serial !== '' && { serial }),
  ...(model !== '' && { info: model }),
  ...(wwn !== '' && { wwn }),
  ...(smart && { smart: { status: smart.status, details: smart.details } }),
});

/** The number of partitions of a journal disk, and how many of them are in use. `osds` are disks of OSDs. */
function partitionsOf({ databases = [] }: HostDisk, id: number | undefined, osds: readonly Disk[]): Disk {
  if (databases.length === 0) return {};
  // An OSD that is new may be known before its server's disks are read again.
  const taken = new Set(
    osds
      .filter(({ journalDisk, role }) => journalDisk === id && role !== 'old_osd')
      .map(({ journalPartition }) => journalPartition),
  );
  const used = databases.filter((one) => one.used || taken.has(one.number));
  return { partitions: databases.length, usedPartitions: used.length };
}

/**
 * Merges the disks that Ceph and the servers report.
 * @param known the disks that Ceph knows
 * @param seen the disks that the servers report, by host name
 * @param servers the ids of servers, by host name
 */
export function withHostDisks(
  known: readonly Disk[],
  seen: ReadonlyMap<string, AgedValue<readonly HostDisk[]>>,
  servers: ReadonlyMap<string, number>,
): Disk[] {
  const merged = new Set<string>();
  const key = (host: string, name: string) => `${host}/${name}`;
  const enriched = known.flatMap((disk): Disk[] => {
    const { hostname = '', name = '' } = disk;
    const reading = seen.get(hostname);
    const found = reading?.value.find((one) => one.name === name);
    if (!reading || !found) return [disk];
    // The disk of a destroyed OSD may have a new use, which only the server knows.
    if (disk.role === 'old_osd') return [];
    merged.add(key(hostname, name));
    const partitions = disk.role === 'journal' ? partitionsOf(found, disk.id, known) : {};
    return [{ capacity: found.size, ...disk, ...hardwareOf(found), ...partitions, lastSeen: reading.age }];
  });
  const others = [...seen].flatMap(([hostname, reading]) =>
    reading.value.flatMap((found): Disk[] => {
      if (merged.has(key(hostname, found.name))) return [];
      const id = hostDiskId(hostname, found.name);
      const role = roleOf(found);
      const why = role === 'journal' ? undefined : whyUnusable(found);
      const server = servers.get(hostname);
      return [
        {
          id,
          hostname,
          ...(server !== undefined && { server }),
          role,
          name: found.name,
          path: found.path,
          capacity: found.size,
          deviceClass: classOf(found),
          lastSeen: reading.age,
          ...hardwareOf(found),
          ...partitionsOf(found, id, known),
          ...(why !== undefined && { info: [found.model, why].filter(Boolean).join('; ') }),
        },
      ];
    }),
  );
  return [...enriched, ...others];
}

/** The role of a disk that no daemon reports. */
function roleOf(disk: HostDisk): 'unassigned' | 'journal' | 'old_osd' | 'other' {
  if (disk.databases?.length) return 'journal';
  if (whyUnusable(disk) === undefined) return 'unassigned';
  return isOfOsd(disk) ? 'old_osd' : 'other';
}

const LVM = 'LVM2_member';

/** True if a disk carries only the data of an OSD: BlueStore itself, or LVM volumes with names of ceph-volume. */
export const isOfOsd = ({ holds }: HostDisk): boolean =>
  holds.some((what) => what !== LVM) &&
  holds.every((what) => what === LVM || what.startsWith('ceph_') || what.startsWith('ceph--'));
