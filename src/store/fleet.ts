import { createStore, type StoreApi } from 'zustand/vanilla';
import { createApi } from '../api/client.ts';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import { ApiError } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import { diagnose } from '../diagnosis/index.ts';
import { readSnapshot } from '../diagnosis/read.ts';
import type { Cause } from '../diagnosis/verdict.ts';
import type { Clock } from '../lib/clock.ts';
import { selectHealth } from './answers/health.ts';
import type { Level } from './answers/level.ts';
import { createCache } from './cache/cache.ts';
import { composed, type Resource, resource } from './cache/resource.ts';
import type { Slot } from './cache/slot.ts';
import type { ContextInfo } from './context.ts';

/** A cluster of the configuration with its state at the last poll. */
export interface FleetMember {
  readonly context: ContextInfo;
  /** True for the cluster that this console shows. */
  readonly current: boolean;
  /** `HEALTH_OK` and so on; absent before the first answer. */
  readonly status?: string;
  readonly level: Level;
  /** The codes of the raised health checks. */
  readonly checks: readonly string[];
  /** The most important cause; absent if the cluster is healthy or no cause is known. */
  readonly cause?: Cause | undefined;
  /** The error of the last poll, if it failed. */
  readonly problem?: string | undefined;
  /** The time of the last answer, in milliseconds since the epoch. */
  readonly at?: number;
}

/** A cluster of the configuration with the transport to its service. */
export interface FleetCluster {
  readonly context: ContextInfo;
  readonly current: boolean;
  readonly transport: Transport;
}

/** The clusters of the configuration; all except the one that is shown are polled until the fleet is disposed. */
export interface Fleet extends Disposable {
  readonly store: StoreApi<{ readonly members: readonly FleetMember[] }>;
}

/** The interval of polling the status of the other clusters: short enough to notice trouble, at a negligible cost. */
const EVERY_MS = 15_000;
/** A cluster whose answer takes longer is shown as unreachable. */
const TIMEOUT_MS = 10_000;

/** The interval of diagnosing an unhealthy cluster, which reads megabytes from a large one. */
const CAUSES_EVERY_MS = 60_000;

/** Reads from another cluster. @throws ApiError of kind `timeout` after TIMEOUT_MS */
async function withTimeout<T>(
  clock: Clock,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  using _timeout = clock.after(TIMEOUT_MS, () => late.abort());
  try {
    return await read(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (!late.signal.aborted) throw error;
    const message = `no answer within ${TIMEOUT_MS / 1000} s`;
    throw new ApiError({ kind: 'timeout', message, afterMs: TIMEOUT_MS });
  }
}

const statusWithin = (clock: Clock): Resource<ClusterStatus> =>
  composed({
    key: ['status of another cluster'],
    everyMs: EVERY_MS,
    read: (api, signal) =>
      withTimeout(clock, signal, (until) => resource('getClusterStatus').read(api, until)),
  });

/** The causes of the problems of another cluster, diagnosed from a single snapshot. */
const causesWithin = (clock: Clock): Resource<readonly Cause[]> =>
  composed({
    key: ['causes in another cluster'],
    everyMs: CAUSES_EVERY_MS,
    read: async (api, signal) => {
      const snapshot = await withTimeout(clock, signal, (until) => readSnapshot(api, clock.now(), until));
      return diagnose([snapshot]).causes;
    },
  });

/** The state of a cluster from the last good answer and the failure of a later read. */
function memberState({ data, at, error }: Slot<ClusterStatus>): Partial<FleetMember> {
  const health = () => {
    if (data === undefined || at === undefined) return {};
    const { status, level, checks } = selectHealth({ status: data, now: at });
    return { status, level, checks: checks.map(({ code }) => code), at };
  };
  return { ...health(), problem: error?.message, ...(error && { level: 'error' }) };
}

/** Starts to poll the clusters of the configuration that the console does not show. */
export function createFleet(clock: Clock, clusters: readonly FleetCluster[]): Fleet {
  const store = createStore<{ members: readonly FleetMember[] }>(() => ({
    members: clusters.map(({ context, current }) => ({ context, current, level: 'unknown', checks: [] })),
  }));
  const put = (name: string, change: Partial<FleetMember>): void =>
    store.setState(({ members }) => ({
      members: members.map((member) => (member.context.name === name ? { ...member, ...change } : member)),
    }));

  const caches = clusters
    .filter(({ current }) => !current)
    .map(({ context: { name }, transport }) => {
      const api = createApi({ transport, readOnly: () => true, clock });
      const cache = createCache({ api, clock });
      const [status, causes] = [statusWithin(clock), causesWithin(clock)];
      let causesWatch: Disposable | undefined;
      cache.store.subscribe(() => {
        const slot = cache.slot(status);
        const member = memberState(slot);
        const isUnhealthy = member.level === 'warn' || (member.level === 'error' && slot.error === undefined);
        if (!isUnhealthy) causesWatch?.[Symbol.dispose]();
        causesWatch = isUnhealthy ? (causesWatch ?? cache.watch(causes)) : undefined;
        put(name, { ...member, cause: isUnhealthy ? cache.slot(causes).data?.[0] : undefined });
      });
      cache.watch(status);
      return cache;
    });

  return {
    store,
    [Symbol.dispose]() {
      for (const cache of caches) cache[Symbol.dispose]();
      for (const { transport } of clusters) void transport.close();
    },
  };
}
