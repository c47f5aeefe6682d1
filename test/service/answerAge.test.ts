import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordAge, withAge } from '../../src/service/answerAge.ts';

test('an answer is as old as its oldest part', async () => {
  const made = await withAge(async () => {
    recordAge(2000);
    await turn();
    recordAge(9000);
    recordAge(500);
    return 'answer';
  });
  expect(made).toEqual({ value: 'answer', ageMs: 9000 });
});

test('an answer without a noted age is current, and so is one that is made while an old one is', async () => {
  const old = withAge(async () => {
    await turn();
    recordAge(9000);
    await turn();
  });
  const young = withAge(async () => {
    await turn();
    await turn();
    return 1;
  });
  expect(await old).toMatchObject({ ageMs: 9000 });
  expect(await young).toEqual({ value: 1, ageMs: 0 });
});

test('an age noted outside of any answer is ignored', async () => {
  recordAge(9000);
  expect(await withAge(() => 1)).toEqual({ value: 1, ageMs: 0 });
});
