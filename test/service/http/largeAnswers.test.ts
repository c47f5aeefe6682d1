import { expect, test } from 'vitest';
import { createLargeAnswers } from '../../../src/service/http/largeAnswers.ts';
import type { Reply } from '../../../src/service/http/runOperation.ts';
import { createService } from '../../../src/service/http/service.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { TOKEN } from './serve.ts';

const LARGE = 100_000;

/** Requests disks, and counts how often they are listed. */
function asking(length: number) {
  const clock = fakeClock();
  const answers = createLargeAnswers(clock);
  const state = { made: 0, length, status: 200 };
  const ask = (url = '/disks') =>
    answers.get('listDisks', url, async (): Promise<Reply> => {
      state.made++;
      await Promise.resolve();
      return { status: state.status, json: 'x'.repeat(state.length) };
    });
  return { clock, answers, state, ask };
}

test('a large answer is built once for all requests within a second', async () => {
  const { clock, state, ask } = asking(LARGE);
  await ask();
  await Promise.all([ask(), ask(), ask()]);
  expect(state.made).toBe(2);
  await clock.advance(900);
  expect((await ask()).json).toHaveLength(LARGE);
  expect(state.made).toBe(2);
  await clock.advance(200);
  await ask();
  expect(state.made).toBe(3);
});

test('a different request gets a different answer', async () => {
  const { state, ask } = asking(LARGE);
  await ask();
  await Promise.all([ask('/disks?of=1'), ask('/disks?of=2')]);
  expect(state.made).toBe(3);
});

test('small answers are always built again', async () => {
  const { state, ask } = asking(100);
  await Promise.all([ask(), ask()]);
  await ask();
  expect(state.made).toBe(3);
});

test('after a change all answers are built again', async () => {
  const { answers, state, ask } = asking(LARGE);
  await ask();
  await ask();
  answers.clear();
  await ask();
  expect(state.made).toBe(3);
});

test('a refusal is returned to those who waited for it, and not cached', async () => {
  const { state, ask } = asking(LARGE);
  await ask();
  state.status = 503;
  expect(await Promise.all([ask(), ask()])).toMatchObject([{ status: 503 }, { status: 503 }]);
  state.status = 200;
  expect(await ask()).toMatchObject({ status: 200 });
});

test('over HTTP a client reads its own change at once', async () => {
  let lists = 0;
  const engine = tinyEngine({
    listDisks: async () => [{ name: 'x'.repeat(LARGE), id: ++lists }],
  });
  const service = await createService({
    engine,
    token: TOKEN,
    version: '1',
    log: () => 0,
    clock: fakeClock(),
    shareAnswers: true,
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const send = (method: 'GET' | 'PUT', path: string) =>
    service.inject({ method, url: `/api${path}`, headers });
  const read = async () => (await send('GET', '/disks')).json<{ id: number }[]>()[0]?.id;
  expect([await read(), await read(), await read()]).toEqual([1, 2, 2]);
  expect((await send('PUT', '/maintenance/flags/noout/set')).statusCode).toBe(200);
  expect(await read()).toBe(3);
  await service.close();
});
