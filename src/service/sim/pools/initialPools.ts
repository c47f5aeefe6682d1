import { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import type { SimCrushRule } from '../crush/rules.ts';
import type { DeviceClass, Osd, Topology } from '../model/topology.ts';
import { NO_LOAD, type ClientLoad, type PoolSpec } from './pool.ts';

const KIB = 1024;
const MIB = KIB * KIB;
/** mon_target_pg_per_osd. */
const PGS_PER_OSD = 100;
/** Number of OSDs at or above which a cluster has a pool per customer, one for every 20 OSDs. */
const CUSTOMERS_FROM = 2000;

interface PoolPlan {
  readonly name: string;
  readonly application: 'rbd' | 'storefs' | 'rgw';
  readonly description: string;
  readonly deviceClass: DeviceClass;
  readonly placement: 'host' | 'rack' | 'erasure';
  /** Its share of the device class: of the used space, the placement groups and the client load. */
  readonly share: number;
  readonly objectBytes: number;
  /** Share of reads among operations, and bytes per operation. */
  readonly reads: number;
  readonly opBytes: number;
}

const PLANS: readonly PoolPlan[] = [
  {
    name: 'volumes',
    application: 'rbd',
    description: 'block images on hard disks',
    deviceClass: 'hdd',
    placement: 'rack',
    share: 0.4,
    objectBytes: 4 * MIB,
    reads: 0.6,
    opBytes: 48 * KIB,
  },
  {
    name: 'vm-disks',
    application: 'rbd',
    description: 'system disks of virtual machines',
    deviceClass: 'ssd',
    placement: 'host',
    share: 0.9,
    objectBytes: 4 * MIB,
    reads: 0.55,
    opBytes: 16 * KIB,
  },
  {
    name: 'databases',
    application: 'rbd',
    description: 'images with low latency',
    deviceClass: 'nvme',
    placement: 'host',
    share: 0.85,
    objectBytes: 4 * MIB,
    reads: 0.7,
    opBytes: 8 * KIB,
  },
  {
    name: 'storefs-metadata',
    application: 'storefs',
    description: 'names and attributes of files',
    deviceClass: 'nvme',
    placement: 'rack',
    share: 0.15,
    objectBytes: 256 * KIB,
    reads: 0.5,
    opBytes: 4 * KIB,
  },
  {
    name: 'storefs-data',
    application: 'storefs',
    description: 'contents of files',
    deviceClass: 'hdd',
    placement: 'host',
    share: 0.2,
    objectBytes: 2 * MIB,
    reads: 0.75,
    opBytes: 256 * KIB,
  },
  {
    name: 'rgw-index',
    application: 'rgw',
    description: 'bucket indexes',
    deviceClass: 'ssd',
    placement: 'host',
    share: 0.1,
    objectBytes: 512 * KIB,
    reads: 0.5,
    opBytes: 2 * KIB,
  },
  {
    name: 'rgw-data',
    application: 'rgw',
    description: 'S3 objects, erasure-coded',
    deviceClass: 'hdd',
    placement: 'erasure',
    share: 0.4,
    objectBytes: 4 * MIB,
    reads: 0.8,
    opBytes: 512 * KIB,
  },
];

/** Operations per second of one OSD on an average day [assumed from data sheets]. */
const OPS_PER_OSD: Record<DeviceClass, number> = { hdd: 25, ssd: 180, nvme: 400 };

/** Totals over a device class, from which the sizes of its pools are computed. */
interface ClassSize {
  readonly deviceClass: DeviceClass;
  readonly osds: number;
  /** Bytes. */
  readonly capacity: number;
}

/** The initial pools, with data such that the average usage of each device class is `fill` (0 to 1). */
export function planPools(
  { osds, hosts }: Topology,
  rules: readonly SimCrushRule[],
  fill: number,
): PoolSpec[] {
  const customers = osds.length >= CUSTOMERS_FROM ? Math.round(osds.length / 20) : 0;
  const plans = PLANS.flatMap((plan) =>
    plan.name === 'volumes' && customers > 0 ? shared(plan, customers) : [plan],
  );
  const sizes = new Map(DEVICE_CLASSES.map((deviceClass) => [deviceClass, classSize(osds, deviceClass)]));
  const internal: PoolSpec = {
    id: 1,
    name: '.mgr',
    application: 'mgr',
    description: '',
    rule: rules[0]!,
    size: 3,
    minSize: 2,
    dataShards: 1,
    pgNum: 1,
    bytes: 24 * MIB,
    objects: 12,
    load: NO_LOAD,
    protected: true,
  };
  // If the cluster lacks a device class, its pools are on hard disks, with a smaller share of the space.
  const placed = plans.map((plan): PoolPlan =>
    sizes.get(plan.deviceClass)!.osds > 0 ? plan : { ...plan, deviceClass: 'hdd', share: plan.share / 4 },
  );
  const pools = placed.map((plan, index): PoolSpec => {
    const all = placed.reduce(
      (sum, other) => sum + (other.deviceClass === plan.deviceClass ? other.share : 0),
      0,
    );
    return specify(
      { ...plan, share: plan.share / all },
      index + 2,
      sizes.get(plan.deviceClass)!,
      hosts.length,
      rules,
      fill,
    );
  });
  return [internal, ...pools];
}

function classSize(osds: readonly Osd[], deviceClass: DeviceClass): ClassSize {
  const members = osds.filter((osd) => osd.deviceClass === deviceClass);
  return {
    deviceClass,
    osds: members.length,
    capacity: members.reduce((sum, { capacity }) => sum + capacity, 0),
  };
}

function shared(plan: PoolPlan, customers: number): PoolPlan[] {
  const half = { ...plan, share: plan.share / 2 };
  return [
    half,
    ...Array.from({ length: customers }, (_, index) => ({
      ...half,
      name: `customer-${String(index + 1).padStart(4, '0')}`,
      description: 'block images of one customer',
      share: half.share / customers,
    })),
  ];
}

function specify(
  plan: PoolPlan,
  id: number,
  { deviceClass, osds, capacity }: ClassSize,
  hosts: number,
  rules: readonly SimCrushRule[],
  fill: number,
): PoolSpec {
  const { size, dataShards, minSize } = redundancy(plan, hosts);
  const ruleName =
    plan.placement === 'erasure'
      ? `erasure_${deviceClass}`
      : `replicated_${deviceClass}${plan.placement === 'rack' ? '_rack' : ''}`;
  const bytes = Math.round((capacity * fill * plan.share * dataShards) / size);
  return {
    id,
    name: plan.name,
    application: plan.application,
    description: plan.description,
    rule: rules.find((rule) => rule.name === ruleName) ?? rules[0]!,
    size,
    minSize,
    dataShards,
    pgNum: powerOfTwo((osds * PGS_PER_OSD * plan.share) / size),
    bytes,
    objects: Math.round(bytes / plan.objectBytes),
    protected: plan.application !== 'rbd',
    load: loadOf(plan, osds * OPS_PER_OSD[deviceClass] * plan.share),
  };
}

function redundancy(plan: PoolPlan, hosts: number): { size: number; dataShards: number; minSize: number } {
  if (plan.placement !== 'erasure') return { size: 3, dataShards: 1, minSize: 2 };
  const dataShards = hosts >= 7 ? 4 : 2;
  const coding = hosts >= 7 ? 2 : 1;
  return { size: dataShards + coding, dataShards, minSize: dataShards + Math.min(1, coding - 1) };
}

function loadOf({ reads, opBytes }: PoolPlan, ops: number): ClientLoad {
  const readOps = ops * reads;
  const writeOps = ops * (1 - reads);
  return { readOps, writeOps, readBytes: readOps * opBytes, writeBytes: writeOps * opBytes };
}

const powerOfTwo = (target: number): number => 2 ** Math.max(3, Math.round(Math.log2(target)));
