import type { Disk } from '../../../api/contract/disks.ts';
import type { Ceph } from '../client/ceph.ts';
import { osdsOf, type OsdTree } from '../map/osdTree.ts';
import { idFor } from '../map/servers.ts';

/** The keys that are requested of each OSD: the answer grows with the cluster, so the others are left out. */
export const OSD_METADATA_KEYS = [
  'id',
  'hostname',
  // Names of the OSD's devices, joined by commas: `sda,nvme0n1`.
  'devices',
  // `sda=VENDOR_MODEL_SERIAL,...`; empty where the devices have no serial number.
  'device_ids',
  'device_paths',
  'osd_objectstore',
  'bluestore_bdev_size',
  'bluestore_bdev_type',
  // Names of separate database devices.
  'bluefs_db_devices',
  'bluefs_db_size',
  'bluefs_db_type',
  // Path of the separate database: a partition, as in `/dev/nvme0n1p2`, or a device of the device mapper.
  'bluefs_db_partition_path',
] as const;

/** An entry of `ceph osd metadata`, all of it text except the id, as far as it is read here. */
export type OsdMetadata = { readonly id: number } & Readonly<
  Partial<Record<Exclude<(typeof OSD_METADATA_KEYS)[number], 'id'>, string>>
>;

/** An entry of `ceph mon metadata`, as far as it is read here. */
export interface MonMetadata {
  readonly name: string;
  readonly hostname?: string;
  readonly devices?: string;
  readonly device_ids?: string;
}

/** Parses `sda=one,sdb=two`; values contain no commas. */
const pairs = (text = ''): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(',')
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
const names = (text = ''): string[] => text.split(',').filter(Boolean);

/** The serial number, vendor and model of a device. Ceph joins them with underscores; the serial number comes last. */
function identity(device: string, deviceIds: string | undefined): Pick<Disk, 'serial' | 'info'> {
  const known = pairs(deviceIds).get(device);
  if (known === undefined) return {};
  const cut = known.lastIndexOf('_');
  return { serial: known.slice(cut + 1), info: known.slice(0, Math.max(cut, 0)).replaceAll('_', ' ') };
}

/** Reads the metadata of all OSDs. It changes only when an OSD restarts, which changes the OSD map. */
export const readOsdMetadata = (ceph: Ceph) =>
  ceph.read<OsdMetadata[]>({ prefix: 'osd metadata' }, { only: OSD_METADATA_KEYS, fixedBy: 'osdmap' });

/** Name of the device that holds the data of an OSD. */
export function dataDeviceOf(osd: OsdMetadata): string | undefined {
  const journals = names(osd.bluefs_db_devices);
  return names(osd.devices).find((name) => !journals.includes(name));
}

/** The separate database of an OSD. */
export interface Database {
  /** Name of the disk. */
  readonly device: string;
  /** Number of the partition; undefined if the database is not directly on one, as an encrypted one. */
  readonly partition: number | undefined;
}

/** The place of an OSD's database; undefined if it is on the OSD's own disk. */
export function databaseOf({
  bluefs_db_devices,
  bluefs_db_partition_path: path = '',
}: OsdMetadata): Database | undefined {
  const [device] = names(bluefs_db_devices);
  if (device === undefined) return undefined;
  const disk = `/dev/${device}`;
  const [, number] = (path.startsWith(disk) && /^p?(\d+)$/.exec(path.slice(disk.length))) || [];
  return { device, partition: number === undefined ? undefined : Number(number) };
}

const journalId = (hostname: string, device: string) => idFor(`${hostname}/${device}`);

/** The facts about an OSD that its metadata lacks. */
interface OsdFacts {
  readonly status: string | undefined;
  readonly server: number | undefined;
  readonly encrypted: boolean;
}

function osdDisk(osd: OsdMetadata, { status, server, encrypted }: OsdFacts): Disk {
  const hostname = osd.hostname ?? '';
  const database = databaseOf(osd);
  const device = dataDeviceOf(osd);
  const type = osd.bluestore_bdev_type;
  return {
    id: osd.id,
    hostname,
    ...(server === undefined ? {} : { server }),
    role: status === 'destroyed' ? 'old_osd' : 'osd',
    osdId: osd.id,
    // For a down OSD the monitors do not know if its daemon stopped, hangs or is cut off.
    ...(status === 'up' && { daemonRunning: true }),
    bluestore: osd.osd_objectstore === 'bluestore',
    ...(encrypted && { encrypted }),
    ...(osd.bluestore_bdev_size ? { capacity: Number(osd.bluestore_bdev_size) } : {}),
    ...(type ? { deviceClass: type } : {}),
    ...(database && { journalDisk: journalId(hostname, database.device) }),
    ...(database?.partition !== undefined && { journalPartition: database.partition }),
    ...(device === undefined
      ? {}
      : { name: device, path: `/dev/${device}`, ...identity(device, osd.device_ids) }),
  };
}

function journalDisk(osd: OsdMetadata, device: string, server: number | undefined): Disk {
  const hostname = osd.hostname ?? '';
  return {
    id: journalId(hostname, device),
    hostname,
    ...(server === undefined ? {} : { server }),
    role: 'journal',
    name: device,
    path: `/dev/${device}`,
    ...(osd.bluefs_db_type ? { deviceClass: osd.bluefs_db_type } : {}),
    ...identity(device, osd.device_ids),
  };
}

function monDisk(mon: MonMetadata, device: string, server: number | undefined): Disk {
  const hostname = mon.hostname ?? '';
  return {
    id: idFor(`${hostname}/mon/${device}`),
    hostname,
    ...(server === undefined ? {} : { server }),
    role: 'mon',
    name: device,
    path: `/dev/${device}`,
    ...identity(device, mon.device_ids),
  };
}

/**
 * The disks that Ceph knows: those of OSDs, whose id is that of the OSD; those that hold databases of OSDs; and those
 * of the monitors. Unused disks are not included.
 * @param encrypted the OSDs that are known to be encrypted
 */
export function disks(
  osds: readonly OsdMetadata[],
  mons: readonly MonMetadata[],
  tree: OsdTree,
  servers: ReadonlyMap<string, number>,
  encrypted: ReadonlySet<number> = new Set(),
): Disk[] {
  const status = new Map(osdsOf(tree).map(({ id, status }) => [id, status]));
  const serverOf = ({ hostname = '' }: { readonly hostname?: string }) => servers.get(hostname);
  const found = new Map<number, Disk>();
  const add = (disk: Disk) => {
    if (disk.id !== undefined && !found.has(disk.id)) found.set(disk.id, disk);
  };
  for (const osd of osds) {
    const state = { status: status.get(osd.id), server: serverOf(osd), encrypted: encrypted.has(osd.id) };
    add(osdDisk(osd, state));
    for (const device of names(osd.bluefs_db_devices)) add(journalDisk(osd, device, serverOf(osd)));
  }
  for (const mon of mons) for (const device of names(mon.devices)) add(monDisk(mon, device, serverOf(mon)));
  return [...found.values()];
}
