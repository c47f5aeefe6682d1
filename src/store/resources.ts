import type { Api } from '../api/client.ts';
import type { ClusterStatus, HealthDetail } from '../api/contract/cluster.ts';
import type { CrushMap, CrushRule } from '../api/contract/crush.ts';
import type { Disk } from '../api/contract/disks.ts';
import type { Flag } from '../api/contract/maintenance.ts';
import type { Pool } from '../api/contract/pools.ts';
import type { Task } from '../api/contract/shapes.ts';
import type { ServerName } from '../api/contract/stats.ts';
import type { Slots } from './deck.ts';
import { joinInChunks } from './select/osdLists.ts';
import { buildInChunks } from './select/tree.ts';

/** What each polled resource carries. */
export interface ResourceData {
  readonly status: ClusterStatus;
  /** The health checks with their detail lines. */
  readonly health: HealthDetail;
  readonly disks: readonly Disk[];
  readonly crush: CrushMap;
  readonly rules: readonly CrushRule[];
  readonly pools: readonly Pool[];
  readonly flags: readonly Flag[];
  readonly recoverySpeed: { readonly speed?: number };
  /** The most recent tasks. */
  readonly tasks: readonly Task[];
  readonly serverNames: readonly ServerName[];
}

/** What the deck is made of, each read in a loop of its own. */
export type ResourceId = keyof ResourceData;
export type Data<Id extends ResourceId> = ResourceData[Id];

/** How one resource is read, and how often. */
export interface Resource<T> {
  /** `previous` is the last good data, for resources that only read what is new. */
  fetch(api: Api, signal: AbortSignal, previous: T | undefined): Promise<T>;
  /**
   * Works out in turns what the panes will ask for first, so that to draw a long list holds up no key. Whatever it does
   * not get to is worked out when it is asked for.
   */
  prepare?(data: T, slots: () => Slots): Promise<void>;
  /** Milliseconds from the beginning of one read to the next, while the service answers quickly. */
  readonly everyMs: number | ((last: T | undefined) => number);
}

export type Resources = { readonly [Id in ResourceId]: Resource<Data<Id>> };

/** As many tasks as anyone scrolls through; the task screen pages on. */
const TASKS = 200;

/** To take in a list costs the service and us about this long for each of its entries, in milliseconds. */
const ENTRY_MS = 0.02;
/** What may be taken of one processor for one list. */
const SHARE = 0.0075;

/** A long list is read less often: every five seconds up to 1,875 entries, every 27 at ten thousand. */
const byLength = (entries = 0): number => Math.max(5_000, (entries * ENTRY_MS) / SHARE);

/**
 * The poll table. What tells an operator that something happens is read every two seconds, what tells where
 * every five, what changes by hand once a minute.
 */
export const resources: Resources = {
  status: { fetch: (api, signal) => api.getClusterStatus({}, { signal }), everyMs: 2_000 },
  health: { fetch: (api, signal) => api.getClusterStatusDetail({}, { signal }), everyMs: 5_000 },
  disks: {
    fetch: (api, signal) => api.listDisks({}, { signal }),
    prepare: (disks, slots) => joinInChunks(() => ({ disks, crush: slots().crush.data })),
    everyMs: (disks) => byLength(disks?.length),
  },
  crush: {
    fetch: (api, signal) => api.getCrushMap({}, { signal }),
    async prepare(crush, slots) {
      await buildInChunks(crush);
      await joinInChunks(() => ({ disks: slots().disks.data, crush }));
    },
    everyMs: (map) => byLength(map?.nodes?.length),
  },
  rules: { fetch: (api, signal) => api.listCrushRules({}, { signal }), everyMs: 60_000 },
  pools: { fetch: (api, signal) => api.listPools({}, { signal }), everyMs: 5_000 },
  flags: { fetch: (api, signal) => api.listFlags({}, { signal }), everyMs: 5_000 },
  recoverySpeed: { fetch: (api, signal) => api.getRecoverySpeed({}, { signal }), everyMs: 10_000 },
  tasks: {
    async fetch(api, signal) {
      const page = await api.listTasks({ query: { limit: TASKS, order: 'DESC' } }, { signal });
      return page.data ?? [];
    },
    everyMs: 2_000,
  },
  serverNames: { fetch: (api, signal) => api.listServerNames({}, { signal }), everyMs: 60_000 },
};
