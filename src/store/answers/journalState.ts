import type { CrushMap } from '../../api/contract/crush.ts';
import type { QueueSample } from '../../diagnosis/healing/queues.ts';
import type { HealingSample } from '../../diagnosis/healing/samples.ts';
import type { Traffic } from './traffic.ts';

/**
 * The time since when a state has lasted. `exact` is false if the state was already there at the first read, or at the
 * first read after a gap; then it has lasted since that time at least.
 */
export interface Since {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly exact: boolean;
}

/** The time since when a health check is raised. */
export interface CheckHistory extends Since {
  /** The last read without this check, in milliseconds since the epoch; absent if it was raised at the first read. */
  readonly after?: number;
}

/** The time since when an OSD has its status, and its recent failures. */
export interface OsdHistory extends Since {
  readonly status: string;
  /** The times at which it went down in the last ten minutes, in milliseconds since the epoch. */
  readonly downs: readonly number[];
}

/** The kinds of objects whose states the journal compares from one answer to the next. */
export type StateKind = 'pool' | 'flag' | 'task' | 'work';

/** The states of all objects of a kind at the last read, by subject. */
export interface States {
  readonly at: number;
  readonly of: ReadonlyMap<string, string>;
}

/**
 * A change that was observed or that the log reports, for the timeline. If not `exact`, it happened in a gap before
 * `at`.
 */
export interface Transition extends Since {
  /** The last read before the change, in milliseconds since the epoch; undefined for a change from the log. */
  readonly after?: number | undefined;
  readonly kind: 'health' | 'check' | 'osd' | StateKind;
  /** `OSD_DOWN`, `osd.12`, `pool.3`, `noout`, `task.17`, `work.b3a1`; empty for the health as a whole. */
  readonly subject: string;
  /** The previous state; empty if the subject appeared. */
  readonly from: string;
  /** The new state; empty if the subject disappeared. */
  readonly to: string;
}

/** The history derived from successive answers, which no single answer contains. */
export interface Journal {
  /** The time of the last status that reported the cluster's health, in milliseconds since the epoch. */
  readonly healthAt: number | undefined;
  readonly health: (Since & { readonly status: string }) | undefined;
  readonly checks: ReadonlyMap<string, CheckHistory>;
  /** The OSDs that are not up, or have changed since the first read, by id. */
  readonly osds: ReadonlyMap<number, OsdHistory>;
  /** The last CRUSH map that contained OSDs. */
  readonly crush: CrushMap | undefined;
  /** The time at which that map was read, in milliseconds since the epoch. */
  readonly crushAt: number | undefined;
  /** The time at which the first such map was read, in milliseconds since the epoch; nothing is known about OSDs before. */
  readonly watchedSince: number | undefined;
  /** The end of the last gap, in which OSDs may have gone down and come back unnoticed. */
  readonly gapAt: number | undefined;
  /** The levels of pools and the states of flags, tasks and background work. */
  readonly states: Readonly<Partial<Record<StateKind, States>>>;
  /** Newest last. */
  readonly transitions: readonly Transition[];
  readonly healing: readonly HealingSample[];
  /** The readings of the queues of recovery. */
  readonly queues: readonly QueueSample[];
  /** The rates of client I/O and recovery in the last minutes, for the cluster and (`poolTraffic`) by pool id. */
  readonly traffic: Traffic;
  readonly poolTraffic: ReadonlyMap<number, Traffic>;
  /**
   * The time at which each check or `osd.N` last failed, or each flag was set, according to the cluster log, unless it has
   * recovered or was unset since.
   */
  readonly logged: ReadonlyMap<string, number>;
}
