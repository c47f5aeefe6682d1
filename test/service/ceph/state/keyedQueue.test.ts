import { expect, test } from 'vitest';
import { keyedQueue } from '../../../../src/service/ceph/state/keyedQueue.ts';

test('work of one key runs in its order, even after a failure, and other keys do not wait for it', async () => {
  const queue = keyedQueue<string>();
  const done: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const first = queue.run('a', () => promise);
  const second = queue.run('a', async () => void done.push('a'));
  await queue.run('b', async () => void done.push('b'));
  reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(done).toEqual(['b', 'a']);
});

test('a queue has settled when all its work has ended', async () => {
  const queue = keyedQueue<number>();
  let ended = 0;
  void queue.run(1, async () => void ended++);
  void queue.run(1, async () => void ended++);
  await queue.settled();
  expect(ended).toBe(2);
});
