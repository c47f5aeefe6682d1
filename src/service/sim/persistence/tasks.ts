import type { SimSavedTask, TaskBoard, TaskObserver } from '../tasks/board.ts';
import type { Persistence } from './persistence.ts';

const SECTION = 'tasks';

/** Saves every task when it starts and when it ends. Tasks pause while nothing can be stored. */
export const taskPersistence = (persistence: Persistence): TaskObserver => ({
  changed: (id, task) => persistence.save(SECTION, String(id), task),
  forgotten: (id) => persistence.remove(SECTION, String(id)),
  held: () => persistence.problem()?.reason,
});

/**
 * Restores the tasks of earlier runs.
 * @param ended the error with which unfinished tasks are marked as failed
 */
export function restoreTasks(tasks: TaskBoard, persistence: Persistence, ended: string): void {
  const saved = Array.from(
    persistence.load(SECTION),
    ([id, task]) => [Number(id), task as SimSavedTask] as const,
  );
  saved.sort(([a], [b]) => a - b);
  tasks.restore(saved, ended);
}
