import { expect, test } from 'vitest';
import { slowestPings } from '../../src/service/slowestPings.ts';

/** Pings between each OSD of a server with four and eight OSDs of other servers. */
const pingsOf = (first: number, ms: number) =>
  [0, 1, 2, 3].flatMap((own) =>
    [100, 101, 102, 103, 104, 105, 106, 107].flatMap((other, index) => [
      { from: first + own, to: other, ms: ms - index },
      { from: other, to: first + own, ms: ms - index - 0.5 },
    ]),
  );
const serverOf = (osd: number) => (osd < 100 ? `bad-${osd >> 2}` : `good-${osd}`);

test('a second server with slow pings is listed beside one whose pings are slower, each with several of its OSDs', () => {
  const found = slowestPings([...pingsOf(4, 100), ...pingsOf(0, 500)], serverOf);
  const own = (first: number) =>
    found.flatMap(({ from, to }) => [from, to]).filter((osd) => osd >= first && osd < first + 4);
  expect([own(0).length, own(4).length]).toEqual([24, 24]);
  expect(new Set(own(0)).size).toBeGreaterThan(2);
  expect(new Set(own(4)).size).toBeGreaterThan(2);
  expect(found.map(({ ms }) => ms)).toEqual(found.map(({ ms }) => ms).toSorted((a, b) => b - a));
});

test('at most eight pings of an OSD are listed, and 64 in all, also where servers are not known', () => {
  const one = Array.from({ length: 40 }, (_, to) => ({ from: 1, to: 10 + to, ms: to }));
  expect(slowestPings(one, () => undefined).map(({ ms }) => ms)).toEqual([39, 38, 37, 36, 35, 34, 33, 32]);
  const many = Array.from({ length: 100 }, (_, id) => ({ from: 2 * id, to: 2 * id + 1, ms: id }));
  expect(slowestPings(many, () => undefined)).toHaveLength(64);
});

test('a ping without a latency is the quickest of all, and each unknown end counts as that of one OSD', () => {
  const half = { from: 1, to: 2, ms: 0.5 };
  expect(slowestPings([{ from: 3, to: 4 }, half], () => undefined)).toEqual([half, { from: 3, to: 4 }]);
  expect(slowestPings([half, { from: 3, to: 4 }], () => undefined)).toEqual([half, { from: 3, to: 4 }]);
  const to = Array.from({ length: 12 }, (_, id) => ({ to: 10 + id, ms: 9 }));
  const from = Array.from({ length: 12 }, (_, id) => ({ from: 10 + id, ms: 9 }));
  expect([slowestPings(to, String).length, slowestPings(from, String).length]).toEqual([8, 8]);
  const both = [{ ms: 5 }, { ms: 4 }, { ms: 3 }, { ms: 2 }, { ms: 1 }];
  expect(slowestPings(both, () => undefined)).toEqual(both.slice(0, 4));
});

test('of the pings of a server the 24 slowest are listed', () => {
  const all = Array.from({ length: 40 }, (_, id) => ({ from: id, to: 1000 + id, ms: 100 - id }));
  const found = slowestPings(all, (osd) => (osd < 1000 ? 'bad' : `good-${osd}`));
  expect(found).toEqual(all.slice(0, 24));
});
