import type { CrushNode } from '../../src/api/contract/crush.ts';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { readChanges } from '../../src/diagnosis/evidence/changes.ts';
import { readSignals } from '../../src/diagnosis/evidence/log.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';
import type { Truth } from './truth.ts';

/** A look at a real cluster. */
export interface RecordedLook {
  /** Seconds since the fault; less than 0 before it. */
  readonly after: number;
  readonly snapshot: ClusterSnapshot;
}

/** A fault on a real cluster, that was looked at before it, while it lasted and when it was mended. */
export interface Recording {
  /** The fault and the cluster, in words. */
  readonly of: string;
  readonly truth: Truth;
  /** Seconds after which it is named; absent where it is not, and then nobody innocent is. */
  readonly named?: number;
  /** Seconds after which it was mended. */
  readonly mended: number;
}

const isTelling = (event: LogEvent): boolean =>
  readChanges([event]).length > 0 || Object.values(readSignals([event])).some((lines) => lines.length > 0);

/** Those of the named parts of a value that it has. */
function pick<T extends object, Key extends keyof T>(from: T, ...keys: Key[]): Pick<T, Key> {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]])) as Pick<T, Key>;
}

const nodeOf = (node: CrushNode): CrushNode =>
  pick(node, 'id', 'name', 'type', 'status', 'reweight', 'deviceClass', 'children');

/** A snapshot with what the diagnosis reads of it alone, to be kept. */
export function reduced(snapshot: ClusterSnapshot): ClusterSnapshot {
  const { status = {}, detail = {}, disks = [], crush, flags, pools, writeLatency, log } = snapshot;
  const plots = writeLatency?.graphs ?? [];
  const groups = status.placementGroups ?? [];
  return {
    ...pick(snapshot, 'at', 'recoverySpeed'),
    status: {
      ...pick(status, 'mds', 'radosgws', 'iscsi', 'nfsGateways', 'smbGateways'),
      placementGroups: groups.map((of) => pick(of, 'poolName', 'poolId', 'okay', 'warn', 'error', 'total')),
      storeStatus: pick(status.storeStatus ?? {}, 'health'),
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
    flags: flags?.filter(({ currentState }) => currentState === true),
    pools: pools?.map((pool) => ({
      ...pick(pool, 'name', 'application'),
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
