import { expect, test } from 'vitest';
import { onceLetGo } from '../../../src/app/terminal/terminal.ts';

test('a second Ctrl-Z during the first one does nothing', async () => {
  const answered = Promise.withResolvers<void>();
  let released = 0;
  const resume = () => Promise.resolve();
  const suspend = onceLetGo(
    () => {
      released++;
      return Promise.resolve({ resume });
    },
    () => answered.promise,
  );
  const first = suspend()?.();
  expect(suspend()).toBeUndefined();
  expect(released).toBe(0);
  answered.resolve();
  expect(await first).toEqual({ resume });
  expect(released).toBe(1);
  await suspend()?.();
  expect(released).toBe(2);
});
