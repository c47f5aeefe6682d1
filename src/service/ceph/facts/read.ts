import type { ClusterFacts } from '../../../api/contract/extensions/clusterFacts.ts';
import { withoutEmpty } from '../client/json.ts';
import type { ConfigEntry } from '../config/read.ts';

/** The answer of `ceph versions`: for each daemon type and `overall`, the number of daemons by version text. */
export type VersionsDump = Readonly<Record<string, Readonly<Record<string, number>>>>;

const VERSION = /^ceph version (\S+)(?: \([0-9a-f]+\))?(?: (\w+))?/;

/** The number of daemons of each type and version. */
export const daemonVersions = (dump: VersionsDump): NonNullable<ClusterFacts['daemons']> =>
  Object.entries(dump)
    .filter(([kind]) => kind !== 'overall')
    .flatMap(([kind, versions]) =>
      Object.entries(versions).map(([text, count]) => {
        const [, version = text, release] = VERSION.exec(text) ?? [];
        return withoutEmpty({ kind, version, release, count });
      }),
    );

/** The option in which an OSD stores the measured speed of its disk, with the type of the disk. */
const CAPACITY = /^osd_mclock_max_capacity_iops_(hdd|ssd)$/;

/** The measured speeds of OSDs by disk type, from `ceph config dump`. */
export function capacities(
  config: readonly ConfigEntry[],
): NonNullable<NonNullable<ClusterFacts['scheduler']>['capacities']> {
  const measured = config.flatMap(({ section, name, value }) => {
    const [, deviceClass] = CAPACITY.exec(name) ?? [];
    const iops = Number(value);
    return deviceClass !== undefined && /^osd\.\d+$/.test(section) && Number.isFinite(iops)
      ? [{ deviceClass, osd: section, iops }]
      : [];
  });
  return [...Map.groupBy(measured, ({ deviceClass }) => deviceClass)].map(([deviceClass, osds]) => {
    const sorted = osds.toSorted((a, b) => a.iops - b.iops);
    return {
      deviceClass,
      osds: sorted.length,
      least: sorted[0]!.iops,
      median: sorted[Math.floor(sorted.length / 2)]!.iops,
      most: sorted.at(-1)!.iops,
      slowest: sorted[0]!.osd,
    };
  });
}

/** The answer of `ceph balancer status`. */
export interface BalancerDump {
  readonly active?: boolean;
  readonly mode?: string;
  readonly optimize_result?: string;
}

export const balancer = ({
  active,
  mode,
  optimize_result: result,
}: BalancerDump): NonNullable<ClusterFacts['balancer']> => withoutEmpty({ active, mode, result });

/** A pool in the answer of `ceph osd pool autoscale-status`. */
export interface AutoscaleDump {
  readonly pool_name?: string;
  readonly pg_autoscale_mode?: string;
  readonly pg_num_target?: number;
  readonly pg_num_final?: number;
  readonly would_adjust?: boolean;
}

export const autoscaler = (pools: readonly AutoscaleDump[]): NonNullable<ClusterFacts['autoscaler']> =>
  pools.map((dump) =>
    withoutEmpty({
      pool: dump.pool_name,
      mode: dump.pg_autoscale_mode,
      pgNum: dump.pg_num_target,
      wanted: dump.pg_num_final,
      wouldAdjust: dump.would_adjust,
    }),
  );

/** A device in the answer of `ceph device ls`. */
export interface DeviceDump {
  readonly devid: string;
  readonly location?: readonly { readonly host?: string }[];
  readonly daemons?: readonly string[];
  readonly life_expectancy_min?: string;
  readonly life_expectancy_max?: string;
}

/** The maximum number of failing devices in an answer. */
const MAX_DEVICES = 100;

const secondsOf = (date: string | undefined): number | undefined => {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) || at <= 0 ? undefined : at / 1000;
};

export function devices(dump: readonly DeviceDump[]): NonNullable<ClusterFacts['devices']> {
  const failing = dump.flatMap((device) => {
    const from = secondsOf(device.life_expectancy_min);
    const to = secondsOf(device.life_expectancy_max);
    const first = from ?? to;
    if (first === undefined) return [];
    const { devid: id, location, daemons = [] } = device;
    const described = withoutEmpty({ id, host: location?.[0]?.host, daemons: [...daemons], from, to });
    return [{ first, described }];
  });
  const soonest = failing.toSorted((a, b) => a.first - b.first).slice(0, MAX_DEVICES);
  return { known: dump.length, failing: soonest.map(({ described }) => described) };
}

/** The answer of `ceph mon dump`, as far as it is read here; older releases have no stretch mode. */
export interface StretchDump {
  readonly stretch_mode?: boolean;
  readonly tiebreaker_mon?: string;
}

export const stretch = ({
  stretch_mode: enabled,
  tiebreaker_mon: tiebreaker,
}: StretchDump): ClusterFacts['stretch'] | undefined =>
  enabled === undefined ? undefined : withoutEmpty({ enabled, tiebreaker });

/** The answer of `ceph orch upgrade status`. */
export interface UpgradeDump {
  readonly in_progress?: boolean;
  readonly is_paused?: boolean;
  readonly target_image?: string | null;
  readonly progress?: string | null;
  readonly message?: string | null;
}

export const upgrade = (dump: UpgradeDump): NonNullable<ClusterFacts['upgrade']> =>
  withoutEmpty({
    inProgress: dump.in_progress,
    paused: dump.is_paused,
    target: dump.target_image,
    progress: dump.progress,
    message: dump.message,
  });
