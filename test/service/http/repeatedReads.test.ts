import { expect, test } from 'vitest';
import { recordAge } from '../../../src/service/answerAge.ts';
import { createSharedAnswers } from '../../../src/service/http/sharedAnswers.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { head, raw, serve, TOKEN } from './serve.ts';

/** Serves a list of disks, of which each reading has one more and is 7 s old, and shares the answers. */
async function bench() {
  const clock = fakeClock();
  let lists = 0;
  const listDisks = async () => {
    recordAge(7000);
    return [{ id: ++lists }];
  };
  const served = await serve(tinyEngine({ listDisks }), clock, createSharedAnswers(clock));
  return { ...served, clock };
}

/** A request that leaves the connection open. */
const repeated = (line: string, token = TOKEN) =>
  [line, 'Host: x', `Authorization: Bearer ${token}`, '', ''].join('\r\n');

const DISKS = 'GET /api/disks HTTP/1.1';

test('a repeated read has the same status, headers and content as the first one', async () => {
  const { url } = await bench();
  const answers = (await raw(url, repeated(DISKS) + head(DISKS))).split(/(?=HTTP\/1\.1 )/);
  const [first, second] = answers.map((answer) => {
    const [headers = '', content] = answer.split('\r\n\r\n');
    const [status, ...lines] = headers.split('\r\n');
    const kept = lines.filter((line) => !/^(?:connection|keep-alive|date):/i.test(line));
    return { status, headers: kept.map((line) => line.toLowerCase()).toSorted(), content };
  });
  expect(first).toMatchObject({ status: 'HTTP/1.1 200 OK', content: '[{"id":1}]' });
  expect(first?.headers).toContain('age: 7');
  expect(second).toEqual(first);
});

test('a repeated read with a wrong token is refused although its connection has shown the right one', async () => {
  const { url } = await bench();
  const answers = await raw(url, repeated(DISKS) + repeated(DISKS, 'wrong'));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
});

test('the first read of a connection is checked, even if another connection has just made it', async () => {
  const { url, call } = await bench();
  expect((await call('GET', '/disks')).status).toBe(200);
  const response = await fetch(`${url}/disks`, { headers: { authorization: 'Bearer wrong' } });
  expect(response.status).toBe(401);
});

test('a read after half a second gets a new answer on the same connection', async () => {
  const { call, clock } = await bench();
  const read = async () => (await call('GET', '/disks')).json();
  expect([await read(), await read()]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  await clock.advance(500);
  expect(await read()).toEqual([{ id: 2 }]);
});

test('a read that repeats one before a change gets a new answer', async () => {
  const { call } = await bench();
  const read = async () => (await call('GET', '/disks')).json();
  expect(await read()).toEqual([{ id: 1 }]);
  await call('PUT', '/maintenance/flags/noout/set');
  expect(await read()).toEqual([{ id: 2 }]);
});
