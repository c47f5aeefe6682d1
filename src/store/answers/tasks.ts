import type { ClusterWork } from '../../api/contract/extensions/progress.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { momentMs } from '../../api/moments.ts';
import type { Level } from './level.ts';

/** One task as a row. */
export interface TaskRow {
  /** `task.17`. */
  readonly id: string;
  readonly taskId: number | undefined;
  readonly name: string;
  readonly object: string;
  readonly startedBy: string;
  /** WAITING, RUNNING, FINISHED, FAILED, CANCELED or a newer value. */
  readonly state: string;
  /** True while it is waiting or running. */
  readonly running: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number | undefined;
  /** Seconds since it started. */
  readonly age: number | undefined;
  /** The last line of its output that is not blank. */
  readonly lastLine: string;
  readonly output: string;
  readonly statusCode: number | undefined;
  readonly level: Level;
  /** The unchanged answer: a task of the service, or (`work`) background work of the cluster. */
  readonly task?: Task;
  readonly work?: ClusterWork;
}

/** The tasks as rows, sorted by `byRecency`. */
export function selectTasks(tasks: readonly Task[] | undefined, now: number): readonly TaskRow[] {
  return (tasks ?? [])
    .map((task, index): TaskRow => {
      const startedAt = startedMs(task);
      const output = task.output ?? '';
      return {
        id: `task.${task.id ?? `?${index}`}`,
        taskId: task.id,
        name: task.name ?? '',
        object: task.object ?? '',
        startedBy: task.startedBy ?? '',
        state: task.state ?? 'UNKNOWN',
        running: !isDone(task),
        startedAt,
        age: startedAt === undefined ? undefined : Math.max(0, (now - startedAt) / 1000),
        lastLine: output.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? '',
        output,
        statusCode: task.statusCode,
        level: outcomeLevel(taskOutcome(task)),
        task,
      };
    })
    .sort(byRecency);
}

/** Sorts running and waiting tasks first, then by start time, newest first. */
export const byRecency = (a: TaskRow, b: TaskRow): number =>
  Number(b.running) - Number(a.running) ||
  (b.startedAt ?? 0) - (a.startedAt ?? 0) ||
  (b.taskId ?? 0) - (a.taskId ?? 0);

/** The time at which a task started, in milliseconds since the epoch. */
export const startedMs = (task: Task): number | undefined => momentMs(task.startedAt);

/** The outcome of a task; `active` while it is waiting or running. */
export type TaskOutcome = 'active' | 'finished' | 'failed' | 'cancelled';

/** The status code of a task that a user cancelled, for services whose task state does not say so. */
const CANCELLED_STATUS = -256;

/** The outcomes of the task states that mean an end. */
export const OUTCOMES: ReadonlyMap<string, TaskOutcome> = new Map([
  ['FINISHED', 'finished'],
  ['FAILED', 'failed'],
  ['CANCELED', 'cancelled'],
]);

/**
 * The outcome of a task: by its state, or else, once it is done, by its status code, where 0 and HTTP's 2xx mean
 * success.
 */
export function taskOutcome(task: Task): TaskOutcome {
  const outcome = OUTCOMES.get(task.state ?? '');
  if (outcome !== undefined) return outcome;
  if (task.done !== true) return 'active';
  const code = task.statusCode ?? 0;
  if (code === CANCELLED_STATUS) return 'cancelled';
  return code === 0 || (code >= 200 && code < 300) ? 'finished' : 'failed';
}

/** True if the task has ended, whatever its outcome. */
export const isDone = (task: Task): boolean => taskOutcome(task) !== 'active';

/** The severity of an outcome. */
export const outcomeLevel = (outcome: TaskOutcome): Level =>
  outcome === 'failed' ? 'error' : outcome === 'cancelled' ? 'warn' : 'ok';
