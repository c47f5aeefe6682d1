import type { Task } from '../api/contract/shapes.ts';
import type { Failure } from '../api/failure.ts';
import type { Cache } from './cache/cache.ts';
import { resource } from './cache/resource.ts';
import { isMissing, type Slot } from './cache/slot.ts';
import { taskOutcome, type TaskOutcome } from './facts/tasks.ts';

/** The way in which following a task ended. */
export type TaskEnd =
  | { readonly kind: Exclude<TaskOutcome, 'active'>; readonly task: Task }
  /** The service does not know the task, or no longer. */
  | { readonly kind: 'lost'; readonly failure: Failure };

/** The tasks that are followed at the same time. Disposing it ends the following, not the tasks. */
export interface FollowedTasks extends Disposable {
  /** Follows a task too, and tells once how it ended. A service that cannot be reached meanwhile is asked again. */
  readonly add: (id: number, onEnd: (end: TaskEnd) => void) => void;
}

/** The outcome of a task, where what is known of it says that it did. */
function endOf(slot: Slot<Task>): TaskEnd | undefined {
  const { data: task, error } = slot;
  if (error && isMissing(slot)) return { kind: 'lost', failure: error };
  const kind = task && taskOutcome(task);
  return task === undefined || kind === undefined || kind === 'active' ? undefined : { kind, task };
}

/** Follows tasks for as long as there is a console. */
export function followTasks(cache: Cache): FollowedTasks {
  const stops = new Set<() => void>();
  let closed = false;
  return {
    add(id, onEnd) {
      // The answer that tells of the task may come after the end.
      if (closed) return;
      const task = resource('getTask', { params: { id } });
      const watch = cache.watch(task);
      const unsubscribe = cache.store.subscribe(() => {
        const slot = cache.slot(task);
        const end = slot.loading ? undefined : endOf(slot);
        if (!end) return;
        stop();
        onEnd(end);
      });
      const stop = (): void => {
        unsubscribe();
        watch[Symbol.dispose]();
        stops.delete(stop);
      };
      stops.add(stop);
    },
    [Symbol.dispose]() {
      closed = true;
      for (const stop of stops) stop();
    },
  };
}
