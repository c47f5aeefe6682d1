import { Task } from './contract/shapes.ts';
import { tolerate } from './tolerate.ts';

/**
 * The task in an answer, wherever one comes: known servers answer with a task to more operations than the
 * interface promises. A task is told by its id together with a state or a `done`.
 */
export function taskIn(value: unknown): Task | undefined {
  const task = tolerate(Task, value) as Task;
  return task.id !== undefined && (task.state !== undefined || task.done !== undefined) ? task : undefined;
}
