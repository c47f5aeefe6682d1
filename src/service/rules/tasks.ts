import { conflict, notFound, type Refused } from './refused.ts';

/** Refusal: no task has this id. */
export const noTask = (id: number): Refused =>
  notFound(`there is no task ${id}: list the tasks to see which exist`);

/** Refuses to cancel a task that has ended. */
export const refuseCancellation = (task: {
  readonly id: number;
  readonly state: string;
  readonly done: boolean;
}): Refused | undefined =>
  task.done ? conflict(`task ${task.id} has already ended (${task.state})`) : undefined;
