import { expect, test } from 'vitest';
import { cluster } from './cluster.ts';

const slow = (osds: readonly number[]) => ({
  checks: { SLOW_OPS: { summary: { message: `[${osds.map((id) => `osd.${id}`).join()}] have slow ops` } } },
});
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const waitFor = (osds: readonly number[]) => ({
  'osds.ask': {
    json: {
      waits: osds.map((waitsFor) => ({ osd: 0, waitsFor, requests: 1, oldest: 2 })),
      pings: [],
      silent: [],
      commits: [],
    },
  },
});

test('a cluster of as many OSDs as are asked in turn asks all of them each time', async () => {
  const { gather, questions, clock } = cluster(9, waitFor([]));
  for (let look = 0; look < 3; look++) {
    await gather({});
    await clock.advance(5000);
  }
  // The last OSD is down. The manager knows the latency of one that does not exist.
  expect(questions()).toEqual([numbers(8), numbers(8), numbers(8)]);
});

test('while none of the OSDs in turn answers, half as many are asked each time, until one answers', async () => {
  let isAnswering = false;
  const { gather, questions, clock } = cluster(60, {
    'osds.ask': async (request) => {
      const silent = 'call' in request && !isAnswering ? request.with['osds'] : [];
      return { rc: 0, outs: '', data: { waits: [], pings: [], silent, commits: [] } };
    },
    'osd perf': { json: {} },
  });
  for (let look = 0; look < 6; look++) {
    isAnswering = look === 4;
    await gather({});
    await clock.advance(5000);
  }
  expect(questions().map(({ length }) => length)).toEqual([8, 4, 2, 1, 1, 8]);
});

test('at most 32 OSDs are asked, together with those that they wait for', async () => {
  const many = cluster(60, waitFor([50, 51]));
  await many.gather(slow(numbers(40)));
  expect(many.questions()).toEqual([numbers(32)]);
  const some = cluster(60, waitFor(numbers(20, 30)));
  await some.gather(slow(numbers(20)));
  expect(some.questions()).toEqual([numbers(20), numbers(12, 30)]);
});

test('at most eight placement groups are asked for the OSDs that they need', async () => {
  const { gather, asked } = cluster(4);
  const detail = numbers(10).map((group) => ({ message: `pg 8.${group} has 4 unfound objects` }));
  await gather({ checks: { OBJECT_UNFOUND: { detail } } });
  const groups = numbers(8).map((group) => `8.${group}`);
  expect(asked).toContainEqual({ call: 'osds.needs', with: { groups, seconds: 2 } });
});

test.each([
  ['the OSD map of 3000 OSDs is read while one is down', 3000, true],
  ['the OSD map of more than 3000 OSDs is not read', 3001, false],
])('%s', async (_what, osds, isRead) => {
  const map = { osds: [{ osd: 1, up: 0, up_from: 13 }], osd_xinfo: [{ osd: 1, dead_epoch: 50 }] };
  const { gather } = cluster(osds, { 'osd dump': { json: map } });
  expect((await gather({}))?.ended).toEqual(isRead ? [1] : []);
});

test('the OSD map is not read while every OSD is up', async () => {
  const nodes = [{ id: 0, name: 'osd.0', type: 'osd', status: 'up' }];
  const { gather, asked } = cluster(1, { 'osd tree': { json: { nodes, stray: [] } }, ...waitFor([]) });
  expect((await gather({}))?.ended).toEqual([]);
  expect(JSON.stringify(asked)).not.toContain('osd dump');
});
