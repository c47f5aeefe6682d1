import { createStore, type StoreApi } from 'zustand/vanilla';
import { createApi } from '../api/client.ts';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import { ApiError } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import { diagnose } from '../diagnosis/index.ts';
import { readSnapshot } from '../diagnosis/read.ts';
import type { Cause } from '../diagnosis/verdict.ts';
import type { Clock } from '../lib/clock.ts';
import { createCache } from './cache/cache.ts';
import { composed, type Resource, resource } from './cache/resource.ts';
import type { Slot } from './cache/slot.ts';
import type { ContextInfo } from './context.ts';
import { selectHealth } from './facts/health.ts';
import type { Level } from './facts/level.ts';

/** A cluster of the configuration, and how it was when it was asked last. */
export interface FleetMember {
  readonly context: ContextInfo;
  /** The cluster that this console shows. */
  readonly current: boolean;
  /** `HEALTH_OK` and so on; nothing before the first answer. */
  readonly status?: string;
  readonly level: Level;
  /** Codes of the checks that are raised. */
  readonly checks: readonly string[];
  /** The cause that comes first; nothing where all is well, or where that is not known. */
  readonly cause?: Cause | undefined;
  /** Why it could not be asked the last time. */
  readonly problem?: string | undefined;
  /** When it answered last, in milliseconds since the epoch. */
  readonly at?: number;
}

/** A cluster of the configuration, and the way to its service. */
export interface Reach {
  readonly context: ContextInfo;
  readonly current: boolean;
  readonly transport: Transport;
}

/**
 * The clusters of the configuration; all but the one that is shown are asked again and again until this is
 * disposed.
 */
export interface Fleet extends Disposable {
  readonly store: StoreApi<{ readonly members: readonly FleetMember[] }>;
}

/** Time between two questions to the other clusters: often enough to see trouble, rarely enough to cost nothing. */
const EVERY_MS = 15_000;
/** A cluster that takes longer is shown as out of reach. */
const TIMEOUT_MS = 10_000;

/** A cluster that is not well is looked at as a whole so often: on a large one that is megabytes. */
const CAUSES_EVERY_MS = 60_000;

/** Reads something of another cluster, and gives up when that takes too long. */
async function patiently<T>(
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
    read: (api, signal) => patiently(clock, signal, (until) => resource('getClusterStatus').read(api, until)),
  });

/** The causes of what is wrong in another cluster, as one look tells them. */
const causesWithin = (clock: Clock): Resource<readonly Cause[]> =>
  composed({
    key: ['causes in another cluster'],
    everyMs: CAUSES_EVERY_MS,
    read: async (api, signal) => {
      const snapshot = await patiently(clock, signal, (until) => readSnapshot(api, clock.now(), until));
      return diagnose([snapshot]).causes;
    },
  });

/** The state of a cluster by an answer, or a failure to get one. */
function known({ data, at, error }: Slot<ClusterStatus>): Partial<FleetMember> {
  const told = () => {
    if (data === undefined || at === undefined) return {};
    const { status, level, checks } = selectHealth({ status: data, now: at });
    return { status, level, checks: checks.map(({ code }) => code), at };
  };
  return { ...told(), problem: error?.message, ...(error && { level: 'error' }) };
}

/** Looks after the clusters of the configuration that the console does not show, where there are any. */
export function createFleet(clock: Clock, reaches: readonly Reach[]): Fleet {
  const store = createStore<{ members: readonly FleetMember[] }>(() => ({
    members: reaches.map(({ context, current }) => ({ context, current, level: 'unknown', checks: [] })),
  }));
  const put = (name: string, change: Partial<FleetMember>): void =>
    store.setState(({ members }) => ({
      members: members.map((member) => (member.context.name === name ? { ...member, ...change } : member)),
    }));

  const caches = reaches
    .filter(({ current }) => !current)
    .map(({ context: { name }, transport }) => {
      const api = createApi({ transport, readOnly: () => true, now: () => clock.now() });
      const cache = createCache({ api, clock });
      const [status, causes] = [statusWithin(clock), causesWithin(clock)];
      let looking: Disposable | undefined;
      cache.store.subscribe(() => {
        const slot = cache.slot(status);
        if (slot.loading) return;
        const member = known(slot);
        const isUnwell = member.level === 'warn' || (member.level === 'error' && slot.error === undefined);
        if (!isUnwell) looking?.[Symbol.dispose]();
        looking = isUnwell ? (looking ?? cache.watch(causes)) : undefined;
        put(name, { ...member, cause: isUnwell ? cache.slot(causes).data?.[0] : undefined });
      });
      cache.watch(status);
      return cache;
    });

  return {
    store,
    [Symbol.dispose]() {
      for (const cache of caches) cache[Symbol.dispose]();
      for (const { transport } of reaches) void transport.close();
    },
  };
}
