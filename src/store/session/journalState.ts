import type { CrushMap } from '../../api/contract/crush.ts';
import type { HealingSample } from '../../diagnosis/healing/samples.ts';
import type { Traffic } from './traffic.ts';

/**
 * The time since when something is so. `exact` is false when it was so already when we first looked, or looked again after
 * a gap: it is so since then at the least.
 */
export interface Since {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly exact: boolean;
}

/** The time since when a check stands. */
export interface CheckHistory extends Since {
  /** When we last looked and it was not there yet, in milliseconds since the epoch; absent where it was there at first. */
  readonly after?: number;
}

/** The time since when an OSD has its status, and when it lately went down. */
export interface OsdHistory extends Since {
  readonly status: string;
  /** When it went down, within the last ten minutes. */
  readonly downs: readonly number[];
}

/** The kinds of things whose states the journal compares from one answer to the next. */
export type StateKind = 'pool' | 'flag' | 'task' | 'work';

/** The states of all things of a kind, by their subjects, as they were last read. */
export interface States {
  readonly at: number;
  readonly of: ReadonlyMap<string, string>;
}

/** A change that was seen or that the log tells, for the timeline. One that is not `exact` came in a gap before. */
export interface Transition extends Since {
  /** When we last looked and it was not so yet, in milliseconds since the epoch; undefined of what the log tells. */
  readonly after?: number | undefined;
  readonly kind: 'health' | 'check' | 'osd' | StateKind;
  /** `OSD_DOWN`, `osd.12`, `pool.3`, `noout`, `task.17`, `work.b3a1`; empty for the health as a whole. */
  readonly subject: string;
  /** Empty when it appeared. */
  readonly from: string;
  /** Empty when it went away. */
  readonly to: string;
}

/** All that successive answers taught and no single one says. */
export interface Journal {
  /** When a status last reported the cluster's health, in milliseconds since the epoch. */
  readonly healthAt: number | undefined;
  readonly health: (Since & { readonly status: string }) | undefined;
  readonly checks: ReadonlyMap<string, CheckHistory>;
  /** Of the OSDs that are not up, or have changed since we first looked. */
  readonly osds: ReadonlyMap<number, OsdHistory>;
  /** The last map that had OSDs. */
  readonly crush: CrushMap | undefined;
  /** When it was read, in milliseconds since the epoch. */
  readonly crushAt: number | undefined;
  /** When the first such map was read, in milliseconds since the epoch: what OSDs did before is not known. */
  readonly watchedSince: number | undefined;
  /** When the last gap ended, in which OSDs may have gone down and come back. */
  readonly gapAt: number | undefined;
  /** The levels of pools and the states of tasks. */
  readonly states: Readonly<Partial<Record<StateKind, States>>>;
  /** Newest last. */
  readonly transitions: readonly Transition[];
  readonly healing: readonly HealingSample[];
  /** Rates of clients and of recovery in the last minutes: of the cluster, and by pool id. */
  readonly traffic: Traffic;
  readonly poolTraffic: ReadonlyMap<number, Traffic>;
  /** When each check or `osd.N` last failed by the cluster's own log, unless it recovered since. */
  readonly logged: ReadonlyMap<string, number>;
}
