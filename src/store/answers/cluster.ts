import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { degradedBy, pgmapOf } from '../../diagnosis/healing/recoveryCounts.ts';
import { type UntypedObject, fields, list, number, numberIn, share, sum, text } from '../../lib/untyped.ts';
import { isIn, isOsd, isUpAndIn } from './node.ts';

type PoolStats = NonNullable<Pool['stats']>;

/** Totals over the OSDs of a CRUSH map. */
interface OsdTotals {
  readonly total: number;
  readonly up: number;
  readonly in: number;
  /** OSDs in the hierarchy that are both up and in; only these count for capacity and usage. */
  readonly upAndIn: number;
  /** Bytes used on those OSDs; undefined if none reports it. */
  readonly used: number | undefined;
  /** The size of those OSDs in bytes; undefined if none reports it. */
  readonly size: number | undefined;
}

const totalsByMap = new WeakMap<CrushMap, OsdTotals>();

/** The totals of a map, cached because the status is read many times between two maps. */
function osdTotals(crush: CrushMap | undefined): OsdTotals | undefined {
  if (crush === undefined) return undefined;
  const totals = totalsByMap.get(crush) ?? addUp(crush);
  totalsByMap.set(crush, totals);
  return totals;
}

function addUp({ nodes = [], stray = [] }: CrushMap): OsdTotals {
  const totals = { total: 0, up: 0, in: 0, upAndIn: 0, used: undefined, size: undefined } as {
    -readonly [Field in keyof OsdTotals]: OsdTotals[Field];
  };
  const count = (node: CrushNode) => {
    totals.total++;
    if (node.status === 'UP') totals.up++;
    if (isIn(node)) totals.in++;
  };
  for (const node of nodes) {
    if (!isOsd(node)) continue;
    count(node);
    if (!isUpAndIn(node)) continue;
    totals.upAndIn++;
    totals.used = plus(totals.used, node.used);
    totals.size = plus(totals.size, node.size);
  }
  stray.filter(isOsd).forEach(count);
  return totals;
}

function plus(sum: number | undefined, more: unknown): number | undefined {
  const known = number(more);
  return known === undefined ? sum : (sum ?? 0) + known;
}

/** The figures of the whole cluster. An unknown figure is undefined, never zero. */
export interface ClusterNumbers {
  readonly fsid: string | undefined;
  /** Raw bytes (before replication) used on the OSDs that are up and in. */
  readonly usedBytes: number | undefined;
  /** The raw capacity of the OSDs that are up and in, in bytes. */
  readonly totalBytes: number | undefined;
  /** The number of OSDs that are down or out, and therefore not included in these bytes. */
  readonly osdsNotCounted: number | undefined;
  /** The age of usage and rates at the service, in seconds, if they are outdated because the manager is silent. */
  readonly usageAge: number | undefined;
  /** Client I/O per second. */
  readonly readIops: number | undefined;
  readonly writeIops: number | undefined;
  readonly readBytes: number | undefined;
  readonly writeBytes: number | undefined;
  /** Bytes and objects recovered per second. */
  readonly recoveryBytes: number | undefined;
  readonly recoveryObjects: number | undefined;
  /** Shares of all copies, 0 to 1. */
  readonly degradedShare: number | undefined;
  readonly misplacedShare: number | undefined;
  readonly unfoundObjects: number | undefined;
  readonly osdsUp: number | undefined;
  readonly osdsIn: number | undefined;
  readonly osdsTotal: number | undefined;
  /** The names of the monitors in quorum, if the service reports them. */
  readonly quorum: readonly string[] | undefined;
  /** The number of monitors, if the service reports it. */
  readonly monitors: number | undefined;
  /** The number of managers that stand by, if the service reports it. */
  readonly standbyManagers: number | undefined;
  /** The service's own estimate of the remaining recovery time, in seconds. */
  readonly recoveryRemaining: number | undefined;
  /** The age of the cluster's data at the service, in seconds. */
  readonly storeAge: number | undefined;
  /** The uptime of the management service, in seconds. */
  readonly mgmtUptime: number | undefined;
  readonly licenseActive: boolean | undefined;
}

/** The age from which usage and rates count as outdated; managers report them every five seconds. */
const OLD_SECONDS = 10;

/** The age of usage and rates in seconds, if they are outdated. */
export function ageOfUsage({ usageLastUpdated: age }: ClusterStatus = {}): number | undefined {
  return age !== undefined && age > OLD_SECONDS ? age : undefined;
}

/**
 * Selects the figures from the parts of Ceph's own status that the service passes on (`pgmap`, `osdmap`; newer services
 * use camel case), or else sums up pools and OSDs.
 */
export function selectCluster(input: {
  readonly status?: ClusterStatus | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly crush?: CrushMap | undefined;
}): ClusterNumbers {
  const { status } = input;
  const store = fields(status?.storeStatus);
  const quorum = list(store?.quorum_names).filter((name) => typeof name === 'string');
  const age = status?.storeLastUpdated;
  return {
    fsid: text(store?.fsid),
    ...usage(store, input.crush),
    usageAge: ageOfUsage(status),
    ...clientLoad(store, input.pools ?? []),
    ...recovery(store, status),
    ...osdCounts(store, input.crush),
    quorum: quorum.length > 0 ? quorum : undefined,
    monitors: number(fields(store?.monmap)?.num_mons) ?? number(store?.numOfMons),
    standbyManagers: number(fields(store?.mgrmap)?.num_standbys),
    recoveryRemaining: status?.recoveryTimeRemaining,
    storeAge: age === undefined ? undefined : Math.max(0, age),
    mgmtUptime: status?.mgmtUptime,
    licenseActive: status?.licenseActive,
  };
}

function usage(store: UntypedObject | undefined, crush: CrushMap | undefined) {
  const pgmap = pgmapOf(store);
  const totals = osdTotals(crush);
  // Ceph's own sums include a down OSD until it is marked out, so they are used only if no OSD reports its size.
  return {
    usedBytes: totals?.size === undefined ? numberIn(pgmap, 'bytes_used') : totals.used,
    totalBytes: totals?.size ?? numberIn(pgmap, 'bytes_total'),
    osdsNotCounted: totals && totals.total - totals.upAndIn,
  };
}

/** The bytes per second that clients read and write and that recovery moves, as in `selectCluster`. */
export function selectTraffic(status: ClusterStatus | undefined, pools: readonly Pool[] = []) {
  const store = fields(status?.storeStatus);
  const { readBytes, writeBytes } = clientLoad(store, pools);
  return { read: readBytes, write: writeBytes, recovery: recovery(store, status).recoveryBytes };
}

function clientLoad(store: UntypedObject | undefined, pools: readonly Pool[]) {
  const pgmap = pgmapOf(store);
  // Ceph omits a rate from its status while it is zero, so a pgmap without the rate means zero.
  const rate = (names: readonly string[], ofPool: (stats: PoolStats) => unknown) =>
    names.map((name) => numberIn(pgmap, name)).find((known) => known !== undefined) ??
    sum(pools.map(({ stats }) => stats && ofPool(stats))) ??
    (pgmap === undefined ? undefined : 0);
  return {
    readIops: rate(['read_op_per_sec'], (pool) => pool.readIops),
    writeIops: rate(['write_op_per_sec'], (pool) => pool.writeIops),
    readBytes: rate(['read_bytes_sec', 'read_bytes_per_sec'], (pool) => pool.readBytesPerSec),
    writeBytes: rate(['write_bytes_sec', 'write_bytes_per_sec'], (pool) => pool.writeBytesPerSec),
  };
}

function recovery(store: UntypedObject | undefined, status: ClusterStatus | undefined) {
  const pgmap = pgmapOf(store);
  const value = (name: string) => numberIn(pgmap, name) ?? (pgmap === undefined ? undefined : 0);
  const degraded = degradedBy(status);
  return {
    recoveryBytes: value('recovering_bytes_per_sec'),
    recoveryObjects: value('recovering_objects_per_sec'),
    degradedShare: value('degraded_ratio') ?? share(degraded?.objects, degraded?.total),
    misplacedShare: value('misplaced_ratio'),
    unfoundObjects: value('unfound_objects'),
  };
}

function osdCounts(store: UntypedObject | undefined, crush: CrushMap | undefined) {
  const osdmap = fields(store?.osdmap) ?? fields(store?.osdMap);
  return {
    osdsUp: numberIn(osdmap, 'num_up_osds') ?? osdTotals(crush)?.up,
    osdsIn: numberIn(osdmap, 'num_in_osds') ?? osdTotals(crush)?.in,
    osdsTotal: numberIn(osdmap, 'num_osds') ?? osdTotals(crush)?.total,
  };
}
