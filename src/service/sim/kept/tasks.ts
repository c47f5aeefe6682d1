import type { SimKeptTask, TaskBoard, TaskObserver } from '../tasks/board.ts';
import type { Keep } from './keep.ts';

const SECTION = 'tasks';

/** Keeps every task that is started or ends. Tasks wait while nothing can be kept. */
export const taskKeeper = (keep: Keep): TaskObserver => ({
  changed: (id, task) => keep.save(SECTION, String(id), task),
  forgotten: (id) => keep.remove(SECTION, String(id)),
  held: () => keep.trouble()?.reason,
});

/**
 * Brings back the tasks of earlier runs.
 * @param ended what those that were open have failed with
 */
export function restoreTasks(tasks: TaskBoard, keep: Keep, ended: string): void {
  const kept = [...keep.load(SECTION)].map(([id, task]) => [Number(id), task as SimKeptTask] as const);
  tasks.restore(
    kept.toSorted(([a], [b]) => a - b),
    ended,
  );
}
