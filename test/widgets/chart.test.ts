import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SGR } from '../../src/lib/sgr.ts';
import { width } from '../../src/lib/text.ts';
import { chartLines, type ChartSize, frameOf } from '../../src/widgets/chart.ts';
import type { ChartData } from '../../src/widgets/chartData.ts';
import { niceCeiling, pointAt, spansOf, timeTicks } from '../../src/widgets/plot.ts';
import { chart, points } from './charts.ts';
import { ascii, LOOKS, mono, plain } from './looks.ts';

describe('chartLines', () => {
  test('a chart has both axes, a legend with the newest value, and the area below the line', () => {
    expect(chartLines(chart(), { width: 30, height: 9 }, plain).map((line) => line.trimEnd())).toEqual([
      '  load',
      '  • read 100 op/s',
      ' 100 op/s│                ⢀⣠⣴⣾',
      '         │            ⢀⣠⣴⣾⣿⣿⣿⣿',
      '  50 op/s│        ⣀⣤⣶⣾⣿⣿⣿⣿⣿⣿⣿⣿',
      '         │    ⣀⣤⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿',
      '   0 op/s│⣀⣤⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿',
      '         └┬───────────────────',
      '          00:00:00',
    ]);
  });

  test('a chart is drawn down to one row and one column, and without a row only its title and legend are', () => {
    const plot = (size: ChartSize) =>
      chartLines(chart(), size, plain).flatMap((line) => /│(.*)$/.exec(line)?.[1] ?? []);
    expect(plot({ width: 30, height: 5 })).toHaveLength(1);
    expect(plot({ width: 30, height: 4 })).toEqual([]);
    expect(plot({ width: 2, height: 7 })).toHaveLength(3);
    expect(plot({ width: 1, height: 7 })).toEqual([]);
  });

  test('a chart is drawn in ASCII if the terminal cannot show braille', () => {
    expect(chartLines(chart(), { width: 30, height: 9 }, ascii).map((line) => line.trimEnd())).toEqual([
      '  load',
      '  read 100 op/s',
      ' 100 op/s|                 .:#',
      '         |             .:|####',
      '  50 op/s|        .:||########',
      '         |    .:|#############',
      '   0 op/s|.:|#################',
      '         ++-------------------',
      '          00:00:00',
    ]);
  });

  test('a chart distinguishes its series without colour', () => {
    const two = chart({
      series: [
        { name: 'read', points: points(10, 10, 10, 10, 10) },
        { name: 'write', points: points(90, 90, 90, 90, 90) },
      ],
    });
    const text = chartLines(two, { width: 40, height: 10 }, mono).join('\n').replace(SGR, '');
    expect(text).toMatch(/# read/);
    expect(text).toMatch(/\+ write/);
    expect(text).toMatch(/\+{20}[^]*#{20}/);
  });

  test('the legend of a chart shows the values at the cursor', () => {
    expect(chartLines(chart({ cursor: 21 }), { width: 40, height: 9 }, plain)[1]).toMatch(/read 50 op\/s/);
    expect(chartLines(chart({ cursor: 500 }), { width: 40, height: 9 }, plain)[1]).toMatch(/read --/);
  });

  test('a selected chart has a mark before its title', () => {
    const [title] = chartLines(chart({ selected: true }), { width: 30, height: 9 }, plain);
    expect(title?.trimEnd()).toBe(`${plain.glyphs.focus} load`);
    const paint = (selected: boolean) => chartLines(chart({ selected }), { width: 30, height: 9 }, mono)[0];
    expect(paint(true)).toContain(mono.paint('title', 'load'));
    expect(paint(false)).toContain(mono.paint('text', 'load'));
  });

  test('a chart labels as many times on its axis as fit three columns apart', () => {
    const labels = (change: Partial<ChartData>, columns = 60) =>
      chartLines(chart(change), { width: columns, height: 9 }, plain).at(-1)!.trim().split(/ +/);
    expect(labels({ from: 0, to: 3600 })).toEqual(['00:00', '00:10', '00:20', '00:30', '00:40', '00:50']);
    expect(labels({ from: 0, to: 599 })[1]).toMatch(/^00:0\d:00$/);
    expect(labels({ from: 0, to: 600 })[1]).toMatch(/^00:0\d$/);
    expect(labels({ from: 0, to: 2 * 86_400 })[1]).toMatch(/^\d\d:00$/);
    expect(labels({ from: 0, to: 2 * 86_400 + 1 })[1]).toMatch(/^01-0\d$/);
    const line = chartLines(chart({ from: 0, to: 3600 }), { width: 60, height: 9 }, plain).at(-1)!;
    for (const gap of line.trim().match(/ +/g) ?? []) expect(gap.length).toBeGreaterThanOrEqual(3);
  });

  test('a chart marks the time of its cursor on the axis if that is in range', () => {
    const axis = (cursor: number) => chartLines(chart({ cursor }), { width: 30, height: 9 }, plain).at(-2)!;
    expect(axis(20)).toContain(plain.glyphs.up);
    expect([axis(-1).includes(plain.glyphs.up), axis(41).includes(plain.glyphs.up)]).toEqual([false, false]);
    expect(axis(40).at(-1)).toBe(plain.glyphs.up);
  });

  test('a chart has a sign on its axis for an event, and for several events in a column the first of their signs', () => {
    const events = [
      { t: 20, sign: 'x', role: 'error' as const },
      { t: 20.2, sign: '!', role: 'warn' as const },
      { t: 40, sign: '+', role: 'ok' as const },
      { t: 41, sign: '!', role: 'warn' as const },
    ];
    const axis = (change: Partial<ChartData>) =>
      chartLines(chart({ events, ...change }), { width: 30, height: 9 }, plain).at(-2)!;
    expect(axis({})).toBe('         └┬─────────x────────+');
    expect(axis({ cursor: 20 })).toBe(`         └┬─────────${plain.glyphs.up}────────+`);
    expect(chartLines(chart({ events }), { width: 30, height: 9 }, mono).at(-2)).toContain(
      mono.paint('error', 'x'),
    );
  });

  test('a chart leaves out a label in the middle of the axis that would read like the one above it', () => {
    const low = chart({
      series: [{ name: 'recovered', points: points(0, 0, 1, 0, 0) }],
      format: (value) => `${value.toFixed(0)} obj/s`,
    });
    const axis = chartLines(low, { width: 40, height: 9 }, plain)
      .map((line) => /(\d+ obj\/s)│/.exec(line)?.[1])
      .filter((label) => label !== undefined);
    expect(axis).toEqual(['1 obj/s', '0 obj/s']);
  });

  test('a chart narrows the gaps of its legend before it cuts the entries', () => {
    const names = ['p50', 'p90', 'p99'].map((name) => ({ name, points: points(1, 2, 3, 4, 5) }));
    const legend = (columns: number) =>
      chartLines(chart({ series: names }), { width: columns, height: 9 }, plain)[1]?.trimEnd();
    expect(legend(60)).toBe('  # p50 5 op/s  + p90 5 op/s  o p99 5 op/s');
    expect(legend(41)).toBe('  # p50 5 op/s + p90 5 op/s o p99 5 op/s');
  });

  test('a chart explains why it has nothing to draw', () => {
    const lines = chartLines(chart({ note: 'there is no graph x' }), { width: 40, height: 9 }, plain);
    expect(lines[1]).toMatch(/there is no graph x/);
  });

  const value = fc.oneof(fc.double({ noNaN: false }), fc.constant(undefined), fc.integer());
  const anyChart = fc.record({
    values: fc.array(fc.array(value, { maxLength: 30 }), { maxLength: 9 }),
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 30 }),
    from: fc.integer({ min: -100, max: 1000 }),
    span: fc.integer({ min: -10, max: 4e7 }),
    cursor: fc.option(fc.integer({ min: -100, max: 4e7 }), { nil: undefined }),
    events: fc.array(
      fc.record({ t: fc.double(), sign: fc.constantFrom('x', '!'), role: fc.constant('error' as const) }),
    ),
    look: fc.constantFrom(...LOOKS),
  });

  test('a chart is exactly as large as asked, whatever the values are', () => {
    fc.assert(
      fc.property(anyChart, ({ values, width: columns, height, from, span, cursor, events, look }) => {
        const series = values.map((list, index) => ({ name: `s${index}`, points: points(...list) }));
        const lines = chartLines(
          chart({ series, from, to: from + span, cursor, events }),
          { width: columns, height },
          look,
        );
        expect(lines.map(width)).toEqual(Array.from({ length: height }, () => columns));
      }),
    );
  });

  test('a chart contains only ASCII if the terminal cannot show Unicode', () => {
    fc.assert(
      fc.property(anyChart, ({ values, width: columns, height, from, span, cursor, events }) => {
        const series = values.map((list, index) => ({ name: `s${index}`, points: points(...list) }));
        const lines = chartLines(
          chart({ series, from, to: from + span, cursor, events }),
          { width: columns, height },
          ascii,
        );
        expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

describe('line of a series', () => {
  const frame = { from: 0, to: 40, low: 0, high: 100 };

  test('the line of a series is broken where values are missing', () => {
    const spans = spansOf(points(50, 50, undefined, 50, 50), frame, { columns: 40, rows: 10 });
    expect(spans[5]).toBeDefined();
    expect(spans[20]).toBeUndefined();
    expect(spans[35]).toBeDefined();
  });

  test('the line of a series is broken where points are missing', () => {
    const sparse = [0, 1, 2, 3, 30, 31, 32].map((t) => ({ t, v: 1 }));
    const spans = spansOf(sparse, { from: 0, to: 40, low: 0, high: 2 }, { columns: 40, rows: 4 });
    expect(spans[15]).toBeUndefined();
  });

  test('the line of a series reaches the edge if its next point is outside', () => {
    const spans = spansOf(points(0, 0, 0, 0, 0), { ...frame, from: 5, to: 35 }, { columns: 30, rows: 4 });
    expect(spans.every((span) => span !== undefined)).toBe(true);
  });

  test('the line of a series has no gap between neighbouring points and stays on the grid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 2, max: 80 }),
        fc.integer({ min: 2, max: 40 }),
        (values, columns, rows) => {
          const spans = spansOf(points(...values), frame, { columns, rows });
          for (const [index, span] of spans.entries()) {
            expect(span).toBeDefined();
            expect(span![0]).toBeGreaterThanOrEqual(0);
            expect(span![1]).toBeLessThan(rows);
            const before = spans[index - 1];
            if (!before) continue;
            expect(span![0] - before[1]).toBeLessThanOrEqual(1);
            expect(before[0] - span![1]).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});

describe('range of a chart', () => {
  test.each([
    [0, false, 1],
    [3.1, false, 4],
    [99, false, 100],
    [0.03, false, 0.03],
    [1025, true, 1536],
    [900 * 1024, true, 1000 * 1024],
  ])('for the value %d (in units of 1024: %s) the axis ends at %d', (value, binary, expected) => {
    expect(niceCeiling(value, binary)).toBeCloseTo(expected);
  });

  test('no value is above the upper end of the axis', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), fc.boolean(), (value, binary) => {
        expect(niceCeiling(value, binary)).toBeGreaterThanOrEqual(value);
      }),
    );
  });

  test('the axis of a percentage never ends above 100', () => {
    const full = chart({ series: [{ name: 'used', points: points(97, 98) }], most: 100 });
    expect(frameOf(full)).toMatchObject({ low: 0, high: 100 });
  });

  test('the axis extends below zero for negative values', () => {
    expect(frameOf(chart({ series: [{ name: 'x', points: points(-3, 5) }] }))).toMatchObject({
      low: -3,
      high: 5,
    });
  });

  test('the times on the axis are round in the time zone', () => {
    expect(timeTicks(1000, 8200, 2, 0)).toEqual([3600, 7200]);
    expect(timeTicks(1000, 8200, 2, 1800)).toEqual([1800, 5400]);
  });
});

test('a moment far from all points has no value', () => {
  expect(pointAt(points(1, 2, 3), 500)).toBeUndefined();
  expect(pointAt(points(1, 2, 3), 12)).toEqual({ t: 10, v: 2 });
});
