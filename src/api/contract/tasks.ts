import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { id, page, paging, Task } from './shapes.ts';

const task = Type.Object({ id: id('id of the task', 'task') });

/** The section "tasks": long-running operations. */
export const tasks = {
  getTask: operation({
    method: 'GET',
    path: '/tasks/{id}',
    summary: 'A task',
    tier: 'read',
    params: task,
    reply: Task,
  }),
  cancelTask: operation({
    method: 'POST',
    path: '/tasks/{id}/cancel',
    summary: 'Cancel a task',
    tier: 'disruptive',
    params: task,
  }),
  listTasks: operation({
    method: 'GET',
    path: '/tasks',
    summary: 'Tasks',
    tier: 'read',
    query: Type.Object({
      before: Type.Optional(Type.Integer({ description: 'Unix timestamp: started before' })),
      after: Type.Optional(Type.Integer({ description: 'Unix timestamp: started after' })),
      ...paging,
    }),
    reply: page(Task),
  }),
} as const;
