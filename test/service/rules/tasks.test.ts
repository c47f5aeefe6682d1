import { expect, test } from 'vitest';
import { noTask, refuseCancellation } from '../../../src/service/rules/tasks.ts';

test('only a task that has not ended can be cancelled', () => {
  expect(refuseCancellation({ id: 7, state: 'RUNNING', done: false })).toBeUndefined();
  expect(refuseCancellation({ id: 7, state: 'FAILED', done: true })).toEqual({
    status: 409,
    message: 'task 7 has already ended (FAILED)',
  });
});

test('an unknown task is named in the refusal', () => {
  expect(noTask(7)).toEqual({
    status: 404,
    message: 'there is no task 7: list the tasks to see which exist',
  });
});
