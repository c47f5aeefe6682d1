import { expect, test } from 'vitest';
import type { Api } from '../../../src/api/client.ts';
import {
  groupCharts,
  type GraphRead,
  readGraphs,
  seriesOf,
  unchangedSeconds,
} from '../../../src/screens/figures/reads.ts';

type Values = readonly (readonly [t: number | undefined, v: number | null])[];

const read = (plots: Readonly<Record<string, Values>>, graph = 'pg-states'): GraphRead => ({
  choice: { graph },
  graph: {
    graphs: Object.entries(plots).map(([name, values]) => ({
      name,
      datapoints: values.map(([t, v]) => ({ ...(t !== undefined && { t }), v })),
    })) as never,
  },
});
const steady: Values = [
  [100, 5],
  [160, 5],
  [200, 5],
];
const rising: Values = [
  [100, 5],
  [160, 6],
  [200, 7],
];
const RANGE = { from: 100, to: 200 };

test('graphs are read independently: one that fails does not take the others with it', async () => {
  const asked: unknown[] = [];
  const api = {
    async getGraph({ query }: { query: { graph: string } }) {
      asked.push(query);
      if (query.graph === 'bad') throw new Error('no such graph');
      return { graphs: [] };
    },
  } as unknown as Api;
  const range = { startTime: -3600, endTime: 0, maxDataPoints: 60 };
  const choices = [{ graph: 'bad' }, { graph: 'good' }];
  const reads = await readGraphs(
    api,
    choices.map((choice) => ({ choice, ...range })),
    new AbortController().signal,
  );
  expect(asked).toMatchObject([
    { graph: 'bad', ...range },
    { graph: 'good', ...range },
  ]);
  expect(reads).toMatchObject([
    { choice: choices[0], failure: expect.anything() },
    { choice: choices[1], graph: { graphs: [] } },
  ]);
});

test('plots of the states of placement groups have the colours of those states, and others have none', () => {
  const roles = (graph: string) =>
    seriesOf(read({ inactive: steady, 'active+clean': steady, toString: steady }, graph)).map(
      ({ role }) => role,
    );
  expect(roles('pg-states')).toEqual(['error', 'ok', undefined]);
  expect(roles('usage')).toEqual([undefined, undefined, undefined]);
});

test('values without a time are left out of a plot, and a graph that was not read has none', () => {
  const [series] = seriesOf(
    read({
      a: [
        [undefined, 1],
        [5, 2],
      ],
    }),
  );
  expect(series?.points).toEqual([{ t: 5, v: 2 }]);
  expect(seriesOf({ choice: { graph: 'usage' } })).toEqual([]);
});

test('a graph is unchanged for as long as all of its plots are', () => {
  expect(unchangedSeconds(read({ a: steady }), RANGE)).toBe(100);
  const late: Values = [180, 185, 190, 195, 200].map((t) => [t, 5]);
  expect(unchangedSeconds(read({ a: steady, b: late }), RANGE)).toBe(20);
  expect(unchangedSeconds(read({ a: steady, b: rising }), RANGE)).toBeUndefined();
  expect(unchangedSeconds({ choice: { graph: 'usage' } }, RANGE)).toBeUndefined();
});

test('charts without a change become lines, and the others are drawn', () => {
  const reads = [read({ a: rising }), read({ a: steady }), read({ a: rising, b: steady })];
  expect(groupCharts(reads, RANGE)).toEqual({ drawn: [0, 2], lines: [1] });
});
