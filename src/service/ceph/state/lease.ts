import type { Clock } from '../../../lib/clock.ts';
import { every } from '../client/timeouts.ts';
import type { StateStore } from './store.ts';

const KEY = 'lease';
/** The interval of the holder's heartbeat. */
export const BEAT_MS = 15_000;
/** The time without a heartbeat after which other nodes take the lease. */
const LOST_MS = 3 * BEAT_MS;
/** The time after its last heartbeat for which the holder itself relies on the lease: shorter than LOST_MS. */
const SURE_MS = 2 * BEAT_MS;

interface LeaseRecord {
  readonly node: string;
  /** Changes with each heartbeat. */
  readonly beat: number;
}

/** The right to do work for the whole cluster, which only one management node may do: health hooks, scheduled backups. */
export interface Lease {
  readonly held: boolean;
  /** Gives up the lease at once. */
  close(): Promise<void>;
}

/**
 * Competes for the lease with the cluster's other management nodes. Each node measures the holder's silence with its own
 * clock, so the clocks of the nodes may differ. Two nodes never hold the lease at the same time, unless a write takes
 * longer than BEAT_MS.
 * @param node a name for this process, not only for its server
 * @param isEligible tells whether this process may hold the lease
 */
export function createLease(
  store: StateStore,
  clock: Clock,
  node: string,
  isEligible: () => Promise<boolean> = async () => true,
): Lease {
  let renewedAt = -Infinity;
  let isClosed = false;
  let seen: { readonly held: LeaseRecord | undefined; readonly since: number } | undefined;

  const isSame = (a: LeaseRecord | undefined, b: LeaseRecord | undefined) =>
    a?.node === b?.node && a?.beat === b?.beat;
  const beat = async () => {
    if (!(await isEligible())) return;
    const start = clock.elapsed();
    const held = await store.update<LeaseRecord, LeaseRecord | undefined>(KEY, (present) => {
      if (!seen || !isSame(seen.held, present)) seen = { held: present, since: start };
      const free = present === undefined || start - seen.since >= LOST_MS;
      // A beat under way when the lease is given up must not take it again.
      if (isClosed) return present;
      return free || present.node === node ? { node, beat: (present?.beat ?? 0) + 1 } : present;
    });
    if (held?.node === node && !isClosed) renewedAt = start;
  };
  const withHeartbeat = every(clock, BEAT_MS, beat);

  return {
    get held() {
      return clock.elapsed() - renewedAt < SURE_MS;
    },
    async close() {
      withHeartbeat[Symbol.dispose]();
      isClosed = true;
      if (clock.elapsed() - renewedAt >= SURE_MS) return;
      renewedAt = -Infinity;
      const giveUp = (present: LeaseRecord | undefined) => (present?.node === node ? undefined : present);
      await store.update<LeaseRecord, LeaseRecord | undefined>(KEY, giveUp).catch(() => undefined);
    },
  };
}
