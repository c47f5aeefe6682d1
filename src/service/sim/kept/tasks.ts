import type { SimSavedTask, TaskBoard, TaskObserver } from '../tasks/board.ts';
import type { Keep } from './keep.ts';

const SECTION = 'tasks';

/** Saves every task when it starts and when it ends. Tasks pause while nothing can be stored. */
export const taskKeeper = (keep: Keep): TaskObserver => ({
  changed: (id, task) => keep.save(SECTION, String(id), task),
  forgotten: (id) => keep.remove(SECTION, String(id)),
  held: () => keep.trouble()?.reason,
});

/**
 * Restores the tasks of earlier runs.
 * @param ended the error with which unfinished tasks are marked as failed
 */
export function restoreTasks(tasks: TaskBoard, keep: Keep, ended: string): void {
  const saved = [...keep.load(SECTION)].map(([id, task]) => [Number(id), task as SimSavedTask] as const);
  tasks.restore(
    saved.toSorted(([a], [b]) => a - b),
    ended,
  );
}
