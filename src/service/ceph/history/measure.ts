import type { OsdUsage } from '../crush/read.ts';
import { hostsOfNodes, type OsdTree } from '../map/osdTree.ts';
import type { PoolRates, PoolUsage } from '../pools/read.ts';
import type { PlotValues } from './history.ts';

/** The part of `ceph status` that is recorded; Ceph omits rates that are zero. */
export interface StatusSample {
  readonly osdmap: { readonly num_osds: number; readonly num_up_osds: number; readonly num_in_osds: number };
  readonly pgmap: {
    readonly pgs_by_state: readonly { readonly state_name: string; readonly count: number }[];
    readonly num_pools?: number;
    readonly num_pgs?: number;
    readonly num_objects?: number;
    readonly bytes_used?: number;
    readonly bytes_total?: number;
    readonly read_bytes_sec?: number;
    readonly write_bytes_sec?: number;
    readonly read_op_per_sec?: number;
    readonly write_op_per_sec?: number;
    readonly recovering_objects_per_sec?: number;
    readonly recovering_bytes_per_sec?: number;
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** The numbers of placement groups in the states that are recorded. */
function pgStates(states: StatusSample['pgmap']['pgs_by_state']): PlotValues {
  const count = (test: (words: readonly string[]) => boolean) =>
    states
      .filter(({ state_name }) => test(state_name.split('+')))
      .reduce((sum, state) => sum + state.count, 0);
  const having = (word: string) => count((words) => words.includes(word));
  return {
    'pg-states/active+clean': count((words) => words.includes('active') && words.includes('clean')),
    'pg-states/degraded': having('degraded'),
    'pg-states/undersized': having('undersized'),
    'pg-states/remapped': having('remapped'),
    'pg-states/recovering': count((words) => words.includes('recovering') || words.includes('backfilling')),
    'pg-states/inactive': count((words) => !words.includes('active')),
    'pg-states/scrubbing': having('scrubbing'),
  };
}

/** Percentiles over these OSDs of the time to commit a write, in microseconds. */
function writeLatency(times: ReadonlyMap<number, number>): PlotValues {
  const sorted = Array.from(times.values(), (ms) => ms * 1000).sort((a, b) => a - b);
  if (sorted.length === 0) return {};
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  return {
    'osd-latency-write/p50': at(0.5),
    'osd-latency-write/p90': at(0.9),
    'osd-latency-write/p99': at(0.99),
  };
}

/**
 * The values of the whole cluster. A manager that has just started has no statistics: only OSD counts are known then.
 * @param times the commit latencies of OSDs in milliseconds
 */
export function clusterValues(
  { osdmap, pgmap }: StatusSample,
  times: ReadonlyMap<number, number>,
): PlotValues {
  const osds = {
    'osds/total': osdmap.num_osds,
    'osds/up': osdmap.num_up_osds,
    'osds/in': osdmap.num_in_osds,
  };
  if ((pgmap.num_pools ?? 0) > 0 && (pgmap.num_pgs ?? 0) === 0) return osds;
  const { bytes_used: used = 0, bytes_total: total = 0 } = pgmap;
  return {
    ...osds,
    ...pgStates(pgmap.pgs_by_state),
    ...writeLatency(times),
    'cluster-iops/read': pgmap.read_op_per_sec ?? 0,
    'cluster-iops/write': pgmap.write_op_per_sec ?? 0,
    'cluster-throughput/read': pgmap.read_bytes_sec ?? 0,
    'cluster-throughput/write': pgmap.write_bytes_sec ?? 0,
    'cluster-capacity/used': used,
    'cluster-capacity/total': total,
    'cluster-usage/used': percent(used, total),
    'cluster-objects/stored': pgmap.num_objects ?? 0,
    'recovery/recovered': pgmap.recovering_objects_per_sec ?? 0,
    'recovery-throughput/recovered': pgmap.recovering_bytes_per_sec ?? 0,
  };
}

/** The values of each pool, by its id. */
export function poolValues(
  usages: readonly PoolUsage[],
  rates: readonly PoolRates[],
): ReadonlyMap<string, PlotValues> {
  const rateOf = new Map(rates.map(({ pool_id, client_io_rate }) => [pool_id, client_io_rate]));
  return new Map(
    usages.map(({ id, stats }) => {
      const rate = rateOf.get(id) ?? {};
      const values: PlotValues = {
        'pool-iops/read': rate.read_op_per_sec ?? 0,
        'pool-iops/write': rate.write_op_per_sec ?? 0,
        'pool-throughput/read': rate.read_bytes_sec ?? 0,
        'pool-throughput/write': rate.write_bytes_sec ?? 0,
        'pool-bytes/stored': stats.stored,
        'pool-objects/stored': stats.objects,
      };
      return [String(id), values];
    }),
  );
}

/** The percentage of used space on the OSDs of each server, by the server's id. */
export function diskUsage(
  tree: OsdTree,
  usages: readonly OsdUsage[],
  servers: ReadonlyMap<string, number>,
): Map<string, PlotValues> {
  const hosts = hostsOfNodes(tree);
  const sums = new Map<string, { used: number; size: number }>();
  for (const { id, kb, kb_used } of usages) {
    const server = servers.get(hosts.get(id)?.name ?? '');
    if (server === undefined || kb === 0) continue;
    const sum = sums.get(String(server)) ?? { used: 0, size: 0 };
    sums.set(String(server), { used: sum.used + kb_used, size: sum.size + kb });
  }
  return new Map(
    Array.from(sums, ([id, { used, size }]) => [id, { 'server-disk-usage/used': percent(used, size) }]),
  );
}
