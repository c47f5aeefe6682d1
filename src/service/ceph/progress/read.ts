import type { ClusterWork } from '../../../api/contract/extensions/progress.ts';
import { withoutEmpty } from '../client/json.ts';

/** An event of the manager module `progress`, from `ceph progress json`. */
interface ProgressEvent {
  readonly id: string;
  readonly message?: string;
  /** 0 to 1. */
  readonly progress?: number;
  /** Unix timestamps, seconds. */
  readonly started_at?: number;
  readonly finished_at?: number;
  /** Seconds; null or 0 if the module has no estimate. */
  readonly time_remaining?: number | null;
  readonly failed?: boolean;
  readonly failure_message?: string;
}

/** The answer of `ceph progress json`. */
export interface ProgressDump {
  readonly events?: readonly ProgressEvent[];
  readonly completed?: readonly ProgressEvent[];
}

/** The maximum number of finished events in an answer. */
const MAX_FINISHED = 20;

const workOf = ({ progress, time_remaining, failed, ...event }: ProgressEvent): ClusterWork =>
  withoutEmpty({
    id: event.id,
    message: event.message,
    progress: progress === undefined ? undefined : Math.min(1, Math.max(0, progress)),
    startedAt: event.started_at,
    finishedAt: event.finished_at,
    secondsLeft: time_remaining || undefined,
    failed: failed || undefined,
    reason: event.failure_message,
  });

/** The work in progress, then the work that finished last. */
export const clusterWork = ({ events = [], completed = [] }: ProgressDump): ClusterWork[] => [
  ...events.map(workOf),
  ...completed
    .toSorted((a, b) => (b.finished_at ?? 0) - (a.finished_at ?? 0))
    .slice(0, MAX_FINISHED)
    .map(workOf),
];
