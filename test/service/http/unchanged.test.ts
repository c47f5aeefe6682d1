import { expect, test } from 'vitest';
import { createApi } from '../../../src/api/client.ts';
import { recordAge } from '../../../src/service/answerAge.ts';
import { createSharedAnswers } from '../../../src/service/http/sharedAnswers.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { open } from '../../api/connect.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { serve, TOKEN } from './serve.ts';

/** Serves a long list of disks, whose answers are shared, and how many bytes of content each request for them got. */
async function bench(count = 200) {
  const clock = fakeClock();
  const state = { model: 'old', count };
  const listDisks = async () => {
    recordAge(7000);
    return Array.from({ length: state.count }, (_, id) => ({ id, hostname: 'stor-01', model: state.model }));
  };
  const served = await serve(tinyEngine({ listDisks }), clock, createSharedAnswers(clock));
  const read = async (known?: string) => {
    const answer = await served.call('GET', '/disks', undefined, known ? { 'if-none-match': known } : {});
    const { status, headers } = answer;
    return { status, tag: headers.get('etag'), age: headers.get('age'), text: await answer.text() };
  };
  return { ...served, clock, state, read };
}

test('a client that has the answer gets only its tag and its age, on the first read of a connection and later', async () => {
  const { read, clock } = await bench();
  const { tag, text } = await read();
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(text.length).toBeGreaterThan(4096);
  for (let reads = 0; reads < 3; reads++) {
    expect(await read(tag!)).toEqual({ status: 304, tag, age: '7', text: '' });
    expect(await read(`W/${tag!}`)).toMatchObject({ status: 304 });
    expect(await read('"other"')).toMatchObject({ status: 200, tag, text });
    await clock.advance(400);
  }
});

test('a client that has an earlier answer gets the new one with another tag', async () => {
  const { read, clock, state } = await bench();
  const { tag } = await read();
  state.model = 'new';
  await clock.advance(500);
  const second = await read(tag!);
  expect(second).toMatchObject({ status: 200, text: expect.stringContaining('"new"') as string });
  expect(second.tag).not.toBe(tag);
});

test('a short answer has no tag and is always sent', async () => {
  const { read } = await bench(3);
  expect(await read('""')).toMatchObject({ status: 200, tag: null });
});

test('a console asks for the content of an unchanged answer only once, and knows that it is current', async () => {
  const { url, clock, state } = await bench();
  const transport = open({ baseUrl: url, token: async () => TOKEN });
  const answers: [status: number, unless: string | undefined][] = [];
  const api = createApi({
    transport: {
      ...transport,
      async send(id, input, options) {
        const answer = await transport.send(id, input, options);
        answers.push([answer.status, options.unless]);
        return answer;
      },
    },
    readOnly: () => true,
    clock,
  });
  const cache = createCache({ api, clock });
  using _ = cache.watch(resources.disks);
  await cache.refresh(resources.disks);
  const first = cache.slot(resources.disks);
  await clock.advance(60_000);
  await cache.refresh(resources.disks);
  const second = cache.slot(resources.disks);
  expect(second.data).toBe(first.data);
  expect(second.at! - first.at!).toBeGreaterThanOrEqual(60_000);
  expect(answers[0]).toEqual([200, undefined]);
  expect(answers.length).toBeGreaterThan(1);
  for (const [status, unless] of answers.slice(1))
    expect([status, unless]).toEqual([304, expect.any(String)]);
  state.model = 'new';
  await clock.advance(1000);
  await cache.refresh(resources.disks);
  expect(cache.slot(resources.disks).data).toMatchObject([
    { model: 'new' },
    ...first.data!.slice(1).map(() => ({})),
  ]);
  expect(answers.at(-1)?.[0]).toBe(200);
});
