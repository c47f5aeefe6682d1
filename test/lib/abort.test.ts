import { expect, test } from 'vitest';
import { unlessAborted } from '../../src/lib/abort.ts';

test('a promise is waited for until the signal is aborted, whose reason is thrown then', async () => {
  const ending = new AbortController();
  expect(await unlessAborted(ending.signal, Promise.resolve(7))).toBe(7);
  await expect(unlessAborted(ending.signal, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const late = Promise.withResolvers<number>();
  const waiting = expect(unlessAborted(ending.signal, late.promise)).rejects.toThrow('enough');
  ending.abort(new Error('enough'));
  await waiting;
  late.reject(new Error('ignored'));
  await expect(unlessAborted(ending.signal, Promise.resolve(7))).rejects.toThrow('enough');
});
