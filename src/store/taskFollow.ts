import type { Task } from '../api/contract/shapes.ts';
import type { Failure } from '../api/failure.ts';
import { taskOutcome, type TaskOutcome } from './answers/tasks.ts';
import type { Cache } from './cache/cache.ts';
import { resource } from './cache/resource.ts';
import { isMissing, type Slot } from './cache/slot.ts';

/** The end of a followed task. */
export type TaskEnd =
  | { readonly kind: Exclude<TaskOutcome, 'active'>; readonly task: Task }
  /** The service does not know the task, or not any more. */
  | { readonly kind: 'lost'; readonly failure: Failure };

/** The tasks that are being followed. Disposing it stops following them; the tasks themselves go on. */
export interface FollowedTasks extends Disposable {
  /** Follows a task and calls `onEnd` once when it has ended. While the service is unreachable, polling continues. */
  readonly add: (id: number, onEnd: (end: TaskEnd) => void) => void;
}

/** The end of a task according to its slot; undefined while it is active or unknown. */
function endOf(slot: Slot<Task>): TaskEnd | undefined {
  const { data: task, error } = slot;
  if (error && isMissing(slot)) return { kind: 'lost', failure: error };
  const kind = task && taskOutcome(task);
  return task === undefined || kind === undefined || kind === 'active' ? undefined : { kind, task };
}

/** Creates an empty set of followed tasks. */
export function followTasks(cache: Cache): FollowedTasks {
  const stops = new Set<() => void>();
  let closed = false;
  return {
    add(id, onEnd) {
      // The answer with the task's id may arrive after disposal.
      if (closed) return;
      const task = resource('getTask', { params: { id } });
      const watch = cache.watch(task);
      const unsubscribe = cache.store.subscribe(() => {
        const end = cache.isReading(task) ? undefined : endOf(cache.slot(task));
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
