import type { Dice } from './random.ts';

/** The types of buckets, each larger than the one before (Ceph's default CRUSH map). */
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

export const DEVICE_CLASSES = ['hdd', 'ssd', 'nvme'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];

/** Servers that share a switch and a power feed. */
export interface Rack {
  readonly index: number;
  readonly name: string;
  readonly hosts: Host[];
}

/** A server, and whether the others can reach it. */
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
  /** Its kernel stands still: connections are accepted, and nothing answers on them. */
  frozen: boolean;
  /** The share of its packets that is lost, up to 1, milliseconds that those which arrive take longer than usual, and whether large ones never do. */
  link: { readonly loss: number; readonly delayMs: number; readonly smallOnly?: boolean };
  /** Seconds by which its clock is ahead of the time; negative where it is behind. */
  clockOffset: number;
  /** Since when it does not take part in the cluster, as a tick. */
  lostAt?: number | undefined;
  /** True where it runs the operating system image that is configured for it. */
  currentImage: boolean;
}

/** An OSD: what the monitors think of it, and what it really does. */
export interface Osd {
  readonly id: number;
  /** The server that its disk is in; its id can be taken over by a disk of another one. */
  host: Host;
  /** Its place in the CRUSH hierarchy; undefined for one that stands outside and so holds nothing. */
  bucket: CrushBucket | undefined;
  deviceClass: DeviceClass;
  /** Bytes. */
  capacity: number;
  used: number;
  /** The state that the OSD map has. */
  up: boolean;
  in: boolean;
  /** Share of its placement groups that it accepts while it is in, up to 1. */
  reweight: number;
  destroyed: boolean;
  /** The state that the daemon is really in; `hung` keeps its sockets open and answers nothing. */
  process: 'running' | 'stopped' | 'hung';
  /** Its network comes and goes: heartbeats are lost although the daemon runs. */
  disturbed: boolean;
  /** Milliseconds that its disk takes for each request beyond what is usual. */
  lagMs: number;
  /** When it last began or stopped answering its peers, as a tick. */
  changedAt: number;
  /** Seconds after that in which the monitors learn of it. */
  noticedAfter: number;
  /** True where it answers again because its daemon began anew. */
  restarted: boolean;
  /** Since when it is marked down, as a tick. */
  downAt?: number | undefined;
  /** Marked out by the monitors, not by an operator: it comes back in by itself. */
  autoOut: boolean;
  /** Ticks at which the monitors marked it down. */
  readonly markdowns: number[];
  /** Placement groups of which it holds a shard, by global index. */
  readonly shards: number[];
  /** Placement groups of which it is to get a shard. */
  readonly incoming: Set<number>;
  /** Recoveries and backfills that hold a reservation on it (osd_max_backfills limits them). */
  backfills: number;
  /** Running average of its peers' heartbeat round trips, in milliseconds. */
  pingMs: number;
  /** Reads that only succeeded when they were tried again, and that were answered from another copy, which replaced the bad one. */
  retriedReads: number;
  repairedReads: number;
  smart: { status: 'OK' | 'FAILING'; details: string };
}

/** The hardware of a cluster. */
export interface Topology {
  readonly racks: readonly Rack[];
  readonly hosts: readonly Host[];
  /** By their ids. */
  readonly osds: Osd[];
}

/** A link that loses and delays nothing. */
export const SOUND_LINK: Host['link'] = { loss: 0, delayMs: 0 };

const TB = 1e12;

/** Hardware grows with the cluster: small ones are older and get small disks, which also heal sooner. */
function capacityOf(deviceClass: DeviceClass, scale: number): number {
  if (deviceClass === 'nvme') return scale <= 100 ? 1.92 * TB : 7.68 * TB;
  if (deviceClass === 'ssd') return scale <= 100 ? 1.92 * TB : 3.84 * TB;
  if (scale <= 100) return 2 * TB;
  return scale <= 1000 ? 8 * TB : 16 * TB;
}

/** OSDs per host: three hosts at least, and boxes of 5, 15 and 20 disks as clusters grow. */
function hostWidth(scale: number): number {
  if (scale < 15) return Math.ceil(scale / 3);
  if (scale <= 100) return 5;
  return scale <= 1000 ? 15 : 20;
}

/** In a box of five: three hdd, one ssd, one nvme; larger boxes have one ssd and nvme per eight disks. Less than three boxes of five are all hdd. */
function classAt(position: number, width: number, scale: number): DeviceClass {
  if (scale < 15) return 'hdd';
  const fast = Math.max(1, Math.floor(width / 8));
  if (position >= width - fast) return 'nvme';
  return position >= width - 2 * fast ? 'ssd' : 'hdd';
}

/** Builds racks, hosts and OSDs for `scale` OSDs: up to 5 hosts stand in one rack, 60 OSDs make 3 racks of 4 hosts, 20,000 make 1,000 hosts in 63 racks. */
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
      link: SOUND_LINK,
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

/** An OSD that runs and holds nothing yet. */
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
    pingMs: dice.between(0.6, 2.4),
    retriedReads: 0,
    repairedReads: 0,
    smart: { status: 'OK', details: '' },
  };
}

/** True while the host takes part in the cluster at all. */
export const hostAnswers = (host: Host): boolean => host.powered && host.connected && !host.frozen;

/** True while peers and clients get answers from the OSD, whatever the map says. */
export const osdAnswers = (osd: Osd): boolean =>
  osd.process === 'running' && !osd.disturbed && hostAnswers(osd.host);
