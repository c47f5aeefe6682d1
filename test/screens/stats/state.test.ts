import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorMoved, RANGES, type StatsState, zoomed } from '../../../src/screens/stats/state.ts';

const NOW = 100_000;
const VIEW = { columns: 10, now: NOW };
const past = (part: Partial<StatsState> = {}): StatsState => ({
  graphs: [],
  span: 100,
  end: 1000,
  focus: 0,
  full: false,
  ...part,
});

describe('the cursor of the charts', () => {
  test('the cursor of the charts begins at the end and moves by one column', () => {
    expect(cursorMoved(past(), -1, VIEW)).toMatchObject({ cursor: 990, end: 1000 });
    expect(cursorMoved(past({ cursor: 950 }), 2, VIEW)).toMatchObject({ cursor: 970, end: 1000 });
  });

  test('at its edges the cursor moves the visible time, and is then in its middle', () => {
    expect(cursorMoved(past({ cursor: 1000 }), 1, VIEW)).toMatchObject({ cursor: 1010, end: 1060 });
    expect(cursorMoved(past({ cursor: 900 }), -1, VIEW)).toMatchObject({ cursor: 890, end: 940 });
  });

  test('the visible time ends with the present again when the cursor comes near it', () => {
    expect(cursorMoved(past({ end: NOW - 20, cursor: NOW - 20 }), 1, VIEW)).toMatchObject({
      cursor: NOW - 10,
      end: undefined,
    });
  });

  test('wherever the cursor moves, it stays visible, after the epoch and not in the future', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 5000 }),
        fc.integer({ min: 5000, max: NOW }),
        fc.integer({ min: -500, max: 500 }),
        (span, end, steps) => {
          const { cursor = -1, end: after = NOW } = cursorMoved(past({ span, end }), steps, VIEW);
          expect(cursor).toBeGreaterThanOrEqual(0);
          expect(cursor).toBeLessThanOrEqual(NOW);
          expect(cursor).toBeGreaterThanOrEqual(after - span - 1);
          expect(cursor).toBeLessThanOrEqual(after + 1);
        },
      ),
    );
  });
});

test('zooming keeps the cursor in the middle, or the end if there is no cursor', () => {
  expect(zoomed(past({ cursor: 950 }), 2, NOW)).toMatchObject({ span: 200, end: 1050 });
  expect(zoomed(past(), 0.5, NOW)).toMatchObject({ span: 60, end: 1000 });
  expect(zoomed(past({ cursor: NOW - 10 }), 2, NOW)).toMatchObject({ span: 200, end: undefined });
});

test('each time range with a key is as long as its label says', () => {
  const seconds = { h: 3600, d: 86_400 };
  for (const { label, span } of RANGES) {
    const unit = label.endsWith('d') ? seconds.d : seconds.h;
    expect(span).toBe(Number.parseInt(label, 10) * unit);
  }
});

test('zooming stops at a minute and at a year', () => {
  expect(zoomed(past({ span: 70 }), 0.5, NOW).span).toBe(60);
  expect(zoomed(past({ span: 300 * 86_400 }), 2, NOW).span).toBe(365 * 86_400);
});
