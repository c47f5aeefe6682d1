import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { createSimEngine } from '../../../src/service/sim/engine.ts';
import { serve, type Served } from './serve.ts';

/** The first bytes of an endless list. */
function filled(bytes: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const next = item(index);
    items.push(next);
    length += next.length + 1;
  }
  return items.join(',');
}

/** Sends a body, and makes small requests until it is answered. */
async function besidePolls({ call }: Served, body: string) {
  const state = { isAnswered: false, polls: 0 };
  const answer = call('POST', '/crush', body).finally(() => (state.isAnswered = true));
  while (!state.isAnswered) {
    expect((await call('GET', '/maintenance/flags')).status).toBe(200);
    state.polls++;
  }
  const response = await answer;
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message, polls: state.polls };
}

const LIMIT = 8 * 1024 * 1024 - 100;

async function site(): Promise<Served> {
  const engine = createSimEngine({ clock: systemClock(), scale: 60, scenario: 'calm' });
  onTestFinished(() => engine.close());
  return serve(engine);
}

test.each([
  ['millions of objects', `{"nodes":[${filled(LIMIT, () => '{}')}]}`, 413, /more than 524288 values/],
  ['millions of numbers', `{"nodes":[${filled(LIMIT, String)}]}`, 413, /more than 524288 values/],
  ['a million names', `{${filled(LIMIT, (index) => `"k${index}":1`)}}`, 413, /different field names/],
  [
    'the maximum number of objects',
    `{"nodes":[${filled(1_500_000, () => '{}')}]}`,
    400,
    /nodes\[0\]\.id: is missing/,
  ],
  [
    'the maximum number of numbers',
    `{"nodes":[${filled(1_000_000, () => '7')}]}`,
    400,
    /must be an object; got 7/,
  ],
  ['a name of several megabytes', `{"${'x'.repeat(LIMIT)}":1}`, 413, /a text in the body is longer/],
  [
    'a text of several megabytes',
    `{"nodes":"${String.raw`\"`.repeat(LIMIT / 2)}"}`,
    413,
    /a text in the body is longer/,
  ],
])(
  'a body with %s is refused with a short message, and other requests are answered meanwhile',
  async (_, body, status, words) => {
    const answer = await besidePolls(await site(), body);
    expect(answer).toMatchObject({ status, message: expect.stringMatching(words) as string });
    expect(answer.message.length).toBeLessThan(1000);
    expect(answer.polls).toBeGreaterThan(0);
  },
);

test('while a CRUSH map of twenty thousand OSDs is read, many other requests are answered', async () => {
  const osd = (id: number) =>
    JSON.stringify({ id, name: `osd.${id}`, type: 'OSD', children: [], deviceClass: 'hdd', status: 'UP' });
  const nodes = Array.from({ length: 20_000 }, (_, id) => osd(id)).join(',');
  const answer = await besidePolls(await site(), `{"nodes":[${nodes}],"stray":[]}`);
  expect(answer).toMatchObject({
    status: 400,
    message: expect.stringMatching(/the map lists 20000 nodes/) as string,
  });
  expect(answer.polls).toBeGreaterThan(5);
});
