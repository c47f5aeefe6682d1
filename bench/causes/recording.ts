import type { CrushNode } from '../../src/api/contract/crush.ts';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { readChanges } from '../../src/diagnosis/evidence/changes.ts';
import { readSignals } from '../../src/diagnosis/evidence/log.ts';
import { pgmapOf } from '../../src/diagnosis/healing/recoveryCounts.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';
import { fields, type UntypedObject } from '../../src/lib/untyped.ts';
import type { Truth } from './truth.ts';

/** A reading of a real cluster. */
export interface RecordedLook {
  /** Seconds since the fault; less than 0 before it. */
  readonly after: number;
  readonly snapshot: ClusterSnapshot;
}

/** A fault on a real cluster, recorded before it, while it lasted and after its repair. */
export interface Recording {
  /** A description of the fault and the cluster. */
  readonly of: string;
  readonly truth: Truth;
  /** The time after which the fault is named, in seconds; absent if it is never named, and then nothing innocent is either. */
  readonly named?: number;
  /** The time after which it was repaired, in seconds. */
  readonly mended: number;
}

const isTelling = (event: LogEvent): boolean =>
  readChanges([event]).length > 0 || Object.values(readSignals([event])).some((lines) => lines.length > 0);

/** A copy of an object with only the named fields, as far as it has them. */
function pick<T extends object, Key extends keyof T>(from: T, ...keys: Key[]): Pick<T, Key> {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]])) as Pick<T, Key>;
}

const nodeOf = (node: CrushNode): CrushNode =>
  pick(node, 'id', 'name', 'type', 'status', 'reweight', 'deviceClass', 'children');

/** The parts of Ceph's own status that the diagnosis uses. */
const storeStatusOf = (store: UntypedObject): UntypedObject => ({
  ...pick(store, 'health'),
  pgmap: pick(
    pgmapOf(store) ?? {},
    'num_pgs',
    'degraded_objects',
    'misplaced_objects',
    'recovering_objects_per_sec',
  ),
  osdmap: pick(fields(store['osdmap']) ?? {}, 'num_osds', 'num_up_osds', 'num_in_osds'),
});

/** A snapshot reduced to the data that the diagnosis uses, for a recording. */
export function reduced(snapshot: ClusterSnapshot): ClusterSnapshot {
  const { status = {}, detail = {}, disks = [], crush, rules, flags, pools, writeLatency, log } = snapshot;
  const plots = writeLatency?.graphs ?? [];
  const groups = status.placementGroups ?? [];
  return {
    ...pick(snapshot, 'at', 'recoverySpeed'),
    status: {
      ...pick(status, 'mds', 'radosgws', 'iscsi', 'nfsGateways', 'smbGateways', 'recoveryTimeRemaining'),
      placementGroups: groups.map((of) => pick(of, 'poolName', 'poolId', 'okay', 'warn', 'error', 'total')),
      storeStatus: storeStatusOf(fields(status.storeStatus) ?? {}),
    },
    detail: pick(detail, 'checks', 'evidence'),
    disks: disks
      .filter(({ role }) => role === 'osd' || role === 'mon')
      .map((disk) =>
        pick(
          disk,
          ...([
            'id',
            'osdId',
            'name',
            'hostname',
            'server',
            'role',
            'daemonRunning',
            'serverLastSeen',
          ] as const),
          ...(['missing', 'deviceClass'] as const),
        ),
      ),
    crush: { nodes: (crush?.nodes ?? []).map(nodeOf), stray: (crush?.stray ?? []).map(nodeOf) },
    rules: rules?.map((rule) => pick(rule, 'id', 'name', 'steps')),
    flags: flags?.filter(({ currentState }) => currentState === true),
    pools: pools?.map((pool) => ({
      ...pick(pool, 'name', 'application', 'crushRule', 'size', 'minSize'),
      ...pick(pool, 'erasureCoding', 'dataChunks', 'parityChunks'),
      ...(pool.stats && { stats: pick(pool.stats, 'bytes') }),
    })),
    writeLatency: {
      graphs: plots
        .slice(plots.length >> 1, (plots.length >> 1) + 1)
        .map(({ datapoints = [] }) => ({ datapoints })),
    },
    log: log?.filter(isTelling).map((event) => pick(event, 't', 's', 'h', 'm')),
  };
}
