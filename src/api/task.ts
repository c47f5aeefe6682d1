import { Task } from './contract/shapes.ts';
import { tolerate } from './tolerate.ts';

/**
 * The task in an answer, if there is one: known servers return a task for more operations than the interface declares. A
 * task is recognized by its id together with a state or a `done`.
 */
export function taskIn(value: unknown): Task | undefined {
  const task = tolerate(Task, value) as Task;
  return task.id !== undefined && (task.state !== undefined || task.done !== undefined) ? task : undefined;
}
