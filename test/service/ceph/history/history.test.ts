import { describe, expect, test } from 'vitest';
import { graphKind } from '../../../../src/service/ceph/history/graph.ts';
import { History } from '../../../../src/service/ceph/history/history.ts';
import { refusal } from '../../../support/refusal.ts';

const START = 1_000_000_000;
const windowTo = (now: number) => ({ from: START, to: now, now, points: 500 });
const pool = (reads: number) => new Map([['2', { 'pool-iops/read': reads, 'pool-bytes/stored': 5 }]]);

test('a graph has exactly the plots that were measured', () => {
  const history = new History();
  history.add('pool', START, pool(7));
  history.add('pool', START + 10, pool(9));
  expect(history.plots('pool', '2', 'pool-iops', windowTo(START + 20))).toEqual([
    {
      name: 'read',
      datapoints: [
        { t: START, v: 7 },
        { t: START + 10, v: 9 },
      ],
    },
  ]);
  expect(history.plots('pool', '3', 'pool-iops', windowTo(START + 20))).toEqual([]);
  expect(history.plots('server', '2', 'pool-iops', windowTo(START + 20))).toEqual([]);
});

test('a value that was not measured is a gap', () => {
  const history = new History();
  history.add('pool', START, pool(7));
  history.add('pool', START + 10, new Map([['2', {}]]));
  history.add('pool', START + 20, pool(9));
  const [plot] = history.plots('pool', '2', 'pool-iops', windowTo(START + 30));
  expect(plot?.datapoints).toEqual([{ t: START, v: 7 }, { t: START + 10 }, { t: START + 20, v: 9 }]);
});

test('the history of a part is dropped when the part is gone, and no other', () => {
  const history = new History();
  history.add('server', START, new Map([['2', { 'server-cpu/busy': 1 }]]));
  history.add('pool', START, pool(7));
  history.add('pool', START + 10, new Map([['3', { 'pool-iops/read': 1 }]]));
  expect(history.plots('pool', '2', 'pool-iops', windowTo(START + 20))).toEqual([]);
  expect(history.plots('server', '2', 'server-cpu', windowTo(START + 20))).toHaveLength(1);
});

const HOUR = 3600;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

test.each([
  ['cluster', 5, HOUR],
  ['cluster', 60, DAY],
  ['cluster', 300, MONTH],
  ['pool', 10, 2 * HOUR],
  ['pool', 300, MONTH],
  ['server', 10, 2 * HOUR],
  ['server', 300, MONTH],
  ['directory', 60, DAY],
  ['directory', 300, MONTH],
  ['bucket', 300, MONTH],
  ['user', 300, MONTH],
] as const)('a value of a %s each %i s is kept for %i s', (kind, every, age) => {
  // The start of a slot of every resolution.
  const first = START - (START % 300);
  const pointsAfter = (seconds: number) => {
    const history = new History();
    for (const at of [first, first + seconds]) history.add(kind, at, new Map([['1', { 'graph/plot': 7 }]]));
    const now = first + seconds;
    const [plot] = history.plots(kind, '1', 'graph', { from: first, to: now, now, points: MONTH });
    return plot?.datapoints?.slice(0, 2);
  };
  expect(pointsAfter(age - every)).toEqual([{ t: first, v: 7 }, { t: first + every }]);
  if (age < MONTH) expect(pointsAfter(age + 300)?.[1]?.t).toBeGreaterThan(first + every);
  else expect(pointsAfter(age)).toEqual([{ t: first }, { t: first + every }]);
});

describe('history of up to a hundred thousand buckets', () => {
  const measured = (change: Readonly<Record<string, number>> = {}) => {
    const sizes = Object.fromEntries(Array.from({ length: 1000 }, (_, size) => [`b${size}`, size]));
    return new Map(
      Object.entries({ ...sizes, ...change }).map(([name, size]) => [
        name,
        { 's3-bucket-bytes/stored': size },
      ]),
    );
  };
  const isRecorded = (history: History, name: string) =>
    history.plots('bucket', name, 's3-bucket-bytes', windowTo(START + 900)).length > 0;

  test('of many buckets only the largest are recorded', () => {
    const history = new History();
    history.add('bucket', START, measured());
    const names = [...measured().keys()].filter((name) => isRecorded(history, name));
    expect(names).toHaveLength(250);
    expect(names[0]).toBe('b750');
  });

  test('the recording of a bucket does not end because another one is slightly larger for a while', () => {
    const history = new History();
    history.add('bucket', START, measured());
    history.add('bucket', START + 300, measured({ b749: 760 }));
    expect([isRecorded(history, 'b750'), isRecorded(history, 'b749')]).toEqual([true, false]);
    history.add('bucket', START + 600, measured({ b749: 1600 }));
    expect([isRecorded(history, 'b750'), isRecorded(history, 'b749')]).toEqual([false, true]);
  });

  test('a bucket is recorded from the first request for its graph on', () => {
    const history = new History();
    history.add('bucket', START, measured());
    history.request('bucket', 'b3');
    expect(isRecorded(history, 'b3')).toBe(false);
    history.add('bucket', START + 300, measured());
    expect(isRecorded(history, 'b3')).toBe(true);
  });

  test('of many requested buckets those requested last are recorded', () => {
    const history = new History();
    const request = (index: number) => history.request('bucket', `b${index}`);
    for (let index = 0; index < 250; index++) request(index);
    // The first one is looked at again, so the second one makes way for a new one.
    request(0);
    request(250);
    history.add('bucket', START, measured());
    const recorded = [...measured().keys()].filter((name) => isRecorded(history, name));
    expect(recorded).toEqual(['b0', ...Array.from({ length: 249 }, (_, index) => `b${index + 2}`)]);
  });
});

test('graphs are identified by what they show, and an unknown one is refused with the known ones', () => {
  expect(graphKind('pool-iops').of).toBe('pool');
  expect(graphKind('s3-bucket-bytes').of).toBe('bucket');
  expect(graphKind('storefs-dir-files').of).toBe('directory');
  // OSDs do not report how long reads take.
  const known = /^(?!.*osd-latency-read).*pool-iops/;
  expect(() => graphKind('nix')).toThrow(refusal(404, known));
  expect(() => graphKind('osd-latency-read')).toThrow(refusal(404));
});
