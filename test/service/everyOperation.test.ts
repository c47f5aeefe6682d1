import { expect, onTestFinished, test } from 'vitest';
import { contract } from '../../src/api/contract/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { serve } from './http/serve.ts';

const STATE = [
  '/pools',
  '/maintenance/flags',
  '/s3/users',
  '/crush',
  '/networks',
  '/disks',
  '/events/scripts',
];

test('invalid requests to every operation, all at once, are refused with a message and change nothing', async () => {
  // The cluster does not advance, so any change comes from a request.
  const engine = createSimEngine({ clock: fakeClock(), scale: 12 });
  onTestFinished(() => engine.close());
  const { call, told } = await serve(engine);
  const state = () => Promise.all(STATE.map(async (path) => (await call('GET', path)).text()));
  const before = await state();
  const writes = Object.entries<Operation>(contract).filter(([, { method }]) => method !== 'GET');
  await Promise.all(
    writes.map(async ([id, { method, path }]) => {
      const response = await call(method, path.replaceAll(/\{\w+\}/g, 'no-such-thing'), { nonsense: [1] });
      const { message } = (await response.json()) as { message: string };
      expect(message, id).toMatch(/\w/);
      expect(response.status, id).toBeGreaterThanOrEqual(400);
      expect(response.status === 501 || response.status < 500, `${id}: ${response.status}`).toBe(true);
    }),
  );
  expect(await state()).toEqual(before);
  expect(told).toEqual([]);
});

test('reads of unknown objects are refused with a message', async () => {
  const engine = createSimEngine({ clock: fakeClock(), scale: 12 });
  onTestFinished(() => engine.close());
  const { call, told } = await serve(engine);
  const named = Object.entries<Operation>(contract).filter(
    ([, { method, path }]) => method === 'GET' && path.includes('{'),
  );
  for (const [id, { method, path }] of named) {
    for (const name of ['no-such-thing', '424242', '__proto__', '%2e%2e', '%00']) {
      const response = await call(method, path.replaceAll(/\{\w+\}/g, name));
      expect([400, 404, 501], `${id} of ${name}: ${response.status}`).toContain(response.status);
      expect(await response.json(), id).toEqual({ message: expect.stringMatching(/\w/) as string });
    }
  }
  expect(told).toEqual([]);
});
