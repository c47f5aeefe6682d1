import type { HealthDetail } from '../../../api/contract/cluster.ts';
import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { fields, list, text } from '../../../lib/untyped.ts';
import type { OsdDump } from '../map/osdMap.ts';

/** The answer of `ceph osd perf`; older releases give only milliseconds. */
export interface PerfDump {
  readonly osdstats?: {
    readonly osd_perf_infos?: readonly {
      readonly id: number;
      readonly perf_stats?: { readonly commit_latency_ms?: number; readonly commit_latency_ns?: number };
    }[];
  };
}

/** The recent commit latency of each OSD's disk, in milliseconds. Empty if all are 0: Ceph 20.2 does not measure them. */
export function commitTimes({ osdstats }: PerfDump): ReadonlyMap<number, number> {
  const times = (osdstats?.osd_perf_infos ?? []).map(({ id, perf_stats: stats }): [number, number] => [
    id,
    stats?.commit_latency_ns === undefined ? (stats?.commit_latency_ms ?? 0) : stats.commit_latency_ns / 1e6,
  ]);
  return new Map(times.every(([, ms]) => ms === 0) ? [] : times);
}

/**
 * The lower of each OSD's present and previous latency, in milliseconds: one slow moment says nothing about a disk.
 * Empty without a previous reading.
 */
export const sustainedTimes = (
  present: ReadonlyMap<number, number>,
  previous: ReadonlyMap<number, number>,
): Map<number, number> =>
  new Map(
    previous.size === 0
      ? []
      : Array.from(present, ([osd, ms]) => [osd, Math.min(ms, previous.get(osd) ?? 0)]),
  );

/** The OSDs with the highest latency, the slowest first. */
export const slowestOf = (
  times: ReadonlyMap<number, number>,
  count: number,
): { readonly osd: number; readonly commitMs: number }[] =>
  Array.from(times, ([osd, commitMs]) => ({ osd, commitMs }))
    .toSorted((a, b) => b.commitMs - a.commitMs)
    .slice(0, count);

/** The answer of `ceph time-sync-status`. */
export interface TimeSyncDump {
  readonly time_skew_status?: Readonly<Record<string, { readonly skew?: number }>>;
}

/** The clock skew in seconds below which clocks count as equal; Ceph warns from 0.05 s (mon_clock_drift_allowed). */
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
  readonly monmap?: { readonly mons?: readonly { readonly name: string }[] };
  readonly quorum_names?: readonly string[];
  readonly quorum_leader_name?: string;
}

/** The monitors in the quorum, their leader first. */
export const quorumOf = ({ quorum_names: names = [], quorum_leader_name: leader }: QuorumDump): string[] =>
  names.toSorted((a, b) => Number(b === leader) - Number(a === leader));

/**
 * The monitors that are not in the quorum; none while there is no quorum. Since Ceph 19 the monitors raise MON_DOWN only a minute
 * after the election of their leader (mon_down_uptime_grace).
 */
export const monitorsOut = ({ monmap, quorum_names: names = [] }: QuorumDump): readonly string[] =>
  names.length === 0 ? [] : (monmap?.mons ?? []).flatMap(({ name }) => (names.includes(name) ? [] : [name]));

/** The maximum number of OSDs that are listed as down or ended. */
export const MAX_ENDED = 256;

/**
 * The OSDs that are down because their daemon has ended: it told the monitors, or the connections of its peers were refused. The
 * monitors note the epoch of that, and keep it when the OSD boots again.
 */
export function endedOsds({ osds, osd_xinfo: more }: Pick<OsdDump, 'osds' | 'osd_xinfo'>): number[] {
  const deadSince = new Map(more.map(({ osd, dead_epoch: epoch = 0 }) => [osd, epoch]));
  return osds
    .filter(({ osd, up, up_from: upFrom }) => up === 0 && (deadSince.get(osd) ?? 0) >= Math.max(1, upFrom))
    .map(({ osd }) => osd)
    .slice(0, MAX_ENDED);
}

/** Health checks whose messages name slow OSDs. */
const SLOW_CHECKS = ['SLOW_OPS', 'OSD_SLOW_PING_TIME_FRONT', 'OSD_SLOW_PING_TIME_BACK'];

/** The OSDs that the messages of {@link SLOW_CHECKS} name. */
export function namedOsds(detail: HealthDetail): readonly number[] {
  const messages = messagesOf(detail, SLOW_CHECKS);
  const ids = messages.flatMap((line) => [...line.matchAll(/\bosd\.(\d+)/g)].map(([, id]) => Number(id)));
  return [...new Set(ids)];
}

/** Health checks whose details name placement groups that may need an OSD that is down. */
const NEED_CHECKS = ['OBJECT_UNFOUND', 'PG_AVAILABILITY'];
/** Matches `pg 8.7 has 4 unfound objects`, `pg 8.6 is down, acting [0]` and `pg 1.2 is stuck …, current state down`. */
const IN_NEED = /^pg (\S+) (?:has \d+ unfound|is (?:.*, current state )?[a-z+]*\b(?:down|incomplete)\b)/;

/** The placement groups that have unfound objects, are down or are incomplete. */
export const groupsInNeed = (detail: HealthDetail): readonly string[] => [
  ...new Set(messagesOf(detail, NEED_CHECKS).flatMap((line) => IN_NEED.exec(line)?.[1] ?? [])),
];

/** The summaries and details of these health checks. */
const messagesOf = ({ checks }: HealthDetail, codes: readonly string[]): readonly string[] =>
  codes.flatMap((code) => {
    const check = fields(fields(checks)?.[code]);
    const lines = list(check?.['detail']).map((line) => text(fields(line)?.['message']) ?? '');
    return [text(fields(check?.['summary'])?.['message']) ?? '', ...lines];
  });
