import type { Daemon } from './daemons.ts';
import type { Dice } from './random.ts';
import type { DeviceClass, Host, Osd, Topology } from './topology.ts';

/** A disk in a server. */
export interface Device {
  readonly id: number;
  readonly host: Host;
  role: 'osd' | 'mon' | 'journal' | 'other' | 'raid' | 'unassigned' | 'updating' | 'deleting';
  readonly deviceClass: DeviceClass;
  /** Bytes. */
  readonly capacity: number;
  /** Kernel name, such as `sdc`. */
  readonly name: string;
  readonly serial: string;
  readonly wwn: string;
  /** The model name that it reports. */
  readonly info: string;
  readonly powerOnHours: number;
  osd: Osd | undefined;
  /** Number of OSD journals that fit on it. */
  partitions: number;
  /** The location of its OSD's journal, if it is on another disk. */
  journal: { readonly disk: Device; readonly partition: number } | undefined;
  encrypted: boolean;
  /** True if the server no longer sees it. */
  missing: boolean;
  backend: 'Bluestore' | 'Filestore';
}

/** The disks whose OSDs have their journals on this one. */
export const journalUsers = ({ disks }: { readonly disks: readonly Device[] }, disk: Device): Device[] =>
  disks.filter(({ journal }) => journal?.disk === disk);

const MODELS: Readonly<Record<DeviceClass, readonly string[]>> = {
  hdd: ['TOSHIBA MG08ACA', 'ST16000NM001G', 'WDC WUH721816AL'],
  ssd: ['SAMSUNG MZ7L3', 'INTEL SSDSC2KG', 'Micron 5300 MTFDDAK'],
  nvme: ['SAMSUNG MZQL2', 'INTEL SSDPE2KX', 'KIOXIA KCD61'],
};
const SYSTEM_BYTES = 480e9;
/** One of this many servers has a spare disk. */
const SPARE_EVERY = 4;

/**
 * All disks of all servers: first those of the OSDs (disk id = OSD id + 1), then system disks, monitors' disks and
 * spares.
 */
export function buildInventory(
  { hosts, osds }: Topology,
  daemons: readonly Pick<Daemon, 'kind' | 'host'>[],
  dice: Dice,
): Device[] {
  const names = new Map(hosts.map((host) => [host, diskNames()]));
  const devices: Device[] = [];
  const add = (host: Host, role: Device['role'], deviceClass: DeviceClass, capacity: number, osd?: Osd) =>
    devices.push({
      id: devices.length + 1,
      host,
      role,
      deviceClass,
      capacity,
      name: names.get(host)!(deviceClass),
      serial: dice.hex(10).toUpperCase(),
      wwn: `0x5000c500${dice.hex(8)}`,
      info: dice.pick(MODELS[deviceClass]),
      powerOnHours: 8000 + dice.below(30_000),
      osd,
      partitions: 0,
      journal: undefined,
      encrypted: false,
      missing: false,
      backend: 'Bluestore',
    });
  for (const osd of osds) add(osd.host, 'osd', osd.deviceClass, osd.capacity, osd);
  for (const host of hosts) add(host, 'other', 'ssd', SYSTEM_BYTES);
  for (const { kind, host } of daemons) if (kind === 'mon') add(host, 'mon', 'ssd', SYSTEM_BYTES);
  for (const host of hosts) {
    if (host.index % SPARE_EVERY === SPARE_EVERY - 1) add(host, 'unassigned', 'hdd', host.osds[0]!.capacity);
  }
  return devices;
}

const letter = (offset: number): string => String.fromCodePoint(97 + offset);

/** Makes a generator of kernel names for one server: sda to sdz, then sdaa and so on; nvme0n1 and so on. */
function diskNames(): (deviceClass: DeviceClass) => string {
  let [disks, drives] = [0, 0];
  return (deviceClass) => {
    if (deviceClass === 'nvme') return `nvme${drives++}n1`;
    const index = disks++;
    return index < 26 ? `sd${letter(index)}` : `sd${letter(Math.floor(index / 26) - 1)}${letter(index % 26)}`;
  };
}
