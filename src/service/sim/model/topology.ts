import type { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import type { Dice } from './random.ts';

/** The bucket types of Ceph's default CRUSH map, from the smallest to the largest. */
export const BUCKET_TYPES = [
  'host',
  'chassis',
  'rack',
  'row',
  'pdu',
  'pod',
  'room',
  'datacenter',
  'region',
  'root',
] as const;
export type BucketType = (typeof BUCKET_TYPES)[number];
/** A node of the CRUSH hierarchy that contains others. */
export interface CrushBucket {
  /** Negative. */
  readonly id: number;
  readonly name: string;
  readonly type: BucketType;
  parent: CrushBucket | undefined;
  readonly buckets: CrushBucket[];
  readonly osds: Osd[];
}

export type DeviceClass = (typeof DEVICE_CLASSES)[number];

/** Servers that share a switch and a power feed. */
export interface Rack {
  readonly index: number;
  readonly name: string;
  readonly hosts: Host[];
}

/** The link of a server to the network. */
export interface Link {
  /** The share of its packets that is lost, from 0 to 1. */
  readonly loss: number;
  /** The delay of the others in milliseconds. */
  readonly delayMs: number;
  /** True if large packets are always lost. */
  readonly smallOnly?: boolean;
}

/** A server and its state. */
export interface Host {
  readonly index: number;
  /** The server id of the management interface, from 1. */
  readonly id: number;
  readonly name: string;
  readonly rack: Rack;
  readonly ip: string;
  readonly osds: Osd[];
  powered: boolean;
  /** True while its network reaches the rest of the cluster. */
  connected: boolean;
  /** Its kernel hangs: connections are accepted, but nothing answers on them. */
  frozen: boolean;
  /** Its link to the network, and what is wrong with it, of which the link is the sum. */
  link: Link;
  readonly disturbances: Set<Link>;
  /** Seconds by which its clock is ahead; negative if it is behind. */
  clockOffset: number;
  /** The tick at which it dropped out of the cluster; undefined while it takes part. */
  lostAt?: number | undefined;
  /** True if it runs the operating system image that is configured for it. */
  currentImage: boolean;
}

/** An OSD: its state in the OSD map, and its actual state. */
export interface Osd {
  readonly id: number;
  /** The server of its disk. A disk in another server can take over its id. */
  host: Host;
  /** Its bucket in the CRUSH hierarchy; undefined for an OSD outside of it, which holds no data. */
  bucket: CrushBucket | undefined;
  deviceClass: DeviceClass;
  /** Bytes. */
  capacity: number;
  used: number;
  /** The state in the OSD map. */
  up: boolean;
  in: boolean;
  /** Share of its placement groups that it accepts while it is in, from 0 to 1. */
  reweight: number;
  destroyed: boolean;
  /** The actual state of the daemon. A `hung` one keeps its sockets open, but answers nothing. */
  process: 'running' | 'stopped' | 'hung';
  /** Its heartbeats are lost, although the daemon runs. */
  disturbed: boolean;
  /** Extra milliseconds that its disk takes for each request. */
  lagMs: number;
  /** The tick at which it last started or stopped answering its peers. */
  changedAt: number;
  /** Seconds from `changedAt` until the monitors learn of the change. */
  noticedAfter: number;
  /** True if it answers again because its daemon was restarted. */
  restarted: boolean;
  /** The tick at which it was marked down; undefined while it is up. */
  downAt?: number | undefined;
  /** Marked out by the monitors, not by an operator, so that it is marked in automatically. */
  autoOut: boolean;
  /** The tick at which the kernel of its server last killed it for lack of memory. */
  killedAt?: number;
  /** It knows that it was marked down, and has told the monitors that it runs. */
  toldDown?: boolean;
  /** Ticks at which the monitors marked it down. */
  readonly markdowns: number[];
  /** Placement groups of which it holds a shard, by global index. */
  readonly shards: number[];
  /** Placement groups of which it will get a shard. */
  readonly incoming: Set<number>;
  /** Recoveries and backfills that run on it, and their reservations of it by its role (limited by osd_max_backfills each). */
  backfills: number;
  readonly reservations: { sending: number; receiving: number };
  /** Moving averages of its heartbeat round-trip times over a quarter of an hour and over a minute, in milliseconds. */
  pingMs: number;
  minutePingMs: number;
  /**
   * Numbers of reads that succeeded only when they were retried, and of reads that were answered from another copy,
   * which then replaced the bad one.
   */
  retriedReads: number;
  repairedReads: number;
  smart: { status: 'OK' | 'FAILING'; details: string };
}

/** The hardware of a cluster. */
export interface Topology {
  readonly racks: readonly Rack[];
  readonly hosts: readonly Host[];
  /** By id. */
  readonly osds: Osd[];
}

/** A link without loss or delay. */
export const HEALTHY_LINK: Link = { loss: 0, delayMs: 0 };

/** A link with all of these disturbances. */
export const linkWith = (disturbances: Iterable<Link>): Link =>
  [...disturbances].reduce(
    (one, other) => ({
      loss: one.loss + other.loss - one.loss * other.loss,
      delayMs: one.delayMs + other.delayMs,
      ...((one.smallOnly || other.smallOnly) && { smallOnly: true }),
    }),
    HEALTHY_LINK,
  );

const TB = 1e12;

/** Disk sizes grow with the cluster: small clusters are older and have small disks, which also recover sooner. */
function capacityOf(deviceClass: DeviceClass, scale: number): number {
  if (deviceClass === 'nvme') return scale <= 100 ? 1.92 * TB : 7.68 * TB;
  if (deviceClass === 'ssd') return scale <= 100 ? 1.92 * TB : 3.84 * TB;
  if (scale <= 100) return 2 * TB;
  return scale <= 1000 ? 8 * TB : 16 * TB;
}

/** OSDs per host: at least three hosts, with 5, 15 or 20 disks each as clusters grow. */
function hostWidth(scale: number): number {
  if (scale < 15) return Math.ceil(scale / 3);
  if (scale <= 100) return 5;
  return scale <= 1000 ? 15 : 20;
}

/**
 * A host with five disks has three HDDs, an SSD and an NVMe; a larger one has an SSD and an NVMe for each eight
 * disks. Clusters of less than 15 OSDs have HDDs only.
 */
function classAt(position: number, width: number, scale: number): DeviceClass {
  if (scale < 15) return 'hdd';
  const fast = Math.max(1, Math.floor(width / 8));
  if (position >= width - fast) return 'nvme';
  return position >= width - 2 * fast ? 'ssd' : 'hdd';
}

/**
 * Builds racks, hosts and OSDs for `scale` OSDs. Up to 5 hosts are in one rack, 60 OSDs make 3 racks of 4 hosts, and
 * 20,000 make 1,000 hosts in 63 racks.
 */
export function buildTopology(scale: number, dice: Dice): Topology {
  const width = hostWidth(scale);
  const hostCount = Math.ceil(scale / width);
  const rackCount = hostCount < 6 ? 1 : Math.max(3, Math.ceil(hostCount / 16));
  const digits = String(hostCount).length < 2 ? 2 : String(hostCount).length;

  const racks: Rack[] = Array.from({ length: rackCount }, (_, index) => ({
    index,
    name: `rack${index + 1}`,
    hosts: [],
  }));
  const hosts: Host[] = [];
  const osds: Osd[] = [];
  for (let index = 0; index < hostCount; index++) {
    const rack = racks[Math.floor((index * rackCount) / hostCount)]!;
    const host: Host = {
      index,
      id: index + 1,
      name: `stor-${String(index + 1).padStart(digits, '0')}`,
      rack,
      ip: `10.2.${Math.floor(index / 200)}.${(index % 200) + 11}`,
      osds: [],
      powered: true,
      connected: true,
      frozen: false,
      link: HEALTHY_LINK,
      disturbances: new Set(),
      clockOffset: 0,
      currentImage: true,
    };
    rack.hosts.push(host);
    hosts.push(host);
    for (let position = 0; position < width && osds.length < scale; position++) {
      const deviceClass = classAt(position, width, scale);
      const osd = newOsd(osds.length, host, deviceClass, capacityOf(deviceClass, scale), dice);
      host.osds.push(osd);
      osds.push(osd);
    }
  }
  return { racks, hosts, osds };
}

/** A running OSD without data. */
export function newOsd(id: number, host: Host, deviceClass: DeviceClass, capacity: number, dice: Dice): Osd {
  return {
    id,
    host,
    bucket: undefined,
    deviceClass,
    capacity,
    used: 0,
    up: true,
    in: true,
    reweight: 1,
    destroyed: false,
    process: 'running',
    disturbed: false,
    lagMs: 0,
    changedAt: 0,
    noticedAfter: 0,
    restarted: false,
    autoOut: false,
    markdowns: [],
    shards: [],
    incoming: new Set(),
    backfills: 0,
    reservations: { sending: 0, receiving: 0 },
    pingMs: dice.between(0.6, 2.4),
    minutePingMs: 0,
    retriedReads: 0,
    repairedReads: 0,
    smart: { status: 'OK', details: '' },
  };
}

/** True while the host takes part in the cluster. */
export const hostAnswers = (host: Host): boolean => host.powered && host.connected && !host.frozen;

/** True while the OSD reaches the monitors and answers commands, whether or not its peers hear from it. */
export const osdRuns = (osd: Osd): boolean => osd.process === 'running' && hostAnswers(osd.host);

/** True while peers and clients get answers from the OSD, whatever the map says. */
export const osdAnswers = (osd: Osd): boolean => osdRuns(osd) && !osd.disturbed;
