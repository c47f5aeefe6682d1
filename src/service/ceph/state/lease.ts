import type { Clock } from '../../../lib/clock.ts';
import { every } from '../timeouts.ts';
import type { StateStore } from './store.ts';

const KEY = 'lease';
/** The interval at which the holder says that it is there. */
export const BEAT_MS = 15_000;
/** Unheard of for so long, the holder has lost it; it has stopped to believe that it holds it before. */
const LOST_MS = 3 * BEAT_MS;
const SURE_MS = 2 * BEAT_MS;

interface Held {
  readonly node: string;
  /** Changes with every beat. */
  readonly beat: number;
}

/** The right to do what only one management node of a cluster may do: running hooks on the cluster's health, scheduled backups. */
export interface Lease {
  readonly held: boolean;
  /** Lets another node have it at once. */
  close(): Promise<void>;
}

/**
 * Takes part in choosing one of the cluster's management nodes. Every node measures with its own clock for how
 * long the holder has been silent, so the nodes' clocks may differ. At no time do two nodes hold it, except
 * while a write takes longer than BEAT_MS.
 * @param node names this process, not only its server
 * @param isEligible whether this process may have it
 */
export function createLease(
  store: StateStore,
  clock: Clock,
  node: string,
  isEligible: () => Promise<boolean> = async () => true,
): Lease {
  let renewedAt = -Infinity;
  let seen: { readonly held: Held | undefined; readonly since: number } | undefined;

  const isSame = (a: Held | undefined, b: Held | undefined) => a?.node === b?.node && a?.beat === b?.beat;
  const beat = async () => {
    if (!(await isEligible())) return;
    const start = clock.elapsed();
    const held = await store.update<Held, Held | undefined>(KEY, (present) => {
      if (!seen || !isSame(seen.held, present)) seen = { held: present, since: start };
      const free = present === undefined || start - seen.since >= LOST_MS;
      return free || present.node === node ? { node, beat: (present?.beat ?? 0) + 1 } : present;
    });
    if (held?.node === node) renewedAt = start;
  };
  const beating = every(clock, BEAT_MS, beat);

  return {
    get held() {
      return clock.elapsed() - renewedAt < SURE_MS;
    },
    async close() {
      beating[Symbol.dispose]();
      if (clock.elapsed() - renewedAt >= SURE_MS) return;
      renewedAt = -Infinity;
      const giveUp = (present: Held | undefined) => (present?.node === node ? undefined : present);
      await store.update<Held, Held | undefined>(KEY, giveUp).catch(() => undefined);
    },
  };
}
