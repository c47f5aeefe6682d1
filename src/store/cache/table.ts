import type { OperationId, Output } from '../../api/contract/index.ts';
import { prepareLists } from '../facts/prepare.ts';

/** The last good answer to an operation that was asked for without input. */
export type LastAnswer = <Id extends OperationId>(id: Id) => Output<Id> | undefined;

/** When an operation is read again, and what is worked out of its answer before that is shown. */
export interface PollPace<T> {
  /** Milliseconds from the beginning of one read to the next, while the service answers quickly. */
  readonly everyMs: number;
  /** The same after an answer, where it depends on that. */
  intervalAfter?(last: T): number;
  /**
   * Works out in turns what will be asked for first, so that to draw a long list holds up no key. Whatever it does not
   * get to is worked out when it is asked for.
   */
  prepare?(data: T, known: LastAnswer): Promise<void>;
}

/** To take in a list costs the service and us about this long for each of its entries, in milliseconds. */
const ENTRY_MS = 0.02;
/** The share of one processor that one list may take. */
const SHARE = 0.005;

/** A long list is read less often: every five seconds up to 1,250 entries, every 40 at ten thousand. */
const byLength = (entries = 0): number => Math.max(5_000, (entries * ENTRY_MS) / SHARE);

/** As many tasks as the deck shows; a longer page of them is history, and hardly changes. */
export const RECENT_TASKS = 200;

/** Time between two reads of an operation that the table does not name, in milliseconds. */
export const USUAL_MS = 5_000;

/**
 * The poll table: how often each operation is read while somebody looks at its answer. What tells an operator that
 * something happens is read every two seconds, what tells where every five, what changes by hand once a minute.
 */
export const TABLE: { readonly [Id in OperationId]?: PollPace<Output<Id>> } = {
  getClusterStatus: { everyMs: 2_000 },
  listDisks: {
    everyMs: USUAL_MS,
    intervalAfter: (disks) => byLength(disks.length),
    prepare: (disks, known) => prepareLists(() => ({ disks, crush: known('getCrushMap') })),
  },
  getCrushMap: {
    everyMs: USUAL_MS,
    intervalAfter: ({ nodes }) => byLength(nodes?.length),
    prepare: (crush, known) => prepareLists(() => ({ disks: known('listDisks'), crush })),
  },
  listCrushRules: { everyMs: 60_000 },
  listSettings: { everyMs: 60_000 },
  getRecoverySpeed: { everyMs: 10_000 },
  listTasks: {
    everyMs: 2_000,
    intervalAfter: ({ data = [] }) => (data.length > RECENT_TASKS ? USUAL_MS : 2_000),
  },
  listServerNames: { everyMs: 60_000 },
  getTask: { everyMs: 1_000 },
  getClusterFacts: { everyMs: 15_000 },
  listServers: { everyMs: 15_000 },
  listCrashes: { everyMs: 15_000 },
  // What has crashed stays as it is.
  getCrash: { everyMs: 60_000 },
  // It changes with the release of the cluster only.
  getAvailableSettings: { everyMs: 120_000 },
};
