import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/api/contract/shapes.ts';
import { createCache } from '../../src/store/cache/cache.ts';
import { followTasks, type TaskEnd } from '../../src/store/taskFollow.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeApi, rejected, unreachable } from './fakeApi.ts';

/** Follows a task with consecutive answers, of which the last one is repeated. */
function setup(answers: readonly (Task | Error)[]) {
  const clock = fakeClock();
  const ends: TaskEnd[] = [];
  let asked = 0;
  const api = fakeApi({
    getTask() {
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? {};
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  const followed = followTasks(createCache({ api, clock }));
  const follow = () => followed.add(7, (end) => ends.push(end));
  follow();
  return { clock, ends, followed, follow, asked: () => asked };
}

const running = (output: string): Task => ({ id: 7, state: 'RUNNING', output });

describe('followed task', () => {
  test('a followed task is read each second, and its end is reported once', async () => {
    const { clock, ends, asked } = setup([
      running('a'),
      running('a\nb'),
      { id: 7, state: 'FINISHED', output: 'a\nb\nc' },
    ]);
    await clock.advance(60_000);
    expect(ends).toEqual([{ kind: 'finished', task: { id: 7, state: 'FINISHED', output: 'a\nb\nc' } }]);
    expect(asked()).toBe(3);
    expect(clock.pending()).toBe(0);
  });

  test.each([
    [{ state: 'FAILED' }, 'failed'],
    [{ state: 'CANCELED' }, 'cancelled'],
    [{ done: true, statusCode: 0 }, 'finished'],
    [{ done: true, statusCode: 200 }, 'finished'],
    [{ done: true, statusCode: 3 }, 'failed'],
    [{ done: true, statusCode: -256 }, 'cancelled'],
    [{ state: 'MELTED', done: true }, 'finished'],
  ])('a followed task that answers %o has ended: %s', async (task, kind) => {
    const { clock, ends } = setup([task]);
    await clock.advance(0);
    expect(ends).toMatchObject([{ kind }]);
  });

  test('a followed task is followed further if the service cannot be reached for a while', async () => {
    const { clock, ends } = setup([running('a'), unreachable(), unreachable(), { id: 7, state: 'FINISHED' }]);
    await clock.advance(60_000);
    expect(ends).toMatchObject([{ kind: 'finished' }]);
  });

  test('a followed task is lost if the service no longer knows it', async () => {
    const { clock, ends } = setup([running('a'), rejected(404, 'no such task')]);
    await clock.advance(60_000);
    expect(ends).toMatchObject([{ kind: 'lost', failure: { status: 404 } }]);
    expect(clock.pending()).toBe(0);
  });

  test('a task with several followers is read once, and each of them is notified', async () => {
    const { clock, ends, follow, asked } = setup([running('a'), { id: 7, state: 'FINISHED' }]);
    follow();
    await clock.advance(60_000);
    expect(ends).toHaveLength(2);
    expect(asked()).toBe(2);
  });

  test('a followed task reports nothing after disposal, at any moment', async () => {
    const { clock, ends, followed } = setup([running('a')]);
    followed[Symbol.dispose]();
    await clock.advance(60_000);
    expect(ends).toEqual([]);
    const later = setup([running('a')]);
    await later.clock.advance(1500);
    later.followed[Symbol.dispose]();
    await later.clock.advance(60_000);
    expect(later.asked()).toBe(2);
    expect(later.clock.pending()).toBe(0);
    later.follow();
    await later.clock.advance(60_000);
    expect(later.asked()).toBe(2);
  });
});
