import type { ClusterWork } from '../../api/contract/extensions/progress.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { momentMs } from '../../api/moments.ts';
import type { Level } from './level.ts';

/** One task, ready to be shown. */
export interface TaskRow {
  /** `task.17`. */
  readonly id: string;
  readonly taskId: number | undefined;
  readonly name: string;
  readonly object: string;
  readonly startedBy: string;
  /** WAITING, RUNNING, FINISHED, FAILED, CANCELED or a newer word. */
  readonly state: string;
  /** Not done yet: waiting or running. */
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
  /** As it came: a task of the service, or work of the cluster itself. */
  readonly task?: Task;
  readonly work?: ClusterWork;
}

/** Running and waiting tasks first, then the most recent. */
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
        level: outcomeLevel(task),
        task,
      };
    })
    .sort(byRecency);
}

/** The order of rows: those that run or wait, then those that were started last. */
export const byRecency = (a: TaskRow, b: TaskRow): number =>
  Number(b.running) - Number(a.running) ||
  (b.startedAt ?? 0) - (a.startedAt ?? 0) ||
  (b.taskId ?? 0) - (a.taskId ?? 0);

/** When a task started, in milliseconds since the epoch. */
export const startedMs = (task: Task): number | undefined => momentMs(task.startedAt);

/** `active` while it waits or runs. */
export type TaskOutcome = 'active' | 'finished' | 'failed' | 'cancelled';

/** The words by which services mark a task that a user cancelled, where its state does not say so. */
const CANCELLED_STATUS = -256;

/** The outcome that a task's state tells; one that is not in it tells none. */
export const OUTCOMES: ReadonlyMap<string, TaskOutcome> = new Map([
  ['FINISHED', 'finished'],
  ['FAILED', 'failed'],
  ['CANCELED', 'cancelled'],
]);

/** The outcome of a task, or that there is none yet. The state counts, then the status code: 0 or one of HTTP's 2xx is success. */
export function taskOutcome(task: Task): TaskOutcome {
  const outcome = OUTCOMES.get(task.state ?? '');
  if (outcome !== undefined) return outcome;
  if (task.done !== true) return 'active';
  const code = task.statusCode ?? 0;
  if (code === CANCELLED_STATUS) return 'cancelled';
  return code === 0 || (code >= 200 && code < 300) ? 'finished' : 'failed';
}

/** Tells whether it has ended, well or badly. */
export const isDone = (task: Task): boolean => taskOutcome(task) !== 'active';

function outcomeLevel(task: Task): Level {
  const outcome = taskOutcome(task);
  return outcome === 'failed' ? 'error' : outcome === 'cancelled' ? 'warn' : 'ok';
}
