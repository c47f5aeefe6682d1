import type { OperationId, Output } from '../../api/contract/index.ts';
import { prepareLists } from '../answers/prepare.ts';
import { isDone } from '../answers/tasks.ts';

/** Looks up the last good answer to an operation that was read without input. */
export type LastAnswer = <Id extends OperationId>(id: Id) => Output<Id> | undefined;

/** The poll interval of an operation, and the preparation of its answer before it is shown. */
export interface PollPace<T> {
  /** Milliseconds from the start of one read to the start of the next, while the service answers quickly. */
  readonly everyMs: number;
  /** The interval after this answer, if it depends on the answer. */
  intervalAfter?(last: T): number;
  /** It has details about the health, so it is also read soon after the status of the health has changed. */
  readonly followsHealth?: true;
  /**
   * Computes derived data in chunks before the answer is shown, so that drawing a long list does not delay key presses.
   * Anything that is not prepared is computed on demand.
   */
  prepare?(data: T, known: LastAnswer): Promise<void>;
}

/** The approximate cost of reading a list, for the service and the console together, in milliseconds per entry. */
const ENTRY_MS = 0.02;
/** The share of one CPU core that reading one list may use: a third of a percent, and the deck reads two long lists. */
const SHARE = 1 / 300;

/**
 * The interval for a list of this length, in milliseconds: 5 s up to 800 entries, a minute for ten thousand. If OSDs fail, return
 * or are marked out or in, the list is read within seconds (`hasHealthNews`).
 */
const byLength = (entries = 0): number => Math.max(5_000, (entries * ENTRY_MS) / SHARE);

/** The number of tasks that the deck reads; a longer list of tasks is history, which hardly changes. */
export const RECENT_TASKS = 200;

/** The shortest interval at which placement groups and latencies of OSDs are read, in milliseconds. */
const GROUPS_MS = 15_000;

/** The interval at which the cluster's background work is read while there is none, in milliseconds: it takes minutes. */
const NO_PROGRESS_MS = 15_000;

/** The interval at which tasks are read while one waits or runs, in milliseconds. */
const TASKS_MS = 2_000;

/** The default poll interval, in milliseconds, for operations that the table does not contain. */
export const USUAL_MS = 5_000;

/**
 * The poll table: how often each operation is read while it is watched. Data that shows that something happens is read
 * every two seconds, data that shows where it happens every five, and data that only an operator changes once a minute.
 * Tasks count as the first kind only while one waits or runs.
 */
export const TABLE: { readonly [Id in OperationId]?: PollPace<Output<Id>> } = {
  getClusterStatus: { everyMs: 2_000 },
  getClusterStatusDetail: { everyMs: USUAL_MS, followsHealth: true },
  listDisks: {
    everyMs: USUAL_MS,
    followsHealth: true,
    intervalAfter: (disks) => byLength(disks.length),
    prepare: (disks, known) => prepareLists(() => ({ disks, crush: known('getCrushMap') })),
  },
  getCrushMap: {
    everyMs: USUAL_MS,
    followsHealth: true,
    intervalAfter: ({ nodes }) => byLength(nodes?.length),
    prepare: (crush, known) => prepareLists(() => ({ disks: known('listDisks'), crush })),
  },
  listCrushRules: { everyMs: 60_000, followsHealth: true },
  // A change of them changes the health.
  listFlags: { everyMs: 30_000, followsHealth: true },
  listSettings: { everyMs: 60_000 },
  // The service makes a backup once a day, and the end of a task of this console is followed by a read.
  getConfigBackups: { everyMs: 60_000 },
  getRecoverySpeed: { everyMs: 60_000 },
  getClusterProgress: {
    everyMs: USUAL_MS,
    intervalAfter: ({ work = [] }) =>
      work.some(({ finishedAt }) => finishedAt === undefined) ? USUAL_MS : NO_PROGRESS_MS,
  },
  listTasks: {
    everyMs: TASKS_MS,
    intervalAfter: ({ data = [] }) =>
      data.length <= RECENT_TASKS && data.some((task) => !isDone(task)) ? TASKS_MS : USUAL_MS,
  },
  listServerNames: { everyMs: 60_000 },
  getTask: { everyMs: 1_000 },
  getClusterFacts: { everyMs: 15_000 },
  // Only while the map shows it: its latencies change within seconds.
  getOsdGroups: {
    everyMs: GROUPS_MS,
    intervalAfter: ({ osds }) => Math.max(GROUPS_MS, byLength(osds?.length)),
  },
  listServers: { everyMs: 15_000 },
  listCrashes: { everyMs: 15_000 },
  // A crash report does not change.
  getCrash: { everyMs: 60_000 },
  // The available settings change only with the Ceph release.
  getAvailableSettings: { everyMs: 120_000 },
};
