import type { HealthDetail } from '../../../api/contract/cluster.ts';
import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { fields, list, text } from '../../../lib/untyped.ts';

/** The answer of `ceph osd perf`; the older release gives milliseconds alone. */
export interface PerfDump {
  readonly osdstats?: {
    readonly osd_perf_infos?: readonly {
      readonly id: number;
      readonly perf_stats?: { readonly commit_latency_ms?: number; readonly commit_latency_ns?: number };
    }[];
  };
}

/** The milliseconds that the disk of each OSD took to commit of late; empty where all are 0, which is no measurement (so on 20.2). */
export function commitTimes({ osdstats }: PerfDump): ReadonlyMap<number, number> {
  const times = (osdstats?.osd_perf_infos ?? []).map(({ id, perf_stats: stats }): [number, number] => [
    id,
    stats?.commit_latency_ns === undefined ? (stats?.commit_latency_ms ?? 0) : stats.commit_latency_ns / 1e6,
  ]);
  return new Map(times.every(([, ms]) => ms === 0) ? [] : times);
}

/** The milliseconds that each OSD took both now and at the look before: a single slow moment says nothing of a disk. Empty where either is not known. */
export const inBoth = (
  now: ReadonlyMap<number, number>,
  before: ReadonlyMap<number, number>,
): Map<number, number> =>
  new Map(before.size === 0 ? [] : Array.from(now, ([osd, ms]) => [osd, Math.min(ms, before.get(osd) ?? 0)]));

/** The slowest OSDs, that first. */
export const slowestOf = (
  times: ReadonlyMap<number, number>,
  most: number,
): { readonly osd: number; readonly commitMs: number }[] =>
  Array.from(times, ([osd, commitMs]) => ({ osd, commitMs }))
    .toSorted((a, b) => b.commitMs - a.commitMs)
    .slice(0, most);

/** The answer of `ceph time-sync-status`. */
export interface TimeSyncDump {
  readonly time_skew_status?: Readonly<Record<string, { readonly skew?: number }>>;
}

/** Seconds of skew below which clocks are as good as equal: Ceph complains from 0.05 s. */
const NOTABLE_SKEW = 0.01;

/** The monitors whose clock differs from that of the leader. */
export const clocksOf = ({
  time_skew_status: skews = {},
}: TimeSyncDump): NonNullable<ClusterEvidence['clocks']> =>
  Object.entries(skews).flatMap(([mon, { skew = 0 }]) =>
    Math.abs(skew) < NOTABLE_SKEW ? [] : [{ mon, skew }],
  );

/** The answer of `ceph quorum_status`. */
export interface QuorumDump {
  readonly quorum_names?: readonly string[];
  readonly quorum_leader_name?: string;
}

/** The monitors that agree, their leader first. */
export const quorumOf = ({ quorum_names: names = [], quorum_leader_name: leader }: QuorumDump): string[] =>
  names.toSorted((a, b) => Number(b === leader) - Number(a === leader));

/** Checks whose words name OSDs that wait or are far from others. */
const NAMING = ['SLOW_OPS', 'OSD_SLOW_PING_TIME_FRONT', 'OSD_SLOW_PING_TIME_BACK'];

/** The OSDs that health checks name for slowness. */
export function namedOsds({ checks }: HealthDetail): readonly number[] {
  const words = NAMING.flatMap((code) => {
    const check = fields(fields(checks)?.[code]);
    const lines = list(check?.['detail']).map((line) => text(fields(line)?.['message']) ?? '');
    return [text(fields(check?.['summary'])?.['message']) ?? '', ...lines];
  });
  const ids = words.flatMap((line) => [...line.matchAll(/\bosd\.(\d+)/g)].map(([, id]) => Number(id)));
  return [...new Set(ids)];
}
