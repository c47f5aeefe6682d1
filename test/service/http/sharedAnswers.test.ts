import { expect, test } from 'vitest';
import type { OperationId } from '../../../src/api/contract/index.ts';
import type { Reply } from '../../../src/service/http/runOperation.ts';
import { createService } from '../../../src/service/http/service.ts';
import { createSharedAnswers } from '../../../src/service/http/sharedAnswers.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { TOKEN } from './serve.ts';

/** Requests disks, and counts how often they are listed. */
function asking() {
  const clock = fakeClock();
  const answers = createSharedAnswers(clock);
  const state = { made: 0, status: 200 };
  const ask = (url = '/disks', id: OperationId = 'listDisks') =>
    answers.get(id, url, async (): Promise<Reply> => {
      state.made++;
      await Promise.resolve();
      return { status: state.status, json: Buffer.from('[]') };
    });
  return { clock, answers, state, ask };
}

test('an answer is built once for all requests within half a second', async () => {
  const { clock, state, ask } = asking();
  await ask();
  await Promise.all([ask(), ask(), ask()]);
  await clock.advance(400);
  expect(String((await ask()).json)).toBe('[]');
  expect(state.made).toBe(1);
  await clock.advance(200);
  await ask();
  expect(state.made).toBe(2);
});

test('an answer for which consoles ask every five seconds is shared for more than a second', async () => {
  const { clock, state, ask } = asking();
  await ask('/pools', 'listPools');
  await clock.advance(1200);
  await ask('/pools', 'listPools');
  expect(state.made).toBe(1);
  await clock.advance(100);
  await ask('/pools', 'listPools');
  expect(state.made).toBe(2);
});

test('a different request gets a different answer', async () => {
  const { state, ask } = asking();
  await Promise.all([ask('/disks?of=1'), ask('/disks?of=2')]);
  expect(state.made).toBe(2);
});

test('after a change all answers are built again', async () => {
  const { answers, state, ask } = asking();
  await ask();
  answers.clear();
  await ask();
  expect(state.made).toBe(2);
});

test('an answer that was being built when something changed is not given to later requests', async () => {
  const { answers, state, ask } = asking();
  const before = ask();
  answers.clear();
  await before;
  await ask();
  expect(state.made).toBe(2);
});

test('a refusal is returned to those who waited for it, and not kept', async () => {
  const { state, ask } = asking();
  state.status = 503;
  expect(await Promise.all([ask(), ask()])).toMatchObject([{ status: 503 }, { status: 503 }]);
  expect(state.made).toBe(1);
  state.status = 200;
  expect(await ask()).toMatchObject({ status: 200 });
});

test('over HTTP a client reads its own change at once', async () => {
  let lists = 0;
  const engine = tinyEngine({ listDisks: async () => [{ id: ++lists }] });
  const clock = fakeClock();
  const service = await createService({
    engine,
    token: TOKEN,
    version: '1',
    log: () => 0,
    clock,
    sharedAnswers: createSharedAnswers(clock),
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const send = (method: 'GET' | 'PUT', path: string) =>
    service.inject({ method, url: `/api${path}`, headers });
  const read = async () => (await send('GET', '/disks')).json<{ id: number }[]>()[0]?.id;
  expect([await read(), await read(), await read()]).toEqual([1, 1, 1]);
  expect((await send('PUT', '/maintenance/flags/noout/set')).statusCode).toBe(200);
  expect(await read()).toBe(2);
  await service.close();
});
