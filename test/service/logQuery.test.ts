import { expect, test } from 'vitest';
import { followFrom, lineMatcher, lineLimit, type LogQuery } from '../../src/service/logQuery.ts';

test.each<[string, LogQuery, number]>([
  ['nothing more', {}, 100],
  ['some lines', { lines: 7 }, 7],
  ['the maximum number of lines', { lines: 10_000 }, 10_000],
  ['more than the maximum number of lines', { lines: 10_001 }, 10_000],
  ['the lines since a time', { after: 5, lines: 7 }, 7],
  ['a range with both ends, whatever lines says', { after: 5, before: 9, lines: 7 }, 10_000],
])('a query for %s returns at most that many lines', (_, query, lines) => {
  expect(lineLimit(query)).toBe(lines);
});

test.each<[LogQuery, readonly string[]]>([
  [{}, ['osd.3', 'osd.31', 'mon', 'smb', 'kernel']],
  [{ service: [] }, []],
  [{ service: ['mon'] }, ['mon']],
  [{ service: ['mon', 'kernel'] }, ['mon', 'kernel']],
  [{ service: ['kernel.service'] }, ['kernel']],
  [{ service: ['osd.3'] }, ['osd.3']],
  [{ service: ['osd.*'] }, ['osd.3', 'osd.31']],
  [{ service: ['osd'] }, []],
  [{ service: ['ceph-osd@3.service'] }, ['osd.3']],
  [{ service: ['osd@31'] }, ['osd.31']],
  [{ service: ['ceph-mon@stor-1'] }, ['mon']],
  [{ service: ['samba'] }, ['smb']],
  [{ server: 2 }, ['osd.31', 'smb']],
  [{ priority: [3, 4] }, ['osd.31', 'mon']],
  [{ priority: [] }, []],
  [{ server: 2, priority: [4] }, ['osd.31']],
  [{ server: 2, service: ['mon', 'smb'] }, ['smb']],
])('of the query %j the lines of %j are returned', (query, services) => {
  const lines = [
    { s: 'osd.3', h: 1, p: 6 },
    { s: 'osd.31', h: 2, p: 4 },
    { s: 'mon', h: 1, p: 3 },
    { s: 'smb', h: 2, p: 6 },
    { s: 'kernel', p: 5 },
  ];
  expect(lines.filter(lineMatcher(query)).map(({ s }) => s)).toEqual(services);
});

/** A log whose lines are numbers. Each wait for news advances it to the next state, and it ends after the last. */
async function followed(
  from: number,
  ...states: readonly { readonly first: number; readonly end: number }[]
) {
  const ending = new AbortController();
  const left = [...states];
  const book = {
    ...left.shift()!,
    at: (number: number) => (number >= book.first && number < book.end ? { t: number } : undefined),
    news() {
      const next = left.shift();
      if (next === undefined) ending.abort();
      else Object.assign(book, next);
      return Promise.resolve();
    },
  };
  // Every fifth line does not match the query.
  const eventAt = (number: number) => (number % 5 === 0 ? undefined : { t: number, m: `line ${number}` });
  return Array.fromAsync(followFrom(book, from, eventAt, ending.signal), ({ t, m }) => [t, m?.slice(0, 12)]);
}

test('a log is followed line by line as it grows, without unwanted lines', async () => {
  expect(await followed(4, { first: 0, end: 6 }, { first: 2, end: 8 })).toEqual([
    [4, 'line 4'],
    [6, 'line 6'],
    [7, 'line 7'],
  ]);
});

test('a reader that is slower than the log is informed in the right place how many lines it missed', async () => {
  expect(await followed(4, { first: 4, end: 5 }, { first: 8, end: 10 })).toEqual([
    [4, 'line 4'],
    [8, '3 lines of t'],
    [8, 'line 8'],
    [9, 'line 9'],
  ]);
  expect(await followed(1, { first: 3, end: 3 })).toEqual([[undefined, '2 lines of t']]);
});

test('a log sends nothing once its reader has left', async () => {
  const book = { first: 0, end: 3, at: () => ({ t: 1 }), news: () => Promise.reject(new Error('waited')) };
  expect(await Array.fromAsync(followFrom(book, 0, () => ({ t: 1 }), AbortSignal.abort()))).toEqual([]);
});
