import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { width } from '../../../src/lib/text.ts';
import { flatLine } from '../../../src/screens/stats/flatLine.ts';
import { unchangedFor } from '../../../src/widgets/plot.ts';
import { chart, points } from '../../widgets/charts.ts';
import { plain } from '../../widgets/looks.ts';

describe('series without changes', () => {
  const frame = { from: 0, to: 40 };

  test('a series is unchanged for as long as it was known and had one value', () => {
    expect(unchangedFor(points(5, 5, 5, 5, 5), frame)).toBe(40);
    expect(unchangedFor(points(0, 0, 0, 0, 0), frame)).toBe(40);
    expect(unchangedFor(points(5, 5, 5), { from: -900, to: 40 })).toBe(20);
    expect(unchangedFor(points(1, 5, 5, 5, 9), { from: 10, to: 30 })).toBe(20);
  });

  test('a series is not unchanged if it has changed, has a gap, has ended, or has a single point', () => {
    expect(unchangedFor(points(5, 5, 5.1, 5, 5), frame)).toBeUndefined();
    expect(unchangedFor(points(5, 5, undefined, 5, 5), frame)).toBeUndefined();
    expect(
      unchangedFor(
        [0, 10, 20, 900, 910].map((t) => ({ t, v: 5 })),
        { from: 0, to: 910 },
      ),
    ).toBeUndefined();
    expect(unchangedFor(points(5, 5, 5), { from: 0, to: 900 })).toBeUndefined();
    expect(unchangedFor(points(5), { from: 0, to: 0 })).toBeUndefined();
    expect(unchangedFor([], frame)).toBeUndefined();
    expect(unchangedFor(points(undefined, undefined), frame)).toBeUndefined();
  });

  test('a series counts as unchanged only with a single value, and never for longer than the visible time', () => {
    const value = fc.constantFrom(0, 1, undefined);
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), fc.integer({ min: 1, max: 80 }), (values, to) => {
        const seconds = unchangedFor(points(...values), { from: 0, to });
        if (seconds === undefined) return;
        const seen = values.filter((v, index) => v !== undefined && index * 10 <= to);
        expect(new Set(seen).size).toBe(1);
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThanOrEqual(to);
      }),
    );
  });

  test('a chart without changes is a line with its values, as many as fit, and the time since the last change', () => {
    const two = chart({ series: ['read', 'write'].map((name) => ({ name, points: points(0, 0, 0, 0, 0) })) });
    const line = (columns: number) => flatLine(two, { seconds: 900, columns }, plain);
    expect(line(70).trimEnd()).toBe('  load  read 0 op/s  write 0 op/s  unchanged for 15m');
    expect(line(48).trimEnd()).toBe('  load  read 0 op/s  1 more  unchanged for 15m');
    for (const columns of [1, 10, 30, 70]) expect(width(line(columns))).toBe(columns);
  });
});
