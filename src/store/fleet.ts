import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import type { Clock } from '../lib/clock.ts';
import type { ContextInfo } from './cockpit.ts';
import { failureOf } from './failureOf.ts';
import { selectHealth } from './select/health.ts';
import type { Level } from './select/level.ts';

/** A cluster of the configuration, and how it was when it was asked last. */
export interface Member {
  readonly context: ContextInfo;
  /** The cluster that this console shows. */
  readonly current: boolean;
  /** `HEALTH_OK` and so on; nothing before the first answer. */
  readonly status?: string;
  readonly level: Level;
  /** Codes of the checks that are raised. */
  readonly checks: readonly string[];
  /** Why it could not be asked the last time. */
  readonly problem?: string | undefined;
  /** When it answered last, in milliseconds since the epoch. */
  readonly at?: number;
}

/** How a cluster of the configuration is asked for its health. */
export interface Reach {
  readonly context: ContextInfo;
  readonly current: boolean;
  readonly read: (signal: AbortSignal) => Promise<ClusterStatus>;
  /** Closes the connection that reading has opened. */
  readonly close: () => void;
}

/**
 * The clusters of the configuration; all but the one that is shown are asked again and again until this is
 * disposed.
 */
export interface Fleet extends Disposable {
  readonly store: StoreApi<{ readonly members: readonly Member[] }>;
}

/** How often the other clusters are asked: often enough to see trouble, rarely enough to cost nothing. */
const EVERY_MS = 15_000;
/** A cluster that takes longer is told to be out of reach. */
const TIMEOUT_MS = 10_000;

/** Looks after the clusters of the configuration that the console does not show, where there are any. */
export function createFleet(clock: Clock, reaches: readonly Reach[]): Fleet {
  const store = createStore<{ members: readonly Member[] }>(() => ({
    members: reaches.map(({ context, current }) => ({ context, current, level: 'unknown', checks: [] })),
  }));
  const ended = new AbortController();
  const timers = new Set<Disposable>();
  const put = (name: string, change: Partial<Member>): void =>
    store.setState(({ members }) => ({
      members: members.map((member) => (member.context.name === name ? { ...member, ...change } : member)),
    }));

  async function ask({ context: { name }, read }: Reach): Promise<void> {
    const late = new AbortController();
    using _patience = clock.after(TIMEOUT_MS, () => late.abort());
    try {
      const status = await read(AbortSignal.any([ended.signal, late.signal]));
      const at = clock.now();
      const health = selectHealth({ status, now: at });
      const checks = health.checks.map(({ code }) => code);
      put(name, { status: health.status, level: health.level, checks, at, problem: undefined });
    } catch (error) {
      const why = late.signal.aborted ? `no answer within ${TIMEOUT_MS / 1000} s` : failureOf(error).message;
      if (!ended.signal.aborted) put(name, { level: 'error', problem: why });
    }
  }

  function follow(reach: Reach): void {
    void ask(reach).then(() => {
      if (ended.signal.aborted) return;
      const timer = clock.after(EVERY_MS, () => {
        timers.delete(timer);
        follow(reach);
      });
      timers.add(timer);
    });
  }
  for (const reach of reaches) if (!reach.current) follow(reach);

  return {
    store,
    [Symbol.dispose]() {
      ended.abort();
      for (const timer of timers) timer[Symbol.dispose]();
      for (const { close } of reaches) close();
    },
  };
}
