import type { ClusterWork } from '../../../api/contract/extensions/progress.ts';
import { known } from '../known.ts';

/** An event of the manager's module progress, as `ceph progress json` tells it. */
interface ProgressEvent {
  readonly id: string;
  readonly message?: string;
  /** A share of 1. */
  readonly progress?: number;
  /** Seconds since the epoch, as are the others. */
  readonly started_at?: number;
  readonly finished_at?: number;
  /** Seconds; null or 0 where the module has no estimate. */
  readonly time_remaining?: number | null;
  readonly failed?: boolean;
  readonly failure_message?: string;
}

/** The answer of `ceph progress json`. */
export interface ProgressDump {
  readonly events?: readonly ProgressEvent[];
  readonly completed?: readonly ProgressEvent[];
}

/** Finished work that is told, the newest. */
const MOST_FINISHED = 20;

const workOf = ({ progress, time_remaining, failed, ...event }: ProgressEvent): ClusterWork =>
  known({
    id: event.id,
    message: event.message,
    progress: progress === undefined ? undefined : Math.min(1, Math.max(0, progress)),
    startedAt: event.started_at,
    finishedAt: event.finished_at,
    secondsLeft: time_remaining || undefined,
    failed: failed || undefined,
    reason: event.failure_message,
  });

/** The work that runs, then what has finished last. */
export const clusterWork = ({ events = [], completed = [] }: ProgressDump): ClusterWork[] => [
  ...events.map(workOf),
  ...completed
    .toSorted((a, b) => (b.finished_at ?? 0) - (a.finished_at ?? 0))
    .slice(0, MOST_FINISHED)
    .map(workOf),
];
