import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { degradedBy, pgmapOf } from '../../diagnosis/healing/toMove.ts';
import { type UntypedObject, fields, list, number, share, sum, text } from '../../lib/untyped.ts';
import { isIn, isOsd, takesPart } from './node.ts';

/** The OSDs of a CRUSH map, counted and added up. */
interface OsdTotals {
  readonly total: number;
  readonly up: number;
  /** Those that data is placed on. */
  readonly in: number;
  /** Those that are up and in, in the hierarchy: only their room and use counts. */
  readonly takingPart: number;
  /** Bytes, of those that take part; undefined where none tells. */
  readonly used: number | undefined;
  readonly size: number | undefined;
}

const kept = new WeakMap<CrushMap, OsdTotals>();

/** Goes through the OSDs once for each map: the status is read many times between two of them. */
function osdTotals(crush: CrushMap | undefined): OsdTotals | undefined {
  if (crush === undefined) return undefined;
  const totals = kept.get(crush) ?? addUp(crush);
  kept.set(crush, totals);
  return totals;
}

function addUp({ nodes = [], stray = [] }: CrushMap): OsdTotals {
  const totals = { total: 0, up: 0, in: 0, takingPart: 0, used: undefined, size: undefined } as {
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
    if (!takesPart(node)) continue;
    totals.takingPart++;
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

/** The numbers of the whole cluster. An undefined one is not known; no zero stands for "not known". */
export interface ClusterNumbers {
  readonly fsid: string | undefined;
  /** Raw, before replication, of the OSDs that are up and in. */
  readonly usedBytes: number | undefined;
  readonly totalBytes: number | undefined;
  /** OSDs whose room does not count, for they are down or out. */
  readonly osdsWithoutPart: number | undefined;
  /** Age of usage and rates at the service, in seconds, where a manager has been silent and they stand still. */
  readonly usageAge: number | undefined;
  /** The work of clients, per second. */
  readonly readIops: number | undefined;
  readonly writeIops: number | undefined;
  readonly readBytes: number | undefined;
  readonly writeBytes: number | undefined;
  /** The amount that recovery moves, per second. */
  readonly recoveryBytes: number | undefined;
  readonly recoveryObjects: number | undefined;
  /** Shares of all copies, 0 to 1. */
  readonly degradedShare: number | undefined;
  readonly misplacedShare: number | undefined;
  readonly unfoundObjects: number | undefined;
  readonly osdsUp: number | undefined;
  readonly osdsIn: number | undefined;
  readonly osdsTotal: number | undefined;
  /** Names of the monitors in quorum and how many there are, where the service passes them on. */
  readonly quorum: readonly string[] | undefined;
  readonly monitors: number | undefined;
  /** The server's own estimate, in seconds. */
  readonly recoveryRemaining: number | undefined;
  /** Age of the store's data at the service, in seconds. */
  readonly storeAge: number | undefined;
  /** The time that the management service has been running, in seconds. */
  readonly mgmtUptime: number | undefined;
  readonly licenseActive: boolean | undefined;
}

/** Figures that are older are marked: managers tell them every five seconds. */
const OLD_SECONDS = 10;

/** The age of usage and rates where they stand still, in seconds. */
export function ageOfUsage({ usageLastUpdated: age = 0 }: ClusterStatus = {}): number | undefined {
  return age > OLD_SECONDS ? age : undefined;
}

/**
 * Takes what the service passes on of Ceph's own status (`pgmap`, `osdmap`; newer services write them in camel
 * case), else adds up pools and OSDs.
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
    recoveryRemaining: status?.recoveryTimeRemaining,
    storeAge: age === undefined ? undefined : Math.max(0, age),
    mgmtUptime: status?.mgmtUptime,
    licenseActive: status?.licenseActive,
  };
}

function usage(store: UntypedObject | undefined, crush: CrushMap | undefined) {
  const pgmap = pgmapOf(store);
  const totals = osdTotals(crush);
  // Ceph's own sums count an OSD that is down until it is marked out: they stand in where no OSD tells its size.
  return {
    usedBytes:
      totals?.size === undefined ? (number(pgmap?.bytes_used) ?? number(pgmap?.bytesUsed)) : totals.used,
    totalBytes: totals?.size ?? number(pgmap?.bytes_total) ?? number(pgmap?.bytesTotal),
    osdsWithoutPart: totals && totals.total - totals.takingPart,
  };
}

function clientLoad(store: UntypedObject | undefined, pools: readonly Pool[]) {
  const pgmap = pgmapOf(store);
  const stats = pools.map((pool) => pool.stats);
  // Ceph leaves a rate out of its status while it is zero, so a pgmap without one still tells it.
  const rate = (snake: string, camel: string, pooled: readonly unknown[]) =>
    number(pgmap?.[snake]) ?? number(pgmap?.[camel]) ?? sum(pooled) ?? (pgmap === undefined ? undefined : 0);
  return {
    readIops: rate(
      'read_op_per_sec',
      'readOpPerSec',
      stats.map((pool) => pool?.readIops),
    ),
    writeIops: rate(
      'write_op_per_sec',
      'writeOpPerSec',
      stats.map((pool) => pool?.writeIops),
    ),
    readBytes: rate(
      'read_bytes_sec',
      'readBytesPerSec',
      stats.map((pool) => pool?.readBytesPerSec),
    ),
    writeBytes: rate(
      'write_bytes_sec',
      'writeBytesPerSec',
      stats.map((pool) => pool?.writeBytesPerSec),
    ),
  };
}

function recovery(store: UntypedObject | undefined, status: ClusterStatus | undefined) {
  const pgmap = pgmapOf(store);
  const value = (snake: string, camel: string) =>
    number(pgmap?.[snake]) ?? number(pgmap?.[camel]) ?? (pgmap === undefined ? undefined : 0);
  const degraded = degradedBy(status);
  return {
    recoveryBytes: value('recovering_bytes_per_sec', 'recoveringBytesPerSec'),
    recoveryObjects: value('recovering_objects_per_sec', 'recoveringObjectsPerSec'),
    degradedShare: value('degraded_ratio', 'degradedRatio') ?? share(degraded?.objects, degraded?.total),
    misplacedShare: value('misplaced_ratio', 'misplacedRatio'),
    unfoundObjects: value('unfound_objects', 'unfoundObjects'),
  };
}

function osdCounts(store: UntypedObject | undefined, crush: CrushMap | undefined) {
  const osdmap = fields(store?.osdmap) ?? fields(store?.osdMap);
  return {
    osdsUp: number(osdmap?.num_up_osds) ?? number(osdmap?.numUpOsds) ?? osdTotals(crush)?.up,
    osdsIn: number(osdmap?.num_in_osds) ?? number(osdmap?.numInOsds) ?? osdTotals(crush)?.in,
    osdsTotal: number(osdmap?.num_osds) ?? number(osdmap?.numOsds) ?? osdTotals(crush)?.total,
  };
}
