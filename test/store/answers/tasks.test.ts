import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/api/contract/shapes.ts';
import {
  isDone,
  outcomeLevel,
  selectTasks,
  taskOutcome,
  type TaskOutcome,
} from '../../../src/store/answers/tasks.ts';

describe('outcome of a task', () => {
  test.each<[Task, TaskOutcome]>([
    [{ state: 'FINISHED' }, 'finished'],
    [{ state: 'FAILED', done: true, statusCode: 0 }, 'failed'],
    [{ state: 'CANCELED' }, 'cancelled'],
    [{ state: 'RUNNING' }, 'active'],
    [{}, 'active'],
    [{ state: 'NEWER', done: false, statusCode: 500 }, 'active'],
    [{ done: true }, 'finished'],
    [{ state: 'NEWER', done: true, statusCode: 0 }, 'finished'],
    [{ done: true, statusCode: 1 }, 'failed'],
    [{ done: true, statusCode: 199 }, 'failed'],
    [{ done: true, statusCode: 200 }, 'finished'],
    [{ done: true, statusCode: 299 }, 'finished'],
    [{ done: true, statusCode: 300 }, 'failed'],
    [{ done: true, statusCode: -1 }, 'failed'],
    [{ done: true, statusCode: -256 }, 'cancelled'],
  ])('the task %j has the outcome %s', (task, outcome) => {
    expect(taskOutcome(task)).toBe(outcome);
    expect(isDone(task)).toBe(outcome !== 'active');
  });

  test('a task that failed is an error, and a cancelled one a warning', () => {
    expect((['active', 'finished', 'failed', 'cancelled'] as const).map(outcomeLevel)).toEqual([
      'ok',
      'ok',
      'error',
      'warn',
    ]);
  });
});

describe('rows of tasks', () => {
  test('a row has the last line of the output, and the age in seconds', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const task: Task = {
      id: 17,
      name: 'copy',
      object: 'rbd',
      startedBy: 'eve',
      state: 'RUNNING',
      statusCode: 3,
      output: 'one\r\n two \n\n',
      startedAt: now / 1000 - 90,
    };
    const [row] = selectTasks([task], now);
    expect(row).toMatchObject({
      id: 'task.17',
      taskId: 17,
      name: 'copy',
      object: 'rbd',
      startedBy: 'eve',
      state: 'RUNNING',
      running: true,
      startedAt: now - 90_000,
      age: 90,
      lastLine: 'two',
      statusCode: 3,
      level: 'ok',
    });
    expect(selectTasks([task], now - 100_000)[0]?.age).toBe(0);
  });

  test('a task of which nothing is known has an empty row', () => {
    expect(selectTasks([{}, {}], 0)[1]).toMatchObject({
      id: 'task.?1',
      name: '',
      object: '',
      startedBy: '',
      state: 'UNKNOWN',
      running: true,
      age: undefined,
      lastLine: '',
      output: '',
    });
    expect(selectTasks(undefined, 0)).toEqual([]);
  });

  test('running tasks come first, then the newest, and of the same moment the one with the highest number', () => {
    const at = (minute: number) => Date.UTC(2026, 10, 20, 12, minute) / 1000;
    const tasks: Task[] = [
      { id: 1, state: 'FINISHED', startedAt: at(9) },
      { id: 2, state: 'RUNNING', startedAt: at(1) },
      { id: 3, state: 'RUNNING', startedAt: at(2) },
      { id: 5, state: 'RUNNING', startedAt: at(2) },
      { id: 4, state: 'WAITING' },
      { state: 'FAILED', startedAt: at(9) },
    ];
    expect(selectTasks(tasks, 0).map(({ id }) => id)).toEqual([
      'task.5',
      'task.3',
      'task.2',
      'task.4',
      'task.1',
      'task.?5',
    ]);
  });
});
