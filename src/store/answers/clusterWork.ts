import type { ClusterWork } from '../../api/contract/extensions/progress.ts';
import type { Output } from '../../api/contract/index.ts';
import { age, duration, percent } from '../../lib/format.ts';
import type { TaskRow } from './tasks.ts';

/** Progress that is older than this, in seconds, is shown with its age. */
const FRESH_S = 30;

const inMs = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;

/** The state of the work on one line. */
function progressText(work: ClusterWork, lastUpdated: number): string {
  const { progress, secondsLeft, startedAt, finishedAt, failed, reason } = work;
  if (failed === true) return reason ?? 'it failed';
  if (finishedAt !== undefined)
    return startedAt === undefined ? 'done' : `done after ${duration(finishedAt - startedAt)}`;
  const parts = [
    progress === undefined ? 'progress not known' : percent(progress),
    ...(secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left (cluster's estimate)`]),
    ...(lastUpdated > FRESH_S ? [`reported ${age(lastUpdated)} ago`] : []),
  ];
  return parts.join(', ');
}

/** The last answer about the work, and when it was read, in milliseconds since the epoch. */
interface ReadProgress {
  readonly data?: Output<'getClusterProgress'> | undefined;
  readonly at?: number;
}

/** The cluster's own background work as rows of the task list. */
export function workRows({ data, at: readAt }: ReadProgress, now: number): readonly TaskRow[] {
  const { lastUpdated: ageThen = 0, work: all = [] } = data ?? {};
  const lastUpdated = ageThen + Math.max(0, now - (readAt ?? now)) / 1000;
  return all.map((work, index): TaskRow => {
    const startedAt = inMs(work.startedAt);
    const lastLine = progressText(work, lastUpdated);
    const isOver = work.finishedAt !== undefined || work.failed === true;
    return {
      id: `work.${work.id ?? `?${index}`}`,
      taskId: undefined,
      name: work.message ?? '',
      object: '',
      startedBy: 'the cluster itself',
      state: work.failed === true ? 'FAILED' : isOver ? 'FINISHED' : 'RUNNING',
      running: !isOver,
      startedAt,
      age: startedAt === undefined ? undefined : Math.max(0, (now - startedAt) / 1000),
      lastLine,
      output: lastLine,
      statusCode: undefined,
      level: work.failed === true ? 'error' : 'ok',
      work,
    };
  });
}
