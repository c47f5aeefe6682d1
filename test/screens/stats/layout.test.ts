import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutCharts, chartAt } from '../../../src/screens/stats/layout.ts';

const kinds = { drawn: [0, 2, 3], lines: [1, 4] };

test('charts without changes take one line each below the drawn ones', () => {
  expect(layOutCharts(kinds, 0, { width: 80, height: 21 })).toEqual({
    ...kinds,
    room: { width: 80, height: 19 },
  });
});

test('the lines leave enough rows for the charts, and the selected one is in view', () => {
  const many = { drawn: [0], lines: Array.from({ length: 20 }, (_, index) => index + 1) };
  expect(layOutCharts(many, 0, { width: 80, height: 12 }).lines).toEqual([1, 2, 3, 4]);
  expect(layOutCharts(many, 15, { width: 80, height: 12 }).lines).toContain(15);
  expect(layOutCharts(many, 20, { width: 80, height: 8 }).lines).toEqual([20]);
  expect(layOutCharts({ drawn: [], lines: [0, 1] }, 0, { width: 80, height: 8 }).lines).toEqual([0, 1]);
});

test('keys move through the charts in their visual order: row by row, then line by line', () => {
  const go = (focus: number, step: Parameters<typeof chartAt>[2]) => chartAt(kinds, focus, step, 2);
  expect([go(0, 'next'), go(2, 'next'), go(3, 'next'), go(4, 'next')]).toEqual([2, 3, 1, 4]);
  expect([go(0, 'below'), go(2, 'below'), go(3, 'below'), go(1, 'below')]).toEqual([3, 1, 1, 4]);
  expect([go(4, 'above'), go(1, 'above'), go(3, 'above'), go(0, 'above')]).toEqual([1, 3, 0, 0]);
  expect(chartAt({ drawn: [], lines: [] }, 0, 'next', 1)).toBe(0);
});

test('every chart is reachable, and nothing is drawn below the box', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 24 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 4 }),
      (flat, height, across) => {
        const those = (wanted: boolean) => flat.flatMap((one, index) => (one === wanted ? [index] : []));
        const all = { drawn: those(false), lines: those(true) };
        let focus = all.drawn[0] ?? all.lines[0]!;
        const seen = new Set([focus]);
        for (let step = 0; step < flat.length; step++)
          seen.add((focus = chartAt(all, focus, 'next', across)));
        expect(seen.size).toBe(flat.length);
        const { lines, room } = layOutCharts(all, focus, { width: 80, height });
        expect(lines.length + room.height).toBe(height);
        expect(all.lines.includes(focus)).toBe(lines.includes(focus));
      },
    ),
  );
});
