import type { Api } from '../api/client.ts';
import type { Task } from '../api/contract/shapes.ts';
import type { Failure } from '../api/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { backoffMs } from './backoff.ts';
import { failureOf } from './failureOf.ts';
import { taskOutcome, type TaskOutcome } from './select/tasks.ts';

/** How following a task ended. */
export type TaskEnd =
  | { readonly kind: Exclude<TaskOutcome, 'active'>; readonly task: Task }
  /** The service does not know the task, or no longer. */
  | { readonly kind: 'lost'; readonly task?: Task; readonly failure: Failure };

export interface TaskFollowOptions {
  readonly api: Api;
  readonly clock: Clock;
  readonly id: number;
  /** Each time the task was read; `failure` tells of a read that failed, after which following goes on. */
  readonly onUpdate: (task: Task | undefined, failure?: Failure) => void;
  /** Once, unless the follower was disposed before. */
  readonly onEnd: (end: TaskEnd) => void;
}

/** Disposing it ends the following, not the task. */
export interface TaskFollower extends Disposable {
  /** Asks the service to cancel the task; following goes on until the task ends. Resolves to why the request was refused, if it was. */
  cancel(): Promise<Failure | undefined>;
}

const EVERY_MS = 1_000;

/** The tasks that are followed at the same time. Disposing it ends the following, not the tasks. */
export interface FollowedTasks extends Disposable {
  /** Follows a task too, and tells once how it ended. */
  readonly add: (id: number, onEnd: (end: TaskEnd) => void) => void;
}

/** Follows a task until it is done. A service that cannot be reached meanwhile is asked again, less and less often. */
export function followTask({ api, clock, id, onUpdate, onEnd }: TaskFollowOptions): TaskFollower {
  const abort = new AbortController();
  const { signal } = abort;
  let timer: Disposable | undefined;
  let task: Task | undefined;
  let failures = 0;

  function again(ms: number): void {
    timer = clock.after(ms, () => void read());
  }

  function took(answer: Task): void {
    task = answer;
    failures = 0;
    onUpdate(task);
    const kind = taskOutcome(task);
    if (kind === 'active') again(EVERY_MS);
    else onEnd({ kind, task });
  }

  function failed(failure: Failure): void {
    failures++;
    onUpdate(task, failure);
    if (failure.kind === 'rejected' && failure.status === 404) {
      onEnd({ kind: 'lost', failure, ...(task === undefined ? {} : { task }) });
    } else {
      again(backoffMs(failures, EVERY_MS, clock.random()));
    }
  }

  async function read(): Promise<void> {
    let answer: Task;
    try {
      answer = await api.getTask({ params: { id } }, { signal });
    } catch (error) {
      if (!signal.aborted) failed(failureOf(error));
      return;
    }
    if (!signal.aborted) took(answer);
  }

  void read();
  return {
    async cancel() {
      try {
        await api.cancelTask({ params: { id } });
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    },
    [Symbol.dispose]() {
      abort.abort();
      timer?.[Symbol.dispose]();
    },
  };
}

/** Follows tasks for as long as there is a console. */
export function followTasks({ api, clock }: Pick<TaskFollowOptions, 'api' | 'clock'>): FollowedTasks {
  const followers = new Set<TaskFollower>();
  let closed = false;
  return {
    add(id, onEnd) {
      // The answer that tells of the task may come after the end.
      if (closed) return;
      const follower = followTask({
        api,
        clock,
        id,
        onUpdate: () => undefined,
        onEnd(end) {
          followers.delete(follower);
          onEnd(end);
        },
      });
      followers.add(follower);
    },
    [Symbol.dispose]() {
      closed = true;
      for (const follower of followers) follower[Symbol.dispose]();
    },
  };
}
