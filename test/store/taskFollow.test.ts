import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/api/contract/shapes.ts';
import type { Failure } from '../../src/api/failure.ts';
import { followTask, type TaskEnd } from '../../src/store/taskFollow.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeApi, rejected, unreachable } from './fakeApi.ts';

/** Follows a task whose answers come in turn; the last one stays. */
function setup(answers: readonly (Task | Error)[], cancel: () => Promise<void> = () => Promise.resolve()) {
  const clock = fakeClock();
  const updates: { readonly output: string | undefined; readonly failure: Failure | undefined }[] = [];
  const ends: TaskEnd[] = [];
  let asked = 0;
  const follower = followTask({
    api: fakeApi({
      getTask() {
        const answer = answers[Math.min(asked++, answers.length - 1)] ?? {};
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      cancelTask: cancel,
    }),
    clock,
    id: 7,
    onUpdate: (task, failure) => updates.push({ output: task?.output, failure }),
    onEnd: (end) => ends.push(end),
  });
  return { clock, updates, ends, follower, asked: () => asked };
}

const running = (output: string): Task => ({ id: 7, state: 'RUNNING', output });

describe('following a task', () => {
  test('tells of its growing output each second, and once of its end', async () => {
    const { clock, updates, ends, asked } = setup([
      running('a'),
      running('a\nb'),
      { id: 7, state: 'FINISHED', output: 'a\nb\nc' },
    ]);
    await clock.advance(60_000);
    expect(updates.map(({ output }) => output)).toEqual(['a', 'a\nb', 'a\nb\nc']);
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
  ])('%o is the end: %s', async (task, kind) => {
    const { clock, ends } = setup([task]);
    await clock.advance(0);
    expect(ends).toMatchObject([{ kind }]);
  });

  test('goes on when the service cannot be reached for a while', async () => {
    const { clock, updates, ends } = setup([
      running('a'),
      unreachable(),
      unreachable(),
      { id: 7, state: 'FINISHED' },
    ]);
    await clock.advance(60_000);
    expect(updates.map(({ failure }) => failure?.kind)).toEqual([
      undefined,
      'unreachable',
      'unreachable',
      undefined,
    ]);
    expect(updates[1]?.output).toBe('a');
    expect(ends).toMatchObject([{ kind: 'finished' }]);
  });

  test('ends when the service does not know the task any more', async () => {
    const { clock, ends } = setup([running('a'), rejected(404, 'no such task')]);
    await clock.advance(60_000);
    expect(ends).toMatchObject([{ kind: 'lost', task: { output: 'a' }, failure: { status: 404 } }]);
    expect(clock.pending()).toBe(0);
  });

  test('ends without a word when it is disposed, at any moment', async () => {
    const { clock, updates, ends, follower } = setup([running('a')]);
    follower[Symbol.dispose]();
    await clock.advance(60_000);
    expect([updates, ends]).toEqual([[], []]);
    const later = setup([running('a')]);
    await later.clock.advance(1500);
    later.follower[Symbol.dispose]();
    await later.clock.advance(60_000);
    expect(later.asked()).toBe(2);
    expect(later.clock.pending()).toBe(0);
  });
});

describe('cancelling it', () => {
  test('asks the service, and following goes on to the end', async () => {
    const { clock, ends, follower } = setup([running('a'), { id: 7, state: 'CANCELED' }]);
    expect(await follower.cancel()).toBeUndefined();
    await clock.advance(1000);
    expect(ends).toMatchObject([{ kind: 'cancelled' }]);
  });

  test('tells why the service refused', async () => {
    const { follower } = setup([running('a')], () => Promise.reject(rejected(409, 'too late')));
    expect(await follower.cancel()).toMatchObject({ kind: 'rejected', status: 409, message: 'too late' });
  });
});
